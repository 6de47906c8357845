/** How the rows of the screen are shared out. */
import { openAttempts, type Run } from '../core/run.ts'
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
 * Small screens lose what needs you and the agents first, then the bar, then the keys: the queue says the
 * same in other words, and the header how many need you.
 */
export function layoutOf(picture: Picture): Layout {
  const { run, rows } = picture
  const header = Math.min(rows >= 6 ? 2 : 1, rows)
  const footer = rows >= 4 ? 1 : 0
  const room = Math.max(rows - header - footer - TITLE, 0)
  if (rows < 11) return { header, attention: 0, agents: 0, queue: room, footer }
  const forRows = room - TITLE
  const third = Math.floor(forRows / 3)
  const tasks = run.plan.tasks.length
  const spare = forRows - agentsOf(run) - tasks
  const panel = Math.min(panelRows(picture), Math.max(third, spare))
  const agents = Math.min(agentsOf(run), forRows - panel - Math.min(tasks, third))
  const attention = Math.max(panel - TITLE, 0)
  return { header, attention, agents, queue: forRows - panel - agents, footer }
}

const panelRows = (picture: Picture): number => {
  const wanted = rowsWanted(picture)
  return wanted === 0 ? 0 : wanted + TITLE
}

/** More agents than tasks would only ever be idle; those that work are shown, also when there are to be fewer. */
export const agentsOf = (run: Run): number =>
  openAttempts(run).reduce(
    (most, { worker }) => Math.max(most, worker),
    Math.min(run.agents, run.plan.tasks.length),
  )

/** The log takes everything between the header and the keys. */
export const logRows = ({ rows }: Size): number => Math.max(rows - 2, 1)
