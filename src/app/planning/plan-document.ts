/** What plan.json and `conductor plan --json` say about a plan. */
import { estimatedIn, tokensOf } from '../../core/agent/usage.ts'
import { makingDocument } from '../../core/planning/making-document.ts'
import type { PlanDraft } from '../../core/planning/plan-draft.ts'
import type { PlanOverview } from '../../core/planning/plan-overview.ts'
import type { PlanMaking } from '../../core/run/plan-making.ts'
import type { Planned } from '../../planning/make-plan.ts'
import type { KeptPlan } from './keep-plan.ts'
import type { PlanningRequest } from './planning-request.ts'

export interface MadePlan {
  readonly asked: PlanningRequest
  readonly planned: Extract<Planned, { is: 'ready' }>
  readonly making: PlanMaking
  readonly overview: PlanOverview
}

export interface WrittenPlan {
  readonly file: string
  readonly kept: KeptPlan
  readonly warnings: readonly string[]
  readonly backup: string | null
}

export type PlanDocument = ReturnType<typeof planDocument>

export function planDocument(made: MadePlan, { file, kept, warnings, backup }: WrittenPlan) {
  const { asked, planned, making, overview } = made
  const { draft, offlineBecause, spent } = planned
  const { usage, ...howMade } = makingDocument(making)
  return {
    name: draft.name,
    state: 'queue_ready',
    execution_model: 'task_queue',
    file,
    requirements: { file: asked.file, text: asked.text },
    ...howMade,
    offline_because: offlineBecause,
    analysis: analysisDocument(draft),
    ...overview,
    dependencies: Object.fromEntries(
      overview.tasks
        .filter((task) => task.dependencies.length > 0)
        .map((task) => [task.id, task.dependencies]),
    ),
    descriptions: Object.fromEntries(draft.tasks.map(({ id, prompt }) => [id, prompt])),
    notes: draft.notes,
    warnings,
    changed: { is_new: kept.isNew, diff: kept.diff, kept: kept.kept, backup },
    spent: {
      seconds: spent.seconds,
      questions: spent.questions,
      tokens: tokensOf(making.usage),
      cost_usd: making.usage.costUsd,
      estimated_usd: estimatedIn(making.usage),
    },
    usage,
  }
}

const analysisDocument = ({ analysis }: PlanDraft) => ({
  num_tasks: analysis.taskCount,
  complexity: analysis.complexity,
  reasoning: analysis.reasons,
  key_features_detected: analysis.features,
  technical_components: analysis.components,
  unknowns: analysis.unknowns,
})
