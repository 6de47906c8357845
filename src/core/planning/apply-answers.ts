/** Puts what the user has decided when asked back into the tasks of a plan that was made offline. */
import { cleanLine } from './check/draft-text.ts'
import { withoutSettled } from './flags/flag-task.ts'
import type { DraftTask, PlanDraft } from './plan-draft.ts'

export interface UserAnswer {
  readonly question: string
  readonly answer: string
  /** The id of the task that it is about; absent: it is about the whole plan. */
  readonly task?: string
}

export const withAnswers = (draft: PlanDraft, answers: readonly UserAnswer[]): PlanDraft =>
  answers.length === 0
    ? draft
    : { ...draft, tasks: draft.tasks.map((task) => decided(task, answers)) }

function decided(task: DraftTask, answers: readonly UserAnswer[]): DraftTask {
  const own = answers.filter((answer) => answer.task === task.id)
  const general = answers.filter((answer) => answer.task === undefined)
  const lines = [
    ...own.map(({ answer }) => `Decided: ${cleanLine(answer)}`),
    ...general.map(({ question, answer }) => `For all: ${cleanLine(`${question} ${answer}`)}`),
  ]
  if (lines.length === 0) return task
  const flags = own.length === 0 ? task.flags : withoutSettled(task.flags)
  return { ...task, prompt: `${task.prompt}\n\n${lines.join('\n')}`, flags }
}
