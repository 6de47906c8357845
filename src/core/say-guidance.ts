/** Whether what was last said to the agents of a task has reached one, in words. */
import type { Guidance, HowHeard } from './guidance.ts'

export function sayHeard({ said, delivered, how }: Guidance): string {
  if (delivered < said.length) return 'on its way to its agent'
  return how === null ? 'nothing was said' : HEARD[how]
}

const HEARD: Readonly<Record<HowHeard, string>> = {
  steered: 'heard: it was told while it worked',
  read: 'heard: its agent has read it',
  'in-prompt': 'heard: its next attempt began with it',
}
