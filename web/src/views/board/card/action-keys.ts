/** The letter of each action in the menu of a card. */
import type { ActionName } from '../../../../../src/core/ask/task-actions.ts'

/** No two that are ever offered together have the same one. */
export const ACTION_KEYS: Readonly<Record<ActionName, string>> = {
  approve: 'a',
  land: 'a',
  reject: 'b',
  retry: 'r',
  skip: 's',
  cancel: 'c',
  preempt: 'p',
  guide: 't',
  budget: 'e',
  allow: 'y',
  deny: 'n',
  sooner: 'u',
  later: 'o',
  'change-lane': 'l',
}
