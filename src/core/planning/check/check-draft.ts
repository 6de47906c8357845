/** Our own rules for a plan that a model proposes: small slips are repaired and told, anything else is a problem to ask about again. */
import { sayCount } from '../../say/say-count.ts'
import { formatDuration } from '../../value/duration.ts'
import { isAnswer, fieldOf, lineIn, linesIn, type Answer } from './answer-fields.ts'
import { withTaskCount } from '../analysis.ts'
import { readAnalysis } from './check-analysis.ts'
import { checkDraftTask, type SaidTask } from './check-draft-task.ts'
import { linkDraftTasks } from './link-draft-tasks.ts'
import type { Analysis, DraftTask, PlanDraft } from '../plan-draft.ts'
import type { SensitiveAreas } from '../flags/sensitive-areas.ts'

export interface DraftContext {
  /** What the user has asked for. */
  readonly requirements: string
  readonly madeBy: PlanDraft['madeBy']
  /** From the step before; null: the answer has to bring its own. */
  readonly analysis: Analysis | null
  readonly sensitiveAreas: SensitiveAreas
  /** false: a plan that could be better is taken as it is, with a note, because nobody is asked again. */
  readonly canAskAgain: boolean
}

export type CheckedDraft =
  | { readonly ok: true; readonly draft: PlanDraft; readonly repaired: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] }

const MOST_TASKS = 300
const MOST_PROBLEMS = 20

export function checkDraft(answer: unknown, context: DraftContext): CheckedDraft {
  const entries = taskEntries(answer)
  if (entries === null) return refused(['The answer has no list of tasks ("tasks").'])
  if (entries.length === 0) return refused(['The list of tasks is empty.'])
  if (entries.length > MOST_TASKS) {
    return refused([
      `The plan has ${entries.length} tasks; ${MOST_TASKS} is the most. Make larger tasks, or plan a part.`,
    ])
  }
  const checked = entries.map((entry, i) => checkDraftTask(entry, i, context.sensitiveAreas))
  const problems = checked.flatMap((task) => (task.ok ? [] : task.problems))
  if (problems.length > 0) return refused(problems)
  const tasks = checked.flatMap((task) => (task.ok ? [task.task] : []))
  return assembled(isAnswer(answer) ? answer : {}, tasks, context)
}

const refused = (problems: readonly string[]): CheckedDraft => ({
  ok: false,
  problems: problems.slice(0, MOST_PROBLEMS),
})

function taskEntries(answer: unknown): readonly unknown[] | null {
  if (Array.isArray(answer)) return answer
  if (!isAnswer(answer)) return null
  const tasks = fieldOf(answer, 'tasks')
  if (Array.isArray(tasks)) return tasks
  const inner = fieldOf(answer, 'plan', 'execution_plan')
  return inner === undefined ? null : taskEntries(inner)
}

function assembled(answer: Answer, said: readonly SaidTask[], context: DraftContext): CheckedDraft {
  const linked = linkDraftTasks(said, fieldOf(answer, 'dependencies', 'depends_on'))
  if (!linked.ok) return refused(linked.problems)
  const analysis = readAnalysis(fieldOf(answer, 'analysis') ?? answer) ?? context.analysis
  const doubts = doubtsAbout(linked.tasks, analysis, context)
  if (doubts.length > 0 && context.canAskAgain) return refused(doubts)
  const repaired = [
    ...said.flatMap((task) => task.repaired),
    ...linked.repaired,
    ...miscount(analysis, said.length),
    ...doubts,
  ]
  const notes = [...linesIn(fieldOf(answer, 'notes')), ...repaired]
  const draft: PlanDraft = {
    name: planName(answer, context.requirements),
    analysis: withTaskCount(analysis ?? NOTHING_SAID, said.length),
    tasks: linked.tasks,
    notes,
    madeBy: context.madeBy,
  }
  return { ok: true, draft, repaired }
}

const NOTHING_SAID: Analysis = {
  taskCount: 0,
  complexity: 'simple',
  reasons: '',
  features: [],
  components: [],
  unknowns: [],
}

const LONGEST_NAME = 60

function planName(answer: Answer, requirements: string): string {
  const name = lineIn(fieldOf(answer, 'name', 'title', 'project_name'), LONGEST_NAME)
  if (name !== '') return name
  const first = requirements.split('\n').find((line) => /[\p{L}\p{N}]/u.test(line)) ?? ''
  const words = lineIn(first.replace(/^[\s#>*-]+/, ''), LONGEST_NAME)
  return words === '' ? 'plan' : words
}

function miscount(analysis: Analysis | null, taskCount: number): readonly string[] {
  if (analysis === null || analysis.taskCount === 0 || analysis.taskCount === taskCount) return []
  const asked = sayCount(analysis.taskCount, 'task')
  return [`The analysis asked for ${asked} and the plan has ${taskCount}; the plan counts.`]
}

/** The longest that one task may be estimated. */
const LONGEST_TASK_SECONDS = 8 * 3600
const TINY_SECONDS = 300
const MANY = 24

/** What makes a plan worse than it could be, though it could be run. */
function doubtsAbout(
  tasks: readonly DraftTask[],
  analysis: Analysis | null,
  { requirements }: DraftContext,
): readonly string[] {
  const coarse = tasks.filter((task) => task.estimateSeconds > LONGEST_TASK_SECONDS)
  const tiny = tasks.filter((task) => task.estimateSeconds < TINY_SECONDS)
  const wanted = Math.max(analysis?.features.length ?? 0, wantedItems(requirements))
  return [
    ...coarse.map(
      ({ id, estimateSeconds }) =>
        `Task "${id}" is too large (${formatDuration(estimateSeconds)}); ${formatDuration(LONGEST_TASK_SECONDS)} is the most for one task.`,
    ),
    ...(tasks.length > MANY && tiny.length > (tasks.length * 2) / 3
      ? [`The tasks are too small: ${tiny.length} of ${tasks.length} take less than 5 minutes.`]
      : []),
    ...(tasks.length === 1 && wanted > 5
      ? [`One task is too coarse for ${wanted} things that are wanted.`]
      : []),
    ...farFromAnalysis(analysis?.taskCount ?? 0, tasks.length),
  ]
}

const wantedItems = (requirements: string): number =>
  requirements.match(/^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\S/gm)?.length ?? 0

function farFromAnalysis(wanted: number, taskCount: number): readonly string[] {
  const isFar = wanted > 0 && (taskCount * 2 < wanted || taskCount > wanted * 2 + 2)
  return isFar ? [`The analysis says ${wanted} tasks, but the plan has ${taskCount}.`] : []
}
