/**
 * Shows a scripted run in its terminal, for tests, for the bench and for looking at. SIGUSR2 makes it throw, as a bug
 * would. It reads VIEW_TASKS, VIEW_AGENTS, VIEW_SECONDS (of one task), VIEW_OWNER, VIEW_SPLASH (seconds), and
 * TERMINAL_FOLDER, to which it writes report.json about what happened.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTerminalView } from '../../src/tui/terminal-view.ts'
import { demoPlan, playOn } from '../played/play-scripted-run.ts'
import { scriptedLiveRun } from '../played/scripted-live-run.ts'

const env = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)

const plan = demoPlan(env('VIEW_TASKS', 40), env('VIEW_SECONDS', 8))
const live = scriptedLiveRun(plan, { agents: env('VIEW_AGENTS', 6) }, Date.now())
const stop = playOn(live, { updatesPerSecond: 10 })
const view = openTerminalView(live, {
  refreshRate: 10,
  colour: process.env['NO_COLOR'] === undefined,
  splashSeconds: env('VIEW_SPLASH', 0),
  stdin: process.stdin,
  stdout: process.stdout,
  owner: env('VIEW_OWNER', 1) === 1,
  onInterrupt: () => {
    live.record({ type: 'run-cancelled' }, { type: 'run-ended', status: 'cancelled' })
    view.close()
  },
})
process.on('SIGUSR2', () => {
  throw new Error('a bug')
})
report({})
const how = await view.closed
stop()
report({ how, asked: live.asked })

function report(facts: Readonly<Record<string, unknown>>): void {
  const folder = process.env['TERMINAL_FOLDER']
  if (folder === undefined) return
  writeFileSync(join(folder, 'report.json'), JSON.stringify({ pid: process.pid, ...facts }))
}
