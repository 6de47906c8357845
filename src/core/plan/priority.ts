/** The words for priorities in task files, commands and the API. */
import type { Priority } from './plan.ts'

export const PRIORITY_WORDS = { high: 1, medium: 3, low: 5 } as const satisfies Record<
  string,
  Priority
>
