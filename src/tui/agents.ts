/** The agents at work: one row each, with the last line of its attempt. */
import { openAttempts, taskOf, type Attempt } from '../core/run/run.ts'
import { fitToWidth } from './display-text.ts'
import { agentsOf } from './layout.ts'
import { piece, type Line } from './line.ts'
import type { Picture } from './picture.ts'
import { clock, idWidth, nameWidth, titleOf } from './task-words.ts'

export function drawAgents(picture: Picture, rows: number): readonly Line[] {
  const byWorker = new Map(openAttempts(picture.run).map((attempt) => [attempt.worker, attempt]))
  const agents = Array.from({ length: agentsOf(picture.run) }, (_, i) => i + 1)
  if (agents.length <= rows) return agents.map((n) => agentLine(picture, n, byWorker.get(n)))
  const busy = agents.filter((n) => byWorker.has(n))
  const shown = [...busy, ...agents.filter((n) => !byWorker.has(n))].slice(0, rows - 1)
  const lines = shown.map((n) => agentLine(picture, n, byWorker.get(n)))
  const hidden = Math.max(busy.length - shown.length, 0)
  return [...lines, moreLine(agents.length - shown.length, hidden)]
}

const moreLine = (agents: number, working: number): Line => [
  piece(`     and ${agents} more${working > 0 ? `, ${working} of them working` : ', idle'}`, 'dim'),
]

function agentLine(picture: Picture, number: number, attempt: Attempt | undefined): Line {
  const label = piece(`${String(number).padStart(4)} `, 'dim')
  if (attempt === undefined) return [label, piece('idle', 'dim')]
  const { run, now, columns } = picture
  return [
    label,
    piece(fitToWidth(attempt.task, idWidth(run.plan, columns)), 'busy'),
    piece(titleCell(picture, attempt)),
    piece(attemptCell(attempt.number, columns), attempt.number > 1 ? 'plain' : 'dim'),
    piece(` ${clock(now - attempt.startedAt).padStart(7)}  `),
    piece(picture.lastLine(attempt.id) ?? '', 'dim'),
  ]
}

function titleCell({ run, columns }: Picture, { task }: Attempt): string {
  const width = nameWidth(run.plan, columns)
  return width === 0 ? '' : `  ${fitToWidth(titleOf(taskOf(run, task)), width)}`
}

function attemptCell(number: number, columns: number): string {
  if (columns < 50) return ''
  return columns < 140 ? `  #${number}` : `  attempt ${number}`
}
