import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { hasPty, inTerminal, type InTerminal } from '../../test/in-terminal.ts'

const PROGRAM = fileURLToPath(
  new URL('../../test/programs/view-of-scripted-run.ts', import.meta.url),
)
const ENTER_SCREEN = '\x1b[?1049h'
const LEAVE_SCREEN = '\x1b[?1049l'
const SHOW_CURSOR = '\x1b[?25h'

function open(
  environment: Readonly<Record<string, string>> = {},
  command = (program: string): string => program,
): InTerminal & { report(): { pid: number; how?: string; asked?: unknown[] } } {
  const program = command(`"${process.execPath}" "${PROGRAM}"`)
  const terminal = inTerminal(`${program}; stty -a`, {
    VIEW_TASKS: '8',
    VIEW_AGENTS: '2',
    VIEW_SECONDS: '60',
    NO_COLOR: '1',
    ...environment,
  })
  const report = join(terminal.folder, 'report.json')
  return Object.assign(terminal, { report: () => JSON.parse(readFileSync(report, 'utf8')) })
}

/** The terminal is restored: the screen, the cursor and the line editor of the shell are back. */
function expectRestored(output: string): void {
  const end = output.lastIndexOf(LEAVE_SCREEN)
  expect(output.indexOf(ENTER_SCREEN)).toBeGreaterThanOrEqual(0)
  expect(end).toBeGreaterThan(output.lastIndexOf(ENTER_SCREEN))
  expect(output.indexOf(SHOW_CURSOR, end)).toBeGreaterThan(end)
  expect(output.slice(end)).toMatch(/(?<!-)icanon\b/)
  expect(output.slice(end)).toMatch(/(?<!-)echo\b/)
}

/** Sequences that set a colour or another style. */
const stylesIn = (output: string): string[] =>
  output.split('\x1b').filter((text) => /^\[[\d;]*m/.test(text))

describe.skipIf(!hasPty)('the terminal view in a terminal', () => {
  it('shows the run, does what the keys say and gives the terminal back', async () => {
    await using terminal = open()
    await terminal.sees('run 7 running  shop')
    await terminal.sees('2 of 2 working')
    terminal.press('p')
    await terminal.sees('Paused: working tasks continue, nothing new starts')
    terminal.press('p')
    await terminal.sees('The run continues')
    terminal.press('\x1b[B')
    await terminal.sees('> [*] auth-schema')
    terminal.press('c')
    await terminal.sees('of work?')
    terminal.press('y')
    await terminal.sees('Cancelling auth-')
    terminal.press('q')
    await terminal.sees('stop the run? it can be resumed (y/n)')
    terminal.press('y')
    await terminal.ended()
    expectRestored(terminal.output())
    expect(terminal.report()).toMatchObject({
      how: 'quit',
      asked: [{ ask: 'pause' }, { ask: 'unpause' }, { ask: 'cancel' }],
    })
  })

  it('closes when the run is over and leaves its state on the screen', async () => {
    await using terminal = open({ VIEW_TASKS: '3', VIEW_SECONDS: '0.3' })
    await terminal.ended()
    expectRestored(terminal.output())
    const left = terminal.output().slice(terminal.output().lastIndexOf(LEAVE_SCREEN))
    expect(left).toContain('over: everything landed')
    expect(left).toContain('[+] auth-page')
    expect(terminal.report().how).toBe('over')
  })

  it('lets a watcher leave without a question', async () => {
    await using terminal = open({ VIEW_OWNER: '0' })
    await terminal.sees('2 of 2 working')
    terminal.press('q')
    await terminal.ended()
    expectRestored(terminal.output())
    expect(terminal.report().how).toBe('quit')
  })

  it('takes ctrl-c for an interrupt', async () => {
    await using terminal = open()
    await terminal.sees('2 of 2 working')
    terminal.press('\x03')
    await terminal.ended()
    expectRestored(terminal.output())
    expect(terminal.output()).toContain('over: cancelled')
  })

  it('fits itself to a screen that changes its size', async () => {
    await using terminal = open()
    await terminal.sees('2 of 2 working')
    terminal.resize({ columns: 45, rows: 9 })
    await terminal.sees('\x1b[9;1H\x1b[2K ? help  q quit  enter log  p pause\x1b')
    expect(terminal.output().split('\x1b[2J').at(-1)).not.toContain('\x1b[10;1H')
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)(
    'gives the terminal back when the process is told to end by %s',
    async (signal) => {
      await using terminal = open()
      await terminal.sees('2 of 2 working')
      process.kill(terminal.report().pid, signal)
      await terminal.ended()
      expectRestored(terminal.output())
      expect(terminal.report()).not.toHaveProperty('how')
    },
  )

  it('gives the terminal back when the process fails, and what failed can be read', async () => {
    await using terminal = open()
    await terminal.sees('2 of 2 working')
    process.kill(terminal.report().pid, 'SIGUSR2')
    await terminal.ended()
    expectRestored(terminal.output())
    expect(terminal.output().split(LEAVE_SCREEN).at(-1)).toContain('Error: a bug')
  })

  it('gives the terminal to the shell on ctrl-z, and takes it again on fg, as large as it is then', async () => {
    await using terminal = open({}, (program) => `bash -mc '${program}; stty -a; read -r; fg'`)
    await terminal.sees('2 of 2 working')
    terminal.press('\x1a')
    await terminal.sees(LEAVE_SCREEN)
    await terminal.sees(' icanon ')
    terminal.resize({ columns: 45, rows: 9 })
    terminal.press('\r')
    await terminal.sees(ENTER_SCREEN)
    await terminal.sees('\x1b[9;1H\x1b[2K ? help  q quit  enter log  p pause\x1b')
    terminal.press('qy')
    await terminal.ended()
    expectRestored(terminal.output())
    expect(terminal.report().how).toBe('quit')
  })

  it('stays where there is no shell to go back to', async () => {
    await using terminal = open()
    await terminal.sees('2 of 2 working')
    terminal.press('\x1a')
    await terminal.sees(LEAVE_SCREEN)
    await terminal.sees(ENTER_SCREEN)
    await terminal.sees('2 of 2 working')
    terminal.press('qy')
    await terminal.ended()
    expectRestored(terminal.output())
    expect(terminal.report().how).toBe('quit')
  })

  it('takes pasted text for what it is, whatever stands in it', async () => {
    await using terminal = open()
    await terminal.sees('2 of 2 working')
    terminal.press('\x1b[200~qy\rcy\x03\x1b[201~')
    terminal.press('jt')
    await terminal.sees('tell auth-schema: _')
    terminal.press('\x1b[200~use q\rnot ')
    terminal.press('y\x1b[201~\r')
    await terminal.sees('Told auth-schema: use q …')
    terminal.press('qy')
    await terminal.ended()
    expect(terminal.report()).toMatchObject({
      how: 'quit',
      asked: [{ ask: 'guide', text: 'use q\nnot y' }],
    })
  })

  it('shows the run also to somebody without keys', async () => {
    await using terminal = open(
      { VIEW_TASKS: '3', VIEW_SECONDS: '0.3' },
      (it) => `${it} < /dev/null`,
    )
    await terminal.ended()
    expectRestored(terminal.output())
    expect(terminal.report().how).toBe('over')
  })

  it('writes no colour when there is to be none', async () => {
    await using terminal = open({ VIEW_OWNER: '0' })
    await terminal.sees('2 of 2 working')
    terminal.press('jq')
    await terminal.ended()
    expect(stylesIn(terminal.output())).toEqual([])
  })
})
