/** What a task is at, in words: the same in the terminal and on the board. */
import { aimOf, type Purpose, type TaskState } from '../run/task-state.ts'

export const sayPhase = ({ phase }: TaskState & { is: 'landing' }): string => PHASES[phase]

const PHASES = {
  asked: 'taking in what you changed',
  queued: 'waits to be merged',
  checking: 'being checked together with the others',
} as const

/** null: it is the first that is done for the task. */
export function sayAim(purpose: Purpose): string | null {
  const aim = aimOf(purpose)
  switch (aim.is) {
    case 'work':
      return null
    case 'resolve':
      return 'resolving a conflict'
    case 'redo':
      return 'sent back'
  }
}
