/** A plan with the files that the history of the repository makes likely for each task with a prompt. */
import type { ForeseenFile } from '../../core/foresight/foreseen-file.ts'
import type { Plan, Task } from '../../core/plan/plan.ts'
import { once } from '../../core/value/once.ts'
import type { Workspace } from '../place/workspace.ts'
import type { ForesightStanding } from './foresight-messages.ts'
import { openForesight, type OpenForesight } from './open-foresight.ts'
import { tasksOf } from './tasks-of-plan.ts'

export interface ForeseenPlan {
  readonly plan: Plan
  /** What people should know about the prediction; null: nothing. */
  readonly note: string | null
}

export interface ForeseeWish {
  readonly workspace: Workspace
  /** `collisions.foresee` of the configuration. */
  readonly isWanted: boolean
  /** An open foresight, which the caller closes; null or absent: this function opens and closes one. */
  readonly foresight?: OpenForesight | null
}

export async function foreseenPlan(plan: Plan, wish: ForeseeWish): Promise<ForeseenPlan> {
  if (!wish.isWanted || !canCollide(plan)) return { plan, note: null }
  if (wish.foresight) return foreseenBy(wish.foresight, plan)
  await using foresight = openForesight(wish.workspace)
  // Awaited here, because the process is released when this function returns.
  return await foreseenBy(foresight, plan)
}

/** Files matter for collisions, and one task alone has none. A command is no description of what it changes. */
export const canCollide = (plan: Plan): boolean => plan.tasks.filter(hasPrompt).length > 1

export async function foreseenBy(foresight: OpenForesight, plan: Plan): Promise<ForeseenPlan> {
  const asked = tasksOf({ ...plan, tasks: plan.tasks.filter(hasPrompt) })
  const { files, standing } = await foresight.foresee(asked)
  const tasks = plan.tasks.map((task) => ({
    ...task,
    foreseen: likeliest(files.get(task.id) ?? []),
  }))
  return { plan: { ...plan, tasks }, note: sayStanding(standing) }
}

const hasPrompt = ({ work }: Task): boolean => work.is === 'prompt'

/** Less likely files hardly change the chance of a collision, but every view would have to carry them. */
const LEAST = 0.02
const MOST = 40

/** Tasks with the same files share one list, so that code which works something out for the list does it once. */
export const likeliest = once((files: readonly ForeseenFile[]): readonly ForeseenFile[] =>
  files
    .filter(({ p }) => p >= LEAST)
    .slice(0, MOST)
    .map(({ path, p }) => ({ path, p: Math.round(p * 1000) / 1000 })),
)

const sayStanding = (standing: ForesightStanding): string | null =>
  standing.is === 'building'
    ? 'the history of the repository is still being learned, so collisions are predicted from paths and the newest commits only'
    : null
