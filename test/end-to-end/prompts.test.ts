/** The prompts of agents, as a user sees and changes them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folder } from '../conductor.ts'

const PLAN = `
config: {agent: echo, agents: {echo: {command: "cat > told.md"}}}
tasks:
  - {id: make, run: "true"}
  - {id: api, name: Write the API, prompt: "Use {{nothing}} fancy.", files: [api.ts], dependencies: [make]}
`
const CONFIG = { '.conductor/config.yaml': 'prompt: words.md\n' }

describe('conductor prompt', () => {
  it('shows what the agent of a task would be told, before there is a run', async () => {
    await using place = folder({ 'tasks.yaml': PLAN })
    const { code, stdout } = await place.conductor('prompt', 'api', 'tasks.yaml')
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^# Write the API\n\nUse \{\{nothing\}\} fancy\.\n\n## What it builds on/,
    )
    expect(stdout).toContain('- api.ts')
    expect(existsSync(join(place.path, '.conductor'))).toBe(false)
  })

  it('refuses a command, and a task that is not there', async () => {
    await using place = folder({ 'tasks.yaml': PLAN })
    const command = await place.conductor('prompt', 'make', 'tasks.yaml')
    expect([command.code, command.stderr]).toEqual([2, expect.stringContaining('is a command')])
    const nobody = await place.conductor('prompt', 'apy', 'tasks.yaml')
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('did you mean "api"')])
  })

  it('shows in a run what an agent would hear next', async () => {
    await using place = folder({
      'tasks.yaml': PLAN.replace('cat > told.md', 'echo no such table; exit 3'),
    })
    expect((await place.conductor('run', 'tasks.yaml')).code).toBe(1)
    const { stdout } = await place.conductor('prompt', 'api')
    expect(stdout).toMatch(/## Status\n\n.*exit code 3.*\n\n {4}no such table\n/)
    const document = (await place.json('prompt', 'api')) as { prompt: string; goes_on_with: null }
    expect(document).toMatchObject({ task: 'api', goes_on_with: null })
    expect(document.prompt.trimEnd()).toBe(stdout.trimEnd())
    place.write('tasks.yaml', PLAN.replace('id: api', 'id: other'))
    await place.conductor('run', 'tasks.yaml')
    expect((await place.conductor('prompt', 'api')).code).toBe(2)
    const older = await place.conductor('prompt', 'api', '--run', '1')
    expect([older.code, older.stdout]).toEqual([0, stdout])
    const both = await place.conductor('prompt', 'api', 'tasks.yaml', '--run', '1')
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('together')])
  })
})

describe('a template of the user', () => {
  it('is what agents are told, also from a folder below', async () => {
    await using place = folder({ ...CONFIG, 'tasks.yaml': PLAN, 'words.md': 'Do: {{task}}\n' })
    expect((await place.conductor('run', 'tasks.yaml')).code).toBe(0)
    const { stdout } = await place.conductor('prompt', 'api')
    expect(stdout).toBe('Do: Use {{nothing}} fancy.\n')
  })

  it.each([
    ['is not there', {}, /config\.yaml:1 .*words\.md does not exist/],
    ['has a mistake', { 'words.md': 'x\n{{task}}\n{{titel}}\n' }, /^words\.md:3 {2}\{\{titel\}\}/],
    ['says nothing', { 'words.md': 'hello\n' }, /^words\.md:1 {2}\{\{task\}\} is missing/],
  ])('that %s is refused with exit 2 before anything starts', async (_, files, says) => {
    await using place = folder({ ...CONFIG, ...files, 'tasks.yaml': PLAN })
    for (const command of ['run', 'validate']) {
      const { code, stderr } = await place.conductor(command, 'tasks.yaml')
      expect(code).toBe(2)
      expect(stderr).toMatch(says)
      expect(stderr.includes('nothing was started')).toBe(command === 'run')
    }
    expect(existsSync(join(place.path, '.conductor', 'conductor.db'))).toBe(false)
  })
})
