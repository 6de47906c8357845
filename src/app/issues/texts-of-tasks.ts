/** Reads title and text from the forge for tasks that are only the number of an issue. */
import type { Config } from '../../config/config.ts'
import { taskOf, takenOf } from '../../core/forge/issues/issue-draft.ts'
import { isToBeFetched } from '../../core/forge/issues/issue-prompt.ts'
import { list, sayDoubt, saySkip } from '../../core/forge/issues/issue-skip.ts'
import type { StudiedIssue } from '../../core/forge/issues/issue-study.ts'
import type { Plan, Task } from '../../core/plan/plan.ts'
import { Complaint } from '../console/complain.ts'
import type { Workspace } from '../place/workspace.ts'
import { forgeComplaint } from './open-issues-forge.ts'
import { studyHere, type StudiedHere } from './study-here.ts'

export interface TaskTexts {
  readonly tasks: readonly Task[]
  readonly notes: readonly string[]
}

/** For a run. The task file names these issues, so only missing issues, and authors who are not trusted, are refused. */
export async function fetchedTexts(
  { tasks }: Pick<Plan, 'tasks'>,
  config: Config,
  workspace: Workspace,
): Promise<TaskTexts> {
  const numbers = numbersIn(tasks)
  if (numbers.length === 0) return { tasks, notes: [] }
  const study = await studyHere({ numbers }, config, workspace)
  if (!study.ok) throw forgeComplaint(study.problem)
  refuse(study.value)
  const issues = new Map(study.value.studied.map((one) => [one.number, one]))
  return {
    tasks: tasks.map((task) =>
      isToBeFetched(task) ? withText(task, issues.get(task.issue!)!, study.value) : task,
    ),
    notes: study.value.studied.flatMap(noteOn),
  }
}

/** For a preview: no forge is asked. */
export const laterTexts: typeof fetchedTexts = ({ tasks }) => {
  const numbers = numbersIn(tasks)
  const notes =
    numbers.length === 0
      ? []
      : [`the text of ${list(numbers)} is fetched from the forge when the run begins`]
  return Promise.resolve({ tasks, notes })
}

const numbersIn = (tasks: readonly Task[]): readonly number[] => [
  ...new Set(tasks.filter(isToBeFetched).map(({ issue }) => issue!)),
]

function refuse({ studied, missing }: StudiedHere): void {
  const problems = [
    ...missing.map((number) => saySkip(number, { is: 'not-found' })),
    ...studied.flatMap(({ number, skip }) =>
      skip?.is === 'author' ? [saySkip(number, skip)] : [],
    ),
  ]
  if (problems.length === 0) return
  throw new Complaint(
    `the task file has issues that cannot be taken: ${problems.join(' ')}`,
    'take them out of the file, or give their tasks a prompt of your own',
  )
}

function withText(task: Task, issue: StudiedIssue, { studied, forge, facts }: StudiedHere): Task {
  const place = { repository: forge.repository, testCommand: facts.testCommand }
  const draft = taskOf(issue, takenOf(studied), place)
  return {
    ...task,
    name: task.name === task.id ? draft.name : task.name,
    work: { is: 'prompt', text: draft.prompt },
    flags: [...new Set([...task.flags, ...draft.flags.map(({ flag }) => flag)])],
    files: task.files.length > 0 ? task.files : draft.files,
  }
}

const noteOn = ({ number, skip }: StudiedIssue): readonly string[] =>
  skip === null ? [] : [sayDoubt(number, skip)]
