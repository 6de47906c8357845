/** Adds to the tasks of a plan that a model has made the files that the same model is sure of, among those that the history foresees. */
import { plusUsage } from '../../core/agent/usage.ts'
import type { ExplainedFile, TaskToForesee } from '../../core/foresight/foresee-task.ts'
import type { ForeseenFile } from '../../core/foresight/foreseen-file.ts'
import type { DraftTask } from '../../core/planning/plan-draft.ts'
import { sayCount } from '../../core/say/say-count.ts'
import type { Planned, Planner } from '../../planning/make-plan.ts'
import type { OnProgress } from '../../planning/planning-session.ts'
import { openForesight, type OpenForesight } from '../foresee/open-foresight.ts'
import { rerankForeseen, type Reranking } from '../foresee/rerank-foreseen.ts'
import { draftToForesee } from '../foresee/tasks-of-plan.ts'
import type { Workspace } from '../place/workspace.ts'

export interface RerankWish {
  readonly planner: Planner
  readonly workspace: Workspace
  /** `collisions.foresee` of the configuration. */
  readonly isWanted: boolean
  /** Opened earlier; null: it is opened when it is needed. */
  readonly foresight: OpenForesight | null
  readonly onProgress: OnProgress
  readonly signal: AbortSignal
}

/** A plan that was made offline, and one for a repository without history, stay as they are. */
export async function withRerankedFiles(planned: Planned, wish: RerankWish): Promise<Planned> {
  const { planner, workspace, signal } = wish
  if (planned.is === 'failed' || planner.model === null || !wish.isWanted) return planned
  const { draft, spent } = planned
  if (draft.madeBy.backend === 'offline') return planned
  await using own = wish.foresight === null ? openForesight(workspace) : null
  const tasks = draft.tasks.map(draftToForesee)
  const { files } = await (wish.foresight ?? own)!.foresee(tasks)
  const fromHistory = tasks.map((task) => ({
    task,
    files: explained(files.get(task.id) ?? [], task),
  }))
  if (fromHistory.every((one) => one.files.length === 0)) return planned
  wish.onProgress({
    state: 'planning',
    says: `${planner.model.name} looks at the files that the history foresees for ${sayCount(tasks.length, 'task')}`,
    elapsedSeconds: spent.seconds,
    usage: spent.usage,
  })
  const began = performance.now()
  const { foreseen, reranking } = await rerankForeseen(fromHistory, planner, signal)
  const { failure } = reranking
  if (failure?.why === 'cancelled') return { ...failure, is: 'failed', during: 'planning', spent }
  const sure = new Map(foreseen.map((one) => [one.task.id, sureOf(one.files)]))
  return {
    ...planned,
    draft: {
      ...draft,
      tasks: draft.tasks.map((task) => withFiles(task, sure.get(task.id) ?? [])),
      notes: [...draft.notes, ...noteOf(reranking)],
    },
    spent: {
      usage: plusUsage(spent.usage, reranking.usage),
      questions: spent.questions + reranking.questions,
      seconds: spent.seconds + (performance.now() - began) / 1000,
    },
  }
}

/** A model does not doubt what the task declares. */
const explained = (files: readonly ForeseenFile[], task: TaskToForesee): readonly ExplainedFile[] =>
  files.map((file) => ({
    ...file,
    evidence: task.files.includes(file.path) ? [{ is: 'declared' }] : [],
  }))

const sureOf = (files: readonly ExplainedFile[]): readonly string[] =>
  files
    .filter(({ evidence }) => evidence.some((one) => one.is === 'model' && one.chance === 'sure'))
    .map(({ path }) => path)

const MOST_FILES = 50

const withFiles = (task: DraftTask, sure: readonly string[]): DraftTask => ({
  ...task,
  files: [...new Set([...task.files, ...sure])].slice(0, Math.max(MOST_FILES, task.files.length)),
})

const noteOf = ({ because }: Reranking): readonly string[] =>
  because === null
    ? []
    : [`The files of the tasks come from the history alone, not from a model: ${because}.`]
