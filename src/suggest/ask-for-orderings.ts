/** Asks a model for orderings, once more if its answer cannot be used, and checks them by our own rules. */
import type { Usage } from '../core/agent/usage.ts'
import { checkAnswer, type CheckedAnswer } from '../core/ordering/check-answer.ts'
import { showToModel } from '../core/ordering/show-to-model.ts'
import type { SuggestionWish } from '../core/ordering/suggest-offline.ts'
import type { Trees, WorkspaceGraph } from '../core/ordering/workspace-graph.ts'
import { newBoundary } from '../planning/new-boundary.ts'
import type { ModelFailure, PlanningModel } from '../planning/planning-model.ts'
import { openSession } from '../planning/planning-session.ts'
import { settle } from '../planning/settle.ts'
import { orderingsQuestion } from './orderings-question.ts'

export interface AskedOrderings {
  readonly is: 'answered'
  readonly checked: CheckedAnswer
  /** Of all questions together. */
  readonly usage: Usage
}

/** Somebody waits for this, so that a busy model is not asked again: the offline orderings are there already. */
const NO_PATIENCE = 0

export async function askForOrderings(
  {
    trees,
    graph,
    wish,
  }: { readonly trees: Trees; readonly graph: WorkspaceGraph; readonly wish: SuggestionWish },
  model: PlanningModel,
  signal: AbortSignal,
): Promise<AskedOrderings | ModelFailure> {
  const session = openSession(() => {}, signal, NO_PATIENCE)
  const shown = showToModel(trees, graph)
  const boundary = newBoundary([shown.text])
  const settled = await settle<CheckedAnswer>(session, model, {
    question: (problems) => orderingsQuestion(shown, wish, boundary, problems),
    check(value) {
      const checked = checkAnswer(value, graph, wish, shown.idOf)
      return checked.strategies.length > 0
        ? { ok: true, value: checked }
        : { ok: false, problems: checked.problems }
    },
  })
  const { usage } = session.spent()
  return settled.is === 'settled'
    ? { is: 'answered', checked: settled.value, usage }
    : { ...settled, usage }
}
