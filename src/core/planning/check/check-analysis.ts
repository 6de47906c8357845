/** Reads a model's analysis of requirements, which may be anything. */
import { fieldOf, isAnswer, lineIn, linesIn, textIn } from './answer-fields.ts'
import { cutText } from './draft-text.ts'
import { complexityOf, type Analysis } from '../plan-draft.ts'

export type CheckedAnalysis =
  | { readonly ok: true; readonly analysis: Analysis; readonly repaired: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] }

/** More tasks than this are a wrong answer rather than a large project. */
const MOST_TASKS = 300

/** The number of tasks is what an analysis is for; everything else may be missing. */
export function checkAnalysis(answer: unknown): CheckedAnalysis {
  const analysis = readAnalysis(isAnswer(answer) ? (fieldOf(answer, 'analysis') ?? answer) : answer)
  if (analysis === null || analysis.taskCount === 0) {
    return {
      ok: false,
      problems: ['The analysis does not say how many tasks there are ("task_count").'],
    }
  }
  if (analysis.taskCount > MOST_TASKS) {
    const problem = `The analysis asks for ${analysis.taskCount} tasks; ${MOST_TASKS} is the most.`
    return { ok: false, problems: [problem] }
  }
  return { ok: true, analysis, repaired: mislabelled(answer, analysis) }
}

function mislabelled(answer: unknown, { taskCount, complexity }: Analysis): readonly string[] {
  const inner = isAnswer(answer) ? (fieldOf(answer, 'analysis') ?? answer) : answer
  const called = isAnswer(inner) ? lineIn(fieldOf(inner, 'complexity'), 30).toLowerCase() : ''
  return called === '' || called === complexity
    ? []
    : [`The analysis calls ${taskCount} tasks "${called}"; that many are "${complexity}".`]
}

/** null: there is no analysis in it. A count that is not said is 0. */
export function readAnalysis(value: unknown): Analysis | null {
  if (!isAnswer(value)) return null
  const count = fieldOf(value, 'task_count', 'num_tasks')
  const analysis: Analysis = {
    taskCount: readCount(count),
    complexity: complexityOf(readCount(count)),
    reasons:
      cutText(textIn(fieldOf(value, 'reasons', 'reasoning', 'reason')), 2000) || linesOf(value),
    features: linesIn(fieldOf(value, 'features', 'key_features_detected')).slice(0, MOST_LINES),
    components: linesIn(fieldOf(value, 'components', 'technical_components')).slice(0, MOST_LINES),
    unknowns: linesIn(fieldOf(value, 'unknowns', 'open_questions')).slice(0, MOST_LINES),
  }
  const isEmpty =
    analysis.taskCount === 0 && analysis.reasons === '' && analysis.features.length === 0
  return isEmpty ? null : analysis
}

const MOST_LINES = 50

const linesOf = (value: Parameters<typeof fieldOf>[0]): string =>
  linesIn(fieldOf(value, 'reasons', 'reasoning', 'reason')).join(' ')

function readCount(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 1
    ? Math.round(number)
    : 0
}
