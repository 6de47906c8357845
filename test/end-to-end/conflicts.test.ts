/** Merge conflicts that a person resolves from the command line, or gives to the agent. */
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventsIn, repository, type RepositoryFolder } from '../conductor.ts'
import { reachOnce } from '../reach-once.ts'
import { gitIn, writeIn } from '../repository/git-in.ts'

const LIST = '1\n2\n3\n4\n5\n6\n7\n8\n9\n'

/** Task a has landed, and b conflicts with it in two hunks of list.txt, in gone.txt and in logo.bin. */
const conflict = reachOnce(async () => {
  const shop = repository({
    'list.txt': LIST,
    'gone.txt': LIST,
    'logo.bin': 'a\0b',
    'tasks.yaml': `
config:
  land: {review: true}
  check: "! grep -q rotten list.txt"
  setup: "while test -e $CONDUCTOR_HOME/wait; do sleep 0.05; done"
tasks:
  - {id: a, run: "sed -i 's/2/a 2/; s/8/a 8/' list.txt; rm gone.txt; printf 'a\\\\0a' > logo.bin"}
  - {id: b, run: "sed -i 's/2/b 2/; s/8/b 8/' list.txt gone.txt; printf 'a\\\\0bb' > logo.bin; echo b > b.txt"}
`,
  })
  await shop.conductor('run', 'tasks.yaml')
  await shop.conductor('approve', 'a')
  const { stdout } = await shop.conductor('approve', 'b')
  if (!stdout.includes('b needs you: conflicts in')) throw new Error(`no conflict:\n${stdout}`)
  return shop
})

const token = async (shop: RepositoryFolder): Promise<string> => {
  const { conflicts }: { conflicts: readonly { token: string }[] } = await shop.json(
    'conflicts',
    'b',
  )
  return conflicts[0]!.token
}

