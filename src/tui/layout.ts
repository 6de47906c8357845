/** How the rows of the screen are shared out. */
import type { Run } from '../core/run.ts'
import type { Size } from './picture.ts'

interface Layout {
  readonly header: number
  /** Rows below their title; 0 leaves the title away too. */
  readonly agents: number
  readonly queue: number
  readonly footer: number
}

const TITLE = 1

/** Small screens lose the agents first, then the bar, then the keys: the queue says the same in other words. */
export function layoutOf(run: Run, { rows }: Size): Layout {
  const header = Math.min(rows >= 6 ? 2 : 1, rows)
  const footer = rows >= 4 ? 1 : 0
  const room = Math.max(rows - header - footer - TITLE, 0)
  if (rows < 11) return { header, agents: 0, queue: room, footer }
  const forRows = room - TITLE
  const queueAtLeast = Math.min(run.plan.tasks.length, Math.floor(forRows / 3))
  const agents = Math.min(agentsOf(run), forRows - queueAtLeast)
  return { header, agents, queue: forRows - agents, footer }
}

/** More agents than tasks would only ever be idle. */
export const agentsOf = (run: Run): number => Math.min(run.settings.agents, run.plan.tasks.length)

/** The log takes everything between the header and the keys. */
export const logRows = ({ rows }: Size): number => Math.max(rows - 2, 1)
