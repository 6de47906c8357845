/** The flags of all tasks of a plan, each with its reason. */
import type { Plan, Task, TaskFlag } from '../../plan/plan.ts'
import { isToBeFetched, quotesIssue } from '../../forge/issues/issue-prompt.ts'
import type { TaskId } from '../../value/ids.ts'
import { flagTask, isDecided, withoutSettled } from './flag-task.ts'
import { isAddedByPlanner, ownWords, withoutOthers } from '../own-words.ts'
import type { DraftFlag } from '../plan-draft.ts'
import type { SensitiveAreas } from './sensitive-areas.ts'

export interface FlaggedTask extends DraftFlag {
  readonly task: TaskId
}

/** Why a planner gave a task its flag; null: it is not known. */
export type ReasonOf = (task: string, flag: TaskFlag) => string | null

/** Flags of the task file, and those that the words and files of a task give it. */
export const flagsIn = (
  { tasks }: Pick<Plan, 'tasks'>,
  areas: SensitiveAreas,
  reasonOf: ReasonOf = () => null,
): readonly FlaggedTask[] =>
  tasks.flatMap((task) =>
    flagsOf(task, areas, reasonOf).map((flag) => ({ task: task.id, ...flag })),
  )

function flagsOf(task: Task, areas: SensitiveAreas, reasonOf: ReasonOf): readonly DraftFlag[] {
  const { id, work } = task
  const named = task.flags.map((flag): DraftFlag => {
    const why = reasonOf(id, flag) ?? reasonInQuotation(flag, task, areas) ?? NO_REASON
    return { flag, why }
  })
  if (work.is === 'command' || isToBeFetched(task)) return named
  const own = isDecided(work.text) ? withoutSettled(named) : named
  const computed =
    isAddedByPlanner(work.text) || quotesIssue(work.text)
      ? flagsFor('', task, areas).filter(({ flag }) => flag === 'sensitive')
      : flagsFor(ownWords(work.text), task, areas)
  return [...own, ...computed.filter(({ flag }) => !own.some((one) => one.flag === flag))]
}

/** The reason that is shown when the planner has given none. */
export const NO_REASON = 'The task file says so.'

/** What the prompt quotes of the requirements gave the task its flags when it was planned. */
function reasonInQuotation(flag: TaskFlag, task: Task, areas: SensitiveAreas): string | null {
  if (task.work.is === 'command') return null
  const words = withoutOthers(task.work.text).replaceAll(/^> ?/gm, '')
  return flagsFor(words, task, areas).find((one) => one.flag === flag)?.why ?? null
}

/** A file that is less likely to be touched makes no task sensitive. */
const LIKELY = 0.5

function flagsFor(words: string, { name, files, foreseen }: Task, areas: SensitiveAreas) {
  const likely = foreseen.filter(({ p }) => p >= LIKELY).map(({ path }) => path)
  return flagTask(`${name}\n${words}`, [...files, ...likely], areas)
}
