/** New tasks from the command line: for a run that is stopped, for the task file, and from templates. */
import { existsSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventsIn, folder, type Folder } from '../conductor.ts'

const ASKS_FIRST =
  'config: {isolation: none}\ntasks:\n  - {id: a, run: "true", needs_human: true}\n'

const fileIn = ({ path }: Folder, name = 'tasks.yaml'): string =>
  readFileSync(join(path, name), 'utf8')

const says = async (place: Folder, ...typed: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await place.conductor(...typed)
  return stdout + stderr
}

describe('a task for a run that is stopped', () => {
  it('is recorded there, and works when the run is resumed', async () => {
    await using place = folder({ 'tasks.yaml': ASKS_FIRST })
    await place.conductor('run', 'tasks.yaml', '--no-ui')
    expect(await says(place, 'add', '--run', 'echo b > b', '--dry-run')).toBe(
      'echo-b-b would be added to run 1, which is stopped.\n',
    )
    expect(await says(place, 'add', 'b', '--run', 'echo b > b')).toContain('Added b to run 1.')
    expect(eventsIn(place.path)).toContainEqual(expect.objectContaining({ type: 'tasks-added' }))
    expect(await says(place, 'add', 'b', '--run', 'true')).toContain('"b" is already the id')
    expect(await says(place, 'add', 'c', '--prompt', 'x', '--agent', 'nope')).toContain('nope')
    expect(fileIn(place)).toBe(ASKS_FIRST)
    // The hint, typed where they are said.
    await place.conductor('resume', '--no-ui')
    expect(fileIn(place, 'b')).toBe('b\n')
  })
})

describe('a task for the task file', () => {
  it('is added beside others that are added at the same time', async () => {
    await using place = folder()
    const ids = ['a', 'b', 'c', 'd', 'e']
    const added = await Promise.all(ids.map((id) => place.conductor('add', id, '--run', 'true')))
    expect(added.map(({ code, stderr }) => [code, stderr])).toEqual(ids.map(() => [0, '']))
    for (const id of ids) expect(fileIn(place)).toContain(`- id: ${id}\n`)
  })

  it('begins the file, and is shown as a diff before', async () => {
    await using place = folder()
    const prompt = ['add', '--prompt', '# Fix the login\n\nIt is slow.', '--agent', 'claude']
    const more = ['--check', 'npm test', '--budget', '2.5', '--needs-approval', '--files', 'a.ts']
    const diff = await says(place, ...prompt, ...more, '--dry-run')
    expect(diff).toBe(`--- /dev/null
+++ b/tasks.yaml
@@ -0,0 +1,12 @@
+tasks:
+  - id: fix-login
+    name: Fix the login
+    files: [a.ts]
+    agent: claude
+    budget_usd: 2.5
+    needs_human: true
+    check: npm test
+    prompt: |
+      # Fix the login
+
+      It is slow.
`)
    expect(existsSync(join(place.path, 'tasks.yaml'))).toBe(false)
    expect(await says(place, ...prompt, ...more)).toBe(
      'Added fix-login to tasks.yaml. Start it with `conductor run tasks.yaml`.\n',
    )
    expect((await place.conductor('validate', 'tasks.yaml')).code).toBe(0)
    expect((await place.conductor('add', 'x', '--run', 'true', '--to', 'run')).code).toBe(2)
  })

  it('is refused with everything that is wrong, and the file stays', async () => {
    await using place = folder({ 'tasks.yaml': 'tasks:\n  - {id: a, run: "true"}\n' })
    const before = fileIn(place)
    for (const [typed, why] of [
      [['a', '--run', 'true'], 'already the id'],
      [['b', '--run', 'true', '--after', 'nope'], 'not a task'],
      [['b', '--run', 'true', '--budget', 'lots'], 'budget_usd'],
      [['../b', '--run', 'true'], 'must be a task id'],
      [['b'], 'nothing to do'],
      [['b', '--run', 'true', '--to', 'run'], 'no run here can take a task'],
      [['b', '--template', '../../etc/passwd'], 'there is no template'],
    ] as const) {
      const { code, stdout, stderr } = await place.conductor('add', ...typed)
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toContain(why)
    }
    expect(fileIn(place)).toBe(before)
    expect((await place.conductor('add', 'b', '--run', 'true', '--after', 'a')).code).toBe(0)
    expect((await place.conductor('run', 'tasks.yaml', '--no-ui')).code).toBe(0)
    expect((await place.conductor('add', 'c', '--run', 'true')).stdout).toContain('to tasks.yaml')
  })
})

