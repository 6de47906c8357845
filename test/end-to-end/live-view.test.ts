/** The live view in the terminal, of real runs. */
import { expect, it } from 'vitest'
import { join } from 'node:path'
import { findCoordinator } from '../../src/store/coordinator-lock.ts'
import { BIN, eventsIn, folder, processesOf } from '../conductor.ts'
import { hasPty, inTerminal } from '../in-terminal.ts'
import { until } from '../until.ts'

const PLAN = `
config: { retry: { max_attempts: 2, initial_delay: 1s } }
tasks:
  - { id: flaky, priority: high, run: 'test -e tried && exec sleep 0.3; touch tried; sleep 1; false' }
  - id: ask
    priority: high
    run: 'test -e asked || { touch asked; "${process.execPath}" "${BIN}" session ask "Which?" --option one; }'
  - { id: third, run: sleep 0.2 }
  - { id: later, run: sleep 0.2, dependencies: [flaky] }
`

it.skipIf(!hasPty).each([
  ['one after another', '1', '1 of 1 working'],
  ['at once', '2', '2 of 2 working'],
])(
  'shows tasks %s: dependencies, the line for a free agent, retries, a session that asks, and the configured look',
  async (_, parallel, working) => {
    await using place = folder({
      'tasks.yaml': PLAN,
      '.conductor/config.yaml': 'ui: { theme: dracula, splash_duration: 1s, refresh_rate: 20 }\n',
    })
    const command = `cd "${place.path}" && "${process.execPath}" "${BIN}" run tasks.yaml -p ${parallel} --no-web`
    const environment = { HOME: place.path, CONDUCTOR_UI_SHOW_SPLASH: 'true', FORCE_COLOR: '1' }
    await using terminal = inTerminal(command, environment, { columns: 80, rows: 24 })
    await terminal.sees('C O N D U C T O R')
    terminal.press(' ')
    await terminal.sees('Decision needed: Which?')
    await terminal.sees('1. one')
    terminal.press('t')
    terminal.press('this one')
    await terminal.sees('this one_')
    terminal.press('\r')
    await terminal.sees('Told ask: this one')
    await terminal.sees('over: everything landed')
    await terminal.ended()
    const seen = terminal.output()
    expect(seen).toContain(working)
    expect(seen).toContain('after flaky')
    expect(seen).toContain('next in line')
    expect(seen).toContain('#2')
    // The green of the theme dracula.
    expect(seen).toContain('\x1b[38;5;84mrunning')
  },
)

it.skipIf(!hasPty)('stops in good order when its terminal is closed', async () => {
  await using place = folder({ 'tasks.yaml': 'tasks: [{ id: long, run: sleep 60 }]\n' })
  const command = `cd "${place.path}" && "${process.execPath}" "${BIN}" run tasks.yaml --no-web`
  await using terminal = inTerminal(command, { HOME: place.path })
  await terminal.sees('1 of')
  const types = (): readonly string[] => eventsIn(place.path).map(({ type }) => type)
  await until('the task works', () => types().includes('attempt-started'))
  terminal.hangUp()
  await until('nothing works any more', () => processesOf(place.path).length === 0)
  const isGone = (): boolean => findCoordinator(join(place.path, '.conductor')) === null
  await until('its coordinator is gone', isGone)
  expect(types()).toContain('attempt-ended')
})

it.skipIf(!hasPty)('can be suspended and goes on', async () => {
  await using place = folder({
    'tasks.yaml': 'tasks: [{ id: long, run: "until [ -e go ]; do sleep 0.1; done" }]\n',
  })
  const run = `"${process.execPath}" "${BIN}" run tasks.yaml --no-web`
  const shell = `cd "${place.path}" && bash -mc '${run}; echo "suspended: $?"; read -r; fg'`
  await using terminal = inTerminal(shell, { HOME: place.path })
  await terminal.sees('1 of')
  terminal.press('\x1a')
  await terminal.sees('suspended: 148')
  place.write('go', '')
  terminal.press('\r')
  await terminal.ended()
  expect(terminal.output()).toContain('over: everything landed')
})
