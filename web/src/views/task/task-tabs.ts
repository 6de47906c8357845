/** The parts of the page of a task. */
export const TASK_TABS = [
  ['transcript', 'Transcript'],
  ['work', 'What to do'],
  ['diff', 'Diff'],
  ['checks', 'Checks'],
  ['attempts', 'Attempts'],
] as const

export type TaskTab = (typeof TASK_TABS)[number][0]
