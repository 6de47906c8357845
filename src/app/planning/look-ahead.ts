/** What would happen if a task file were run here, with what earlier runs and the history of the repository tell. */
import { resolve } from 'node:path'
import type { Flag } from '../../config/spoken-settings.ts'
import type { Config } from '../../config/config.ts'
import { withEstimates } from '../../core/durations/estimate-tasks.ts'
import type { ReasonOf } from '../../core/planning/flags/flags-in.ts'
import { planOverview, type PlanOverview } from '../../core/planning/plan-overview.ts'
import { withThreshold } from '../../core/schedule/choose-threshold.ts'
import { foreseenPlan } from '../foresee/foreseen-plan.ts'
import type { OpenForesight } from '../foresee/open-foresight.ts'
import { lookAtPlanOnly, type PlanSource } from '../plan/load-plan.ts'
import { costHere, knowledgeFor } from '../plan/measured-durations.ts'
import type { Workspace } from '../place/workspace.ts'
import { keptReasons } from './kept-plan.ts'

export interface LookedAhead {
  readonly overview: PlanOverview
  readonly warnings: readonly string[]
}

interface AlreadyKnown {
  /** Why tasks have the flags of the file; as plan.json tells unless given. */
  readonly reasonOf?: ReasonOf
  /** Opened earlier; absent or null: it is opened when it is needed. */
  readonly foresight?: OpenForesight | null
}

export async function lookAhead(
  source: PlanSource,
  workspace: Workspace,
  flags: readonly Flag[],
  { reasonOf, foresight = null }: AlreadyKnown = {},
): Promise<LookedAhead> {
  const loaded = await lookAtPlanOnly(source, workspace, flags)
  const { config } = loaded
  const wish = { workspace, isWanted: config.collisions.foresee, foresight }
  const { plan: foreseen, note } = await foreseenPlan(loaded.plan, wish)
  const knowledge = knowledgeFor(foreseen, workspace)
  const plan = withEstimates(foreseen, knowledge)
  const settings = withThreshold(plan, loaded.settings, knowledge.conflicts)
  const warnings = note === null ? loaded.warnings : [...loaded.warnings, note]
  const overview = planOverview(plan, settings, {
    limits: {
      most: mostAgents(config),
      usdPerHour: costHere(workspace),
      conflicts: knowledge.conflicts,
    },
    sensitiveAreas: config.sensitiveAreas,
    reasonOf: reasonOf ?? keptReasons(resolve(workspace.folder, source.file), workspace),
  })
  return { overview, warnings }
}

/** A number of agents that the user typed counts beyond the maximum for configured ones. */
const mostAgents = ({ parallel, maxAgents }: Config): number =>
  Math.max(parallel, Math.min(maxAgents, MOST_TRIED))

/** More agents than this are hardly ever worth it, and each is a simulation. */
const MOST_TRIED = 6
