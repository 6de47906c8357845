/** Makes a plan draft from issues: one task and one lane for each issue that is taken. */
import { sayWorkers } from '../../planning/analysis.ts'
import { SIZES } from '../../planning/check/draft-estimate.ts'
import { complexityOf, type DraftTask, type PlanDraft } from '../../planning/plan-draft.ts'
import { sayCount } from '../../say/say-count.ts'
import { inOrder } from './issue-order.ts'
import { issuePrompt, type PromptPlace } from './issue-prompt.ts'
import { list, saySkip } from './issue-skip.ts'
import type { StudiedIssue } from './issue-study.ts'

export interface DraftPlace extends PromptPlace {
  /** The highest number of agents that work at once. */
  readonly agents: number
}

/** Each skipped issue gets one note. missing: numbers that no issue has. */
export function draftFromIssues(
  studied: readonly StudiedIssue[],
  missing: readonly number[],
  place: DraftPlace,
): PlanDraft {
  const taken = takenOf(studied)
  const tasks = taken.map((one) => taskOf(one, taken, place))
  return {
    name: nameOf(taken, place.repository),
    analysis: {
      taskCount: tasks.length,
      complexity: complexityOf(tasks.length),
      reasons: sayReasons(tasks, place.agents),
      features: taken.map(({ text }) => text.title),
      components: [],
      unknowns: [],
    },
    tasks,
    notes: [...saySkipped(studied, missing), ...taken.flatMap(({ notes }) => notes)],
    madeBy: { backend: 'offline', model: null },
  }
}

/** The issues that are taken, each after the issues that it depends on. */
export const takenOf = (studied: readonly StudiedIssue[]): readonly StudiedIssue[] =>
  inOrder(studied.filter(({ skip }) => skip === null))

export const saySkipped = (
  studied: readonly StudiedIssue[],
  missing: readonly number[],
): readonly string[] => [
  ...missing.map((number) => saySkip(number, { is: 'not-found' })),
  ...studied.flatMap(({ number, skip }) => (skip === null ? [] : [saySkip(number, skip)])),
]

export const idOf = (number: number): string => `issue-${number}`

/** An issue with parts comes after them, in a lane of its own: as an epic, its parts would work one after another. */
export function taskOf(
  { number, issue, text, dependsOn, parts, ...known }: StudiedIssue,
  taken: readonly StudiedIssue[],
  place: PromptPlace,
): DraftTask {
  const isTaken = (each: number): boolean => taken.some((one) => one.number === each)
  return {
    id: idOf(number),
    name: text.title,
    prompt: issuePrompt({ issue, text, parts }, place),
    dependencies: dependsOn.filter(isTaken).map(idOf),
    priority: known.priority ?? 3,
    estimateSeconds: known.estimateSeconds ?? SIZES.medium,
    files: known.files,
    epic: null,
    domain: null,
    flags: known.flags,
    issue: number,
  }
}

const MOST_NAMED = 5

function nameOf(taken: readonly StudiedIssue[], repository: string | null): string {
  const where = repository === null ? '' : ` of ${repository}`
  const numbers = taken.map(({ number }) => number)
  return numbers.length <= MOST_NAMED
    ? `${numbers.length === 1 ? 'Issue' : 'Issues'} ${list(numbers)}${where}`
    : `${numbers.length} issues${where}`
}

function sayReasons(tasks: readonly DraftTask[], agents: number): string {
  const roots = tasks.filter(({ dependencies }) => dependencies.length === 0).length
  return [
    'Each issue is a task in a lane of its own.',
    `${sayCount(roots, 'task')} can start at once.`,
    sayWorkers(tasks.length, agents),
  ].join(' ')
}
