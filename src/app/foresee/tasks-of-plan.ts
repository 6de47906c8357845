/** The tasks of a plan as questions to foresight. */
import type { TaskToForesee } from '../../core/foresight/foresee-task.ts'
import type { Plan, Task } from '../../core/plan/plan.ts'
import { withoutLeftAlone } from '../../core/planning/left-alone.ts'
import { wordsOfChange } from '../../core/planning/own-words.ts'
import type { DraftTask } from '../../core/planning/plan-draft.ts'

export const tasksOf = ({ tasks }: Plan): readonly TaskToForesee[] => tasks.map(toForesee)

export const toForesee = ({ id, name, work, files, epic }: Task): TaskToForesee => ({
  id,
  subject: subjectOf(id, name),
  body: work.is === 'prompt' ? wordsOfChange(work.text) : work.line,
  files,
  epic,
})

/** The same question as for the task that it becomes in the task file. */
export const draftToForesee = ({ id, name, prompt, files, epic }: DraftTask): TaskToForesee => ({
  id,
  subject: subjectOf(id, name),
  body: wordsOfChange(prompt),
  files,
  epic,
})

const subjectOf = (id: string, name: string): string =>
  name === id ? id.replaceAll(/[-_.]+/g, ' ') : withoutLeftAlone(name)