describe('conductor conflicts and resolve', () => {
  it('show the three versions, and land what was decided by hunks and files', async () => {
    await using shop = await conflict()
    const all = await shop.conductor('conflicts')
    expect(all.stdout).toMatch(
      /^b {2}conflicts with conductor\/run-1:\n {4}gone\.txt {2}What landed deleted/,
    )
    const one = (await shop.conductor('conflicts', 'b')).stdout
    expect(one).toContain(`list.txt  Both sides changed the same lines: 2 hunks to decide.
  hunk 1 of 2
    before both:
      | 2
    already landed:
      | a 2
    this task:
      | b 2
  hunk 2 of 2`)
    expect(one).toContain('logo.bin  Both sides changed this file, and it is no text in UTF-8.')
    expect(one).toContain('conductor resolve b --ours')
    const json = await shop.json('conflicts', 'b')
    expect(json).toMatchObject({
      conflicts: [
        {
          task: 'b',
          target: 'conductor/run-1',
          files: [
            { path: 'gone.txt', kind: 'deleted', landed: null },
            { path: 'list.txt', kind: 'text', hunks: 2 },
            { path: 'logo.bin', kind: 'binary', choices: ['landed', 'task'] },
          ],
        },
      ],
    })

    // Bad input changes nothing.
    const state = (): string => shop.git('for-each-ref') + eventsIn(shop.path).length
    const before = state()
    shop.write('../marked.txt', '<<<<<<< left\n')
    for (const [words, why] of [
      [[], 'say how to resolve the conflict'],
      [['--ours', 'other.txt'], '"other.txt" is not in conflict'],
      [['--ours', 'n\nl\x1b[2J'], '"n\ufffdl\ufffd[2J" is not in conflict'],
      [['--ours', 'list.txt'], 'not decided yet: gone.txt, logo.bin'],
      [['--ours', '--file', 'logo.bin=list.txt'], '"logo.bin" is no text in UTF-8'],
      [
        ['--ours', '--file', 'list.txt=../marked.txt'],
        'still a conflict marker in "list.txt": <<<<<<< left',
      ],
      [['--ours', '--file', 'list.txt=nowhere.txt'], 'nowhere.txt cannot be read as text'],
      [['--ours', '--token', 'old'], 'the conflict of "b" has changed since you looked'],
    ] as const) {
      const refused = await shop.conductor('resolve', 'b', ...words)
      expect([words, refused.code, refused.stderr]).toEqual([
        words,
        2,
        expect.stringContaining(why),
      ])
    }
    const unknown = await shop.conductor('explain', 'z\x1b[2J\u202e\x9b')
    expect(unknown.stderr).not.toMatch(/[\x1b\u202e\x9b]/)
    expect((await shop.conductor('resolve', 'a', '--ours')).stderr).toContain(
      '"a" has landed: it has no conflict',
    )
    expect(state()).toBe(before)

    const decided = ['--ours', 'list.txt#1', '--both', 'list.txt#2', '--theirs']
    const resolved = await shop.conductor('resolve', 'b', ...decided, '--token', await token(shop))
    expect(resolved.stdout).toContain('b  will land, with its conflict resolved')
    expect(resolved).toMatchObject({ code: 0, stdout: expect.stringContaining('b  landed') })
    expect(shop.landed('list.txt')).toBe('1\na 2\n3\n4\n5\n6\n7\na 8\nb 8\n9')
    expect(shop.landed('gone.txt')).toContain('b 2')
    expect(shop.landed('logo.bin')).toBe('a\0bb')
    expect(shop.landed('b.txt')).toBe('b')
    expect(shop.git('log', '--format=%s', 'conductor/run-1')).toContain(
      'Resolve conflicts of b with conductor/run-1',
    )
    expect(shop.git('for-each-ref', '--format=%(refname)')).not.toContain('resolved')
    expect((await shop.conductor('conflicts')).stdout).toBe(
      'No task has a conflict for you to solve.\n',
    )
  })

  it('checks what was resolved before it counts: a red result does not land, and is gone on from', async () => {
    await using shop = await conflict()
    writeIn(`${shop.path}-task-b`, 'note.txt', 'somebody wrote this in the worktree\n')
    shop.write('mine.txt', 'rotten\n')
    const red = await shop.conductor('resolve', 'b', '--file', 'list.txt=mine.txt', '--theirs')
    expect(red.code).toBe(1)
    expect(red.stdout).toContain('b needs you: the check fails on the merged result')
    expect(red.stdout).toMatch(/note: .*rescue/)
    expect(shop.landed('list.txt')).toContain('a 2')
    expect(shop.git('show', 'task-b:list.txt')).toBe('rotten')
    expect(shop.git('log', '--all', '--format=%H', '--', 'note.txt')).not.toBe('')
    const clean = await shop.conductor('resolve', 'b', '--ours')
    expect([clean.code, clean.stderr]).toEqual([
      2,
      expect.stringMatching(
        /"b" has no conflict: the check fails on the merged result .*\n.*`conductor approve b`: once you have fixed it in its worktree/,
      ),
    ])
    writeIn(`${shop.path}-task-b`, 'list.txt', 'good\n')
    expect((await shop.conductor('approve', 'b')).code).toBe(0)
    expect(shop.landed('list.txt')).toBe('good')
  })

  it('refuses a conflict that changed in the meantime, and shows the new one', async () => {
    await using shop = await conflict()
    const editor = join(shop.path, '..', 'editor.sh')
    writeIn(
      join(shop.path, '..'),
      'editor.sh',
      '#!/bin/sh\ncp "$1" "$0.saw"\nprintf "edited\\n" > "$1"\n',
    )
    chmodSync(editor, 0o755)
    shop.git('config', 'core.editor', editor)
    const seen = await token(shop)
    const tip = shop.git('rev-parse', 'conductor/run-1')
    // Somebody else moves the target: first beside the conflict, then inside of it.
    const move = (file: string, text: string): void => {
      shop.git('checkout', '-q', 'conductor/run-1')
      writeIn(shop.path, file, text)
      shop.git('commit', '-qam', 'moved', '--allow-empty')
      shop.git('checkout', '-q', 'main')
    }
    move('list.txt', shop.git('show', `${tip}:list.txt`).replace('a 2', 'a 2, moved'))
    const late = await shop.conductor('resolve', 'b', '--ours', '--token', seen)
    expect(late.code).toBe(2)
    expect(late.stderr).toMatch(/a 2, moved[^]*the conflict of "b" has changed since you looked/)
    const edited = await shop.conductor('resolve', 'b', '--editor', '--theirs', 'logo.bin')
    expect([edited.code, edited.stdout]).toEqual([0, expect.stringContaining('b  landed')])
    expect(readFileSync(`${editor}.saw`, 'utf8')).toContain(
      '<<<<<<< already landed\na 2, moved\n||||||| before both\n2\n=======\nb 2\n>>>>>>> this task\n',
    )
    expect(shop.landed('list.txt')).toBe('edited')
    expect(shop.landed('gone.txt')).toBe('edited')
  })

  it('goes on after a coordinator that was killed between any two steps, and lands once', async () => {
    await using shop = await conflict()
    // The folder is gone, so it is set up again: there the coordinator is killed.
    gitIn(shop.path, 'worktree', 'remove', '--force', `${shop.path}-task-b`)
    writeIn(shop.path, '.conductor/wait', '')
    const running = shop.start('resolve', 'b', '--theirs')
    await running.says('b  will land, with its conflict resolved')
    running.signal('SIGKILL')
    await running.done
    const kept = shop.git('for-each-ref', '--format=%(refname)', 'refs/conductor/kept/resolved')
    expect(kept).toMatch(/resolved\/run-1\/[0-9a-f]{40}$/)
    expect((await shop.conductor('resolve', 'b', '--ours')).stderr).toContain(
      '"b" is landing: it has no conflict',
    )
    gitIn(shop.path, 'gc', '--quiet', '--prune=now')
    rmSync(join(shop.path, '.conductor/wait'))
    const resumed = await shop.conductor('resume')
    expect(resumed.stdout).toContain('b  landed')
    expect(shop.landed('list.txt')).toContain('b 2')
    const lands = shop.git('log', '--format=%s', 'conductor/run-1').split('\n')
    expect(lands.filter((subject) => subject === 'Land b')).toHaveLength(1)
    expect(shop.git('for-each-ref', 'refs/conductor/kept/resolved')).toBe('')
  })
})

