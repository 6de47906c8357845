/** How the rows of the screen are shared out. */
import { openAttempts, type Run } from '../core/run/run.ts'
import { rowsWanted } from './attention-panel.ts'
import type { Picture, Size } from './picture.ts'

interface Layout {
  readonly header: number
  /** Rows below their title; 0 leaves the title away too. */
  readonly attention: number
  readonly agents: number
  readonly queue: number
  readonly footer: number
}

const TITLE = 1

/**
 * Idle agents give way first, then those at work: the queue says the same in other words. The smallest screens
 * lose what needs you, too, then the bar, then the keys: the header says how many need you.
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

/** What needs a person comes first, whole if it can; tasks and agents share the rest. */
const FEW_TASKS = 3

const fewestTasks = (run: Run, room: number, wanted: number): number =>
  Math.min(run.plan.tasks.length, wanted === 0 ? Math.floor((room - TITLE) / 3) : FEW_TASKS)

/** Idle agents are worth rows of their own only when nobody else wants them. */
function agentRows(run: Run, left: number, wanted: number): number {
  const all = agentsOf(run)
  const room = left - TITLE - fewestTasks(run, left, wanted)
  if (wanted === 0 || left - TITLE - run.plan.tasks.length >= all)
    return Math.max(Math.min(all, room), 0)
  const busy = openAttempts(run).length
  // Not some of those at work: the queue has them all.
  if (busy === 0 || room < busy) return 0
  return Math.min(busy + (busy < all ? 1 : 0), room)
}

/** More agents than tasks would only ever be idle; those that work are shown, also when there are to be fewer. */
export const agentsOf = (run: Run): number =>
  openAttempts(run).reduce(
    (most, { worker }) => Math.max(most, worker),
    Math.min(run.agents, run.plan.tasks.length),
  )

/** The log takes everything between the header and the keys. */
export const logRows = ({ rows }: Size): number => Math.max(rows - 2, 1)
