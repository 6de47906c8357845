/** conductor watch: the live view of a run that another process conducts. */
import type { Event } from '../core/event.ts'
import type { Run } from '../core/run.ts'
import { findCoordinator } from '../store/coordinator-lock.ts'
import type { Console } from './console.ts'
import { askFromAfar, followRun, liveRun, movement, type Movement } from './live-run.ts'
import { loadConfig } from './load-plan.ts'
import { openStoreToRead, readRun } from './open-runs.ts'
import { sayEvent } from './say-event.ts'
import { findWorkspace, type Workspace } from './workspace.ts'

export async function watchCommand(ui: boolean, console: Console): Promise<number> {
  const workspace = findWorkspace()
  const store = openStoreToRead(workspace)
  try {
    const run = readRun(store, undefined)
    if (findCoordinator(workspace.home)?.run !== run.id) {
      const { statusCommand } = await import('./look-commands.ts')
      return statusCommand(undefined, console)
    }
    const moves = movement()
    using _following = followRun(store, run, (events) => {
      if (!ui) print(events, run, console)
      moves.moved()
    })
    await (ui ? watchOnScreen(run, workspace, moves, console) : untilOver(run, workspace, moves))
    return 0
  } finally {
    store.close()
  }
}

async function watchOnScreen(
  run: Run,
  workspace: Workspace,
  moves: Movement,
  console: Console,
): Promise<void> {
  const { config } = await loadConfig(workspace)
  const { openTerminalView } = await import('../tui/terminal-view.ts')
  const live = liveRun(run, workspace.home, moves, (ask) => askFromAfar(workspace.home, ask))
  const view = openTerminalView(live, {
    refreshRate: config.ui.refreshRate,
    colour: console.colour,
    stdin: process.stdin,
    stdout: process.stdout,
    owner: false,
    onInterrupt: () => view.close(),
  })
  const gone = setInterval(() => {
    if (findCoordinator(workspace.home) === null && run.ended === null) view.close()
  }, 1000)
  await view.closed
  clearInterval(gone)
}

function print(events: readonly Event[], run: Run, console: Console): void {
  for (const event of events) {
    const line = console.json ? JSON.stringify(event) : sayEvent(event, run)
    if (line !== null) process.stdout.write(`${line}\n`)
  }
}

/** Or until its coordinator is gone. */
function untilOver(run: Run, workspace: Workspace, moves: Movement): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (run.ended === null && findCoordinator(workspace.home) !== null) return
      clearInterval(timer)
      stop()
      resolve()
    }
    const timer = setInterval(check, 500)
    const stop = moves.subscribe(check)
  })
}
