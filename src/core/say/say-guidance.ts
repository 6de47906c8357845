/** Whether the last guidance for a task has reached an agent, in words. */
import { guidanceOf, type HowHeard } from '../agent/guidance.ts'
import { shortenQuote } from '../text/shorten-quote.ts'
import type { TaskId } from '../value/ids.ts'
import { stateOf, taskOf, type Run } from '../run/run.ts'
import { aimOf, isOver } from '../run/task-state.ts'

export function sayHeard(run: Run, task: TaskId): string {
  const { said, delivered, how } = guidanceOf(run, task)
  if (delivered < said.length) return sayPending(run, task)
  return how === null ? 'nothing was said' : HEARD[how]
}

/** The reply to the person who gave the guidance: a running command cannot be told anything. */
export const sayGuided = (run: Run, task: TaskId, text: string): string =>
  isCommandAtWork(run, task)
    ? `Kept for ${task}: ${shortenQuote(text)}\n${HOW_COMMANDS_HEAR}`
    : `Told ${task}: ${shortenQuote(text)}`

const HOW_COMMANDS_HEAR =
  'It is a command: it sees this only if it calls `conductor session guidance`. Otherwise its next attempt, if there is one, finds it in CONDUCTOR_GUIDANCE.'

function isCommandAtWork(run: Run, task: TaskId): boolean {
  const state = stateOf(run, task)
  const isCommand = taskOf(run, task).work.is === 'command'
  return state.is === 'working' && isCommand && aimOf(state.purpose).is !== 'resolve'
}

/** For guidance that has not reached an agent yet. */
export function sayPending(run: Run, task: TaskId): string {
  const state = stateOf(run, task)
  if (isOver(state)) return 'not delivered: the attempt ended before'
  if (isCommandAtWork(run, task))
    return 'not delivered yet: a command gets it when it asks for it, or is retried'
  return 'on its way to its agent'
}

const HEARD: Readonly<Record<HowHeard, string>> = {
  steered: 'delivered while its agent worked',
  read: 'delivered: its agent has read it',
  'in-prompt': 'delivered: its next attempt began with it',
}
