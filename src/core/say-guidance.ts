/** Whether what was last said to the agents of a task has reached one, in words. */
import { guidanceOf, type HowHeard } from './guidance.ts'
import type { TaskId } from './ids.ts'
import { stateOf, taskOf, type Run } from './run.ts'
import { isOver } from './task-state.ts'

export function sayHeard(run: Run, task: TaskId): string {
  const { said, delivered, how } = guidanceOf(run, task)
  if (delivered < said.length) return sayPending(run, task)
  return how === null ? 'nothing was said' : HEARD[how]
}

/** Of words that have not reached an agent yet. */
export function sayPending(run: Run, task: TaskId): string {
  const state = stateOf(run, task)
  if (isOver(state)) return 'not heard: it was over before'
  if (state.is === 'working' && taskOf(run, task).work.is === 'command')
    return 'not heard yet: a command hears it when it is tried again'
  return 'on its way to its agent'
}

const HEARD: Readonly<Record<HowHeard, string>> = {
  steered: 'heard: it was told while it worked',
  read: 'heard: its agent has read it',
  'in-prompt': 'heard: its next attempt began with it',
}