describe('a template', () => {
  it('is kept in the repository, listed, and filled in', async () => {
    await using place = folder()
    const none = await says(place, 'templates')
    // The hint, typed where they are said.
    expect(none).toContain('`conductor add --prompt "Fix a bug" --save-template bug`')
    await place.conductor('add', '--prompt', 'Fix a bug', '--save-template', 'bug')
    expect(fileIn(place, '.conductor-templates/bug.md')).toBe('Fix a bug\n')
    writeFileSync(
      join(place.path, '.conductor-templates/docs.md'),
      '---\ndescription: Write it down\nfiles: [docs]\n---\nDescribe this:\n',
    )
    expect(await says(place, 'templates')).toBe('bug\ndocs  Write it down\n')
    const diff = await says(place, 'add', '--template', 'docs', '--prompt', 'The API', '--dry-run')
    expect(diff).toContain('+    files: [docs]\n')
    expect(diff).toContain('+      Describe this:\n+\n+      The API\n')
    expect(await says(place, 'add', '--template', 'bugs')).toContain('did you mean "bug"?')
    expect(await says(place, 'add', '--prompt', 'x', '--save-template', 'bug')).toContain(
      'is there already',
    )
  })

  it('is no link out of the repository, and no other file', async () => {
    await using place = folder({ '.conductor-templates/a b.md': 'x', secret: 'key' })
    symlinkSync(join(place.path, 'secret'), join(place.path, '.conductor-templates/evil.md'))
    expect(JSON.parse((await place.conductor('templates', '--json')).stdout)).toEqual({
      templates: [],
    })
    expect((await place.conductor('add', '--template', 'evil')).code).toBe(2)
    expect((await place.conductor('add', '--prompt', 'x', '--save-template', '../evil')).code).toBe(
      2,
    )
  })
})

describe('the files of a task', () => {
  it('are opened in an editor, and nothing beside them', async () => {
    await using place = folder({
      'tasks.yaml': 'config: {isolation: none}\ntasks:\n  - {id: a, run: "echo x > a.txt"}\n',
    })
    await place.conductor('run', 'tasks.yaml', '--no-ui')
    const open = (...typed: readonly string[]) => place.conductor('open', 'a', ...typed)
    const path = join(realpathSync(place.path), 'a.txt')
    expect((await open('a.txt:3', '--editor', 'vscode', '--print')).stdout).toBe(
      `vscode://file${path}:3\n`,
    )
    expect(JSON.parse((await open('a.txt', '--json', '--editor', 'zed')).stdout)).toMatchObject({
      path,
      link: `zed://file${path}`,
    })
    // No shell sees the command.
    expect((await open('a.txt', '--editor', 'cp {file} opened;touch')).code).toBe(0)
    expect(fileIn(place, 'opened;touch')).toBe('x\n')
    expect((await open('a.txt', '--editor', 'cp {file} opened')).code).toBe(0)
    expect(fileIn(place, 'opened')).toBe('x\n')
    for (const [typed, why] of [
      [['../../etc/passwd'], 'is not in the worktree'],
      [['none.txt'], 'there is no file'],
      [['a.txt', '--editor', 'no-such-editor'], 'could not be started'],
    ] as const) {
      const { code, stderr } = await open(...typed)
      expect([code, stderr]).toEqual([2, expect.stringContaining(why)])
    }
    expect((await place.conductor('open', 'nobody')).code).toBe(2)
  })

  it('are never opened by a command of the repository', async () => {
    await using home = folder()
    const environment = { HOME: home.path, EDITOR: '', VISUAL: '' }
    const files = {
      'tasks.yaml': 'config: {isolation: none}\ntasks:\n  - {id: a, run: "true"}\n',
      '.conductor/config.yaml': 'editor: touch {folder}/evil\n',
    }
    await using place = folder(files, { environment })
    await place.conductor('run', 'tasks.yaml', '--no-ui')
    expect((await place.conductor('open', 'a')).stdout).toBe(`${realpathSync(place.path)}\n`)
    expect(existsSync(join(place.path, 'evil'))).toBe(false)
    home.write('.conductor/config.yaml', 'editor: touch {folder}/mine\n')
    place.write('.conductor/config.yaml', '')
    expect((await place.conductor('open', 'a')).code).toBe(0)
    expect(existsSync(join(place.path, 'mine'))).toBe(true)
  })
})
