/** conductor watch: the live view of a run that another process conducts. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Event } from '../../core/run/event.ts'
import type { Run } from '../../core/run/run.ts'
import { findCoordinator } from '../../store/coordinator-lock.ts'
import { pageAt } from '../conduct/browser.ts'
import type { Console } from '../console/console.ts'
import { askFromAfar, followRun, liveRun, movement, type Movement } from '../conduct/live-run.ts'
import { loadConfig } from '../plan/load-plan.ts'
import { openStoreToRead, readRun } from './read-runs.ts'
import { viewSettings } from '../conduct/open-live-view.ts'
import { sayEvents } from '../../core/say/say-event.ts'
import { howToTake } from '../../report-text/say-next-steps.ts'
import { findWeb } from '../serve/web-server-card.ts'
import { findWorkspace, type Workspace } from '../place/workspace.ts'

export async function watchCommand(ui: boolean, console: Console): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const store = openStoreToRead(workspace)
  try {
    const run = readRun(store, undefined, workspace)
    if (findCoordinator(workspace.home)?.run !== run.id) {
      const { statusCommand } = await import('./look-commands.ts')
      return statusCommand(undefined, console)
    }
    const moves = movement()
    using following = followRun(store, run, (events) => {
      if (!ui) print(events, run, console)
      moves.moved()
    })
    const gone = coordinatorGone(workspace)
    await (ui
      ? watchOnScreen(run, workspace, moves, { console, gone })
      : Promise.race([gone, untilEnded(run, moves)]))
    // The last events may have been recorded after the last look.
    following.look()
    if (run.ended !== null) howToTake(run).forEach(console.say)
    return 0
  } finally {
    store.close()
  }
}

async function watchOnScreen(
  run: Run,
  workspace: Workspace,
  moves: Movement,
  { console, gone }: { readonly console: Console; readonly gone: Promise<void> },
): Promise<void> {
  const { config } = await loadConfig(workspace)
  const { openTerminalView } = await import('../../tui/terminal-view.ts')
  const live = liveRun(
    () => run,
    workspace.home,
    moves,
    (ask) => askFromAfar(workspace.home, ask),
  )
  const view = openTerminalView(live, {
    ...viewSettings(config),
    colour: console.colour,
    stdin: process.stdin,
    stdout: process.stdout,
    owner: false,
    page: pageAt(findWeb(workspace.home)?.link ?? null),
    onInterrupt: () => view.close(),
  })
  void gone.then(() => sleep(LAST_LOOK)).then(() => view.close())
  await view.closed
}

function print(events: readonly Event[], run: Run, console: Console): void {
  if (!console.json) return sayEvents(events, run).forEach((line) => console.say(line))
  for (const event of events) process.stdout.write(`${JSON.stringify(event)}\n`)
}

const untilEnded = (run: Run, moves: Movement): Promise<void> =>
  new Promise((resolve) => {
    const stop = moves.subscribe(() => {
      if (run.ended === null) return
      stop()
      resolve()
    })
  })

/** Milliseconds: enough for one more look at the store. */
const LAST_LOOK = 300

async function coordinatorGone({ home }: Workspace): Promise<void> {
  while (findCoordinator(home) !== null) await sleep(500, undefined, { ref: false })
}