it('--ask-agent begins the merge for the agent, and tells it the files and hunks', async () => {
  const agent = `
prompt=$(cat)
if echo "$prompt" | grep -q 'Keep the words of both'; then
  echo "$prompt" > "$CONDUCTOR_HOME/told"
  test -e "$(git rev-parse --git-path MERGE_HEAD)" && grep -q '<<<<<<<' list.txt && echo 'a and b' > list.txt
elif echo "$prompt" | grep -q 'Add a line'; then
  echo more >> list.txt
elif echo "$prompt" | grep -q 'The work in this folder is done'; then
  exit 1
else
  echo b > list.txt
fi
`
  await using shop = repository({
    'list.txt': 'begin\n',
    'agent.sh': agent,
    'tasks.yaml': `
config: {land: {review: true}, agents: {b: {command: sh agent.sh}}}
tasks:
  - {id: a, run: "echo a > list.txt"}
  - {id: b, prompt: Write b., agent: b}
`,
  })
  await shop.conductor('run', 'tasks.yaml')
  await shop.conductor('approve', 'a')
  // Its agent may try once by itself, and fails.
  await shop.conductor('approve', 'b')
  const left = await shop.conductor('reject', 'b', 'Add a line.')
  expect(left.stdout).toMatch(
    /left conflict markers in list\.txt[^]*b needs you: conflicts in list/,
  )
  expect(shop.git('show', 'task-b:list.txt')).toBe('b')
  expect((await shop.conductor('rescue')).stdout).toContain('b')
  expect((await shop.conductor('conflicts', 'b')).stdout).toContain('hunk 1 of 1')
  const asked = await shop.conductor('resolve', 'b', '--ask-agent', 'Keep the words of both.')
  expect(asked.stdout).toContain('b  needs you: waits for your approval')
  expect(readFileSync(join(shop.path, '.conductor/told'), 'utf8')).toMatch(
    /Keep the words of both\.[^]*- list\.txt \(content\)[^]*list\.txt, line 1:\n\n {4}<<<<<<< HEAD\n {4}b\n {4}=======\n {4}a\n {4}>>>>>>> /,
  )
  expect((await shop.conductor('approve', 'b')).code).toBe(0)
  expect(shop.landed('list.txt')).toBe('a and b')
})
