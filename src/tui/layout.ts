/** Decides how the panels share the rows of the screen. */
import { openAttempts, type Run } from '../core/run/run.ts'
import { rowsWanted } from './attention-panel.ts'
import type { Picture, Size } from './picture.ts'

interface Layout {
  readonly header: number
  /** Rows below the title of the panel; 0 leaves the title out, too. */
  readonly attention: number
  readonly agents: number
  readonly queue: number
  readonly footer: number
}

const TITLE = 1

/**
 * When rows are short, idle agents are left out first, then working agents: the queue shows them as well. The
 * smallest screens lose the panel of needs, too, then the bar, then the keys: the header says how many needs
 * there are.
 */
export function layoutOf(picture: Picture): Layout {
  const { run, rows } = picture
  const header = Math.min(rows >= 6 ? 2 : 1, rows)
  const footer = rows >= 4 ? 1 : 0
  const room = Math.max(rows - header - footer - TITLE, 0)
  if (rows < 11) return { header, attention: 0, agents: 0, queue: room, footer }
  const wanted = rowsWanted(picture)
  const attention = Math.min(wanted, room - TITLE - fewestTasks(run, room, wanted))
  const left = room - withTitle(attention)
  const agents = agentRows(run, left, wanted)
  return { header, attention, agents, queue: left - withTitle(agents), footer }
}

const withTitle = (rows: number): number => (rows === 0 ? 0 : rows + TITLE)

/** The needs come first, whole if possible; tasks and agents share the rest. */
const FEW_TASKS = 3

const fewestTasks = (run: Run, room: number, wanted: number): number =>
  Math.min(run.plan.tasks.length, wanted === 0 ? Math.floor((room - TITLE) / 3) : FEW_TASKS)

/** Idle agents get rows of their own only when no other panel needs them. */
function agentRows(run: Run, left: number, wanted: number): number {
  const all = agentsOf(run)
  const room = left - TITLE - fewestTasks(run, left, wanted)
  if (wanted === 0 || left - TITLE - run.plan.tasks.length >= all)
    return Math.max(Math.min(all, room), 0)
  const busy = openAttempts(run).length
  // All working agents are shown, or none of them: the queue has them all.
  if (busy === 0 || room < busy) return 0
  return Math.min(busy + (busy < all ? 1 : 0), room)
}

/**
 * More agents than tasks would always be idle, so they get no rows. Working agents are shown, even when the
 * user has lowered their number.
 */
export const agentsOf = (run: Run): number =>
  openAttempts(run).reduce(
    (most, { worker }) => Math.max(most, worker),
    Math.min(run.agents, run.plan.tasks.length),
  )

/** The log takes everything between the header and the keys. */
export const logRows = ({ rows }: Size): number => Math.max(rows - 2, 1)
