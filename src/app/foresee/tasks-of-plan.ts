/** The tasks of a plan as questions to foresight. */
import type { TaskToForesee } from '../../core/foresight/foresee-task.ts'
import type { Plan, Task } from '../../core/plan/plan.ts'
import { withoutOthers } from '../../core/planning/own-words.ts'
import type { DraftTask } from '../../core/planning/plan-draft.ts'

export const tasksOf = ({ tasks }: Plan): readonly TaskToForesee[] => tasks.map(toForesee)

export const toForesee = ({ id, name, work, files, epic }: Task): TaskToForesee => ({
  id,
  subject: name === id ? asWords(id) : name,
  body: work.is === 'prompt' ? withoutOthers(work.text) : work.line,
  files,
  epic,
})

/** The same question as for the task that it becomes in the task file. */
export const draftToForesee = ({ id, name, prompt, files, epic }: DraftTask): TaskToForesee => ({
  id,
  subject: name === id ? asWords(id) : name,
  body: withoutOthers(prompt),
  files,
  epic,
})

const asWords = (id: string): string => id.replaceAll(/[-_.]+/g, ' ')
