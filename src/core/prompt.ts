/** The words an attempt begins with. */
import { conversationFor } from './attempt-start.ts'
import { guidanceOf, pendingGuidance } from './guidance.ts'
import type { Task } from './plan.ts'
import type { Run } from './run.ts'
import type { Purpose } from './task-state.ts'

/** What a prompt is made from besides the run. */
export interface Briefing {
  /** With {{placeholders}}; see docs/prompts.md. */
  readonly template: string
  /** owner/name of the repository, if it is known. */
  readonly repository: string | null
}

/** What the agent of an attempt is told, and the conversation it can go on with. */
export function wordsFor(
  run: Run,
  task: Task,
  purpose: Purpose,
  { briefing, start }: { readonly briefing: Briefing; readonly start: 'fresh' | 'continue' },
): { readonly prompt: string | null; readonly conversation: { id: string; say: string } | null } {
  const known = conversationFor(run, task, start)
  const conversation = known && { id: known.id, say: sayGoOn(run, task, purpose) }
  return { prompt: promptFor(run, task, briefing), conversation }
}

/** All that an agent is told that begins a conversation; null: a command is told nothing. */
function promptFor(run: Run, task: Task, briefing: Briefing): string | null {
  if (task.work.is === 'command') return null
  const text = briefing.template.replaceAll('{{task}}', task.work.text)
  const { said } = guidanceOf(run, task.id)
  return said.length === 0 ? text : `${text}\n\nThis has been decided:\n\n${said.join('\n\n')}\n`
}

/** What is said to an agent that goes on with a conversation. */
function sayGoOn(run: Run, task: Task, purpose: Purpose): string {
  const pending = pendingGuidance(run, task.id)
  if (pending.length > 0) return pending.join('\n\n')
  if (purpose.is === 'redo') return `Your work was reviewed. Change it so that:\n\n${purpose.why}`
  return 'You were interrupted. Go on where you stopped, and finish the task.'
}
