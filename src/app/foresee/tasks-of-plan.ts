/** The tasks of a plan as questions to foresight. */
import type { TaskToForesee } from '../../core/foresight/foresee-task.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { withoutOthers } from '../../core/planning/own-words.ts'

export const tasksOf = ({ tasks }: Plan): readonly TaskToForesee[] =>
  tasks.map(({ id, name, work, files }) => ({
    id,
    subject: name === id ? asWords(id) : name,
    body: work.is === 'prompt' ? withoutOthers(work.text) : work.line,
    files,
  }))

const asWords = (id: string): string => id.replaceAll(/[-_.]+/g, ' ')
