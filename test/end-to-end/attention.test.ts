import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { NeedDocument } from '../../src/core/report/attention-document.ts'
import { BIN, folder, type Folder } from '../conductor.ts'
import { hasPty, inTerminal } from '../in-terminal.ts'
import { until } from '../until.ts'

/** An agent that asks the coordinator a question and ends its turn; with the answer in its prompt it succeeds. */
const ASKS = `
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
const home = process.env.CONDUCTOR_HOME
if (readFileSync(0, 'utf8').includes('once an hour')) process.exit(0)
const { socket } = JSON.parse(readFileSync(home + '/server.json', 'utf8'))
const question = {
  decision: 'Should tokens be refreshed?',
  options: ['on every request', 'once an hour'],
  context: 'They expire after an hour.',
  area: 'security',
}
const ask = { ask: 'hear', attempt: process.env.CONDUCTOR_ATTEMPT, sign: { is: 'question', question } }
const headers = { 'content-type': 'application/json', host: 'localhost' }
const sent = request({ socketPath: socket, path: '/api/ask', method: 'POST', headers }, (response) => {
  response.resume()
  process.exitCode = response.statusCode === 200 ? 0 : 1
})
sent.end(JSON.stringify(ask))
`

const TASKS = `
notifications:
  on_attention:
    - { type: command, command: 'echo "$CONDUCTOR_NOTIFY_KIND $CONDUCTOR_NOTIFY_TEXT" >> told.txt' }
    - { type: command, command: [no-such-program] }
  on_failure:
    - { type: command, command: 'echo failed >> told.txt' }
tasks:
  - { id: login, issue: 124, name: Log in, prompt: do it, agent: asker }
  - { id: other, run: 'true' }
`

const asking = (): Folder =>
  folder({
    'ask.mjs': ASKS,
    'tasks.yaml': TASKS,
    '.conductor/config.yaml': `agents: { asker: { command: "${process.execPath} ask.mjs" } }\n`,
  })

it('says that nothing needs anybody', async () => {
  await using place = folder({ 'tasks.yaml': 'tasks: [{ id: a, run: "true" }]' })
  await place.conductor('run', 'tasks.yaml')
  expect((await place.conductor('attention')).stdout).toBe('Nothing needs you.\n')
  expect(await place.json('attention')).toEqual({
    run: '1',
    attention: [],
    other_runs: [],
    waiting_runs: [],
  })
})

it('shows a question with its parts, tells of it once, and waits for the answer', async () => {
  await using place = asking()
  const run = await place.conductor('run', 'tasks.yaml')
  expect(run.code).toBe(1)
  expect(run.stdout).toContain('login needs you: asks: Should tokens be refreshed?')
  expect(run.stdout).toContain('conductor guide login "..."    answer')
  expect(run.stderr).toContain(
    'note: no notification by a command: no-such-program is not installed',
  )

  const status = (await place.conductor('status')).stdout.replace(/\(\d+s\)/g, '(1s)')
  expect(status).toContain(`
Needs you (1):

[!] #124 - QUESTION (1s) - asks: Should tokens be refreshed?
    conductor guide login "..."    answer
    conductor cancel login         cancel the task

Active Sessions (1):

[!] #124 - STUCK (1s) - Log in
    Reason: decision needed: Should tokens be refreshed?
    Topic: security
    Options considered:
      1. on every request
      2. once an hour
    Context: They expire after an hour.
`)
  expect(status).not.toContain('Not landed')

  expect(await place.json('status')).toMatchObject({
    sessions: [{ task: 'login', status: 'stuck' }],
    attention: [{ kind: 'question', urgent: true, task: 'login', issue: 124, title: 'Log in' }],
  })
  expect((await place.conductor('attention', '--follow')).stdout).toMatch(
    /Agent: \d, task login \(#124\)\n    Topic: security\n    Decision needed: Should/,
  )
  expect(readFileSync(join(place.path, 'told.txt'), 'utf8')).toBe(
    'question login: asks: Should tokens be refreshed?\n',
  )
})

it('tells how a run ended, and what to type about what failed', async () => {
  await using place = folder({
    'tasks.yaml': `
notifications:
  on_complete: [{ type: command, command: [touch, completed] }]
  on_failure: [{ type: command, command: 'cat > failed.json', message: 'oh no: {text}' }]
tasks: [{ id: a, run: 'echo no such table; test -e good' }, { id: b, run: 'true', dependencies: [a] }]
`,
  })
  const run = await place.conductor('run', 'tasks.yaml')
  const need = 'failed: exit code 1; 1 dependent task was skipped'
  expect(run.stdout).toContain(`a needs you: ${need}\n  conductor retry a      retry it,`)
  expect(JSON.parse(readFileSync(join(place.path, 'failed.json'), 'utf8'))).toMatchObject({
    kind: 'failed',
    run: '1',
    task: null,
    text: 'oh no: failed: 0 of 2 tasks landed',
  })
  expect(existsSync(join(place.path, 'completed'))).toBe(false)

  const { attention } = (await place.json('attention')) as { attention: readonly NeedDocument[] }
  expect(attention).toMatchObject([{ kind: 'task-failed', urgent: true, task: 'a', what: need }])
  expect((await place.conductor('attention')).stdout).toContain('    Skipped: b\n')
  place.write('good', '')
  const typed = attention[0]!.ways.map(({ command }) => command.split(' ').slice(1))
  for (const [command, ...words] of typed.toReversed())
    expect((await place.conductor(command!, ...words)).code).toBe(0)
  expect((await place.conductor('attention')).stdout).toBe('Nothing needs you.\n')
  expect(existsSync(join(place.path, 'completed'))).toBe(true)
})

it.skipIf(!hasPty)('can be answered in the live view, and rings the bell for it', async () => {
  await using place = asking()
  place.write('tasks.yaml', TASKS.replace(/^notifications:[^]*(?=tasks:)/m, ''))
  const command = `cd "${place.path}" && "${process.execPath}" "${BIN}" run tasks.yaml`
  await using terminal = inTerminal(command, { HOME: place.path, NO_COLOR: '1' })
  await terminal.sees('needs you  1')
  await terminal.sees('Decision needed: Should tokens be refreshed?')
  await until('the bell', () => terminal.output().includes('\x07'))
  terminal.press('\t')
  await terminal.sees('> [!] login')
  terminal.press('t')
  await terminal.sees('answer login (a number chooses an option): _')
  terminal.press('once an hour')
  await terminal.sees('an option): once an hour_')
  terminal.press('\r')
  await terminal.sees('over: everything landed')
  await terminal.ended()
  expect(terminal.output().split('\x07')).toHaveLength(2)
  expect(await place.json('status')).toMatchObject({ status: 'completed', attention: [] })
})
