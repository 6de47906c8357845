/** The live view of a real run: it goes with everything else that a run can do. */
import { expect, it } from 'vitest'
import { BIN, folder } from '../conductor.ts'
import { hasPty, inTerminal } from '../in-terminal.ts'

const PLAN = `
config: { retry: { max_attempts: 2, initial_delay: 1s } }
tasks:
  - { id: flaky, priority: high, run: 'test -e tried || { touch tried; sleep 1; false; }' }
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
    // Green as dracula has it.
    expect(seen).toContain('\x1b[38;5;84mrunning')
  },
)
