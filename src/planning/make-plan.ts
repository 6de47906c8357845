/** Makes a plan from requirements: analyses them, then plans, by a model if there is one and offline otherwise. */
import { withAnswers } from '../core/planning/apply-answers.ts'
import { checkAnalysis } from '../core/planning/check/check-analysis.ts'
import { checkDraft } from '../core/planning/check/check-draft.ts'
import { planOffline } from '../core/planning/offline/plan-offline.ts'
import type { Analysis, PlanDraft } from '../core/planning/plan-draft.ts'
import { sayCount } from '../core/say/say-count.ts'
import { isTimeout, modelFailure } from './model-failure.ts'
import { newBoundary } from './new-boundary.ts'
import type { FailureReason, ModelFailure, PlanningModel } from './planning-model.ts'
import {
  openSession,
  type OnProgress,
  type PlanningSession,
  type Spent,
} from './planning-session.ts'
import { analyseQuestion } from './prompts/analyse.ts'
import { planQuestion, sayAnalysis } from './prompts/plan.ts'
import { textsOf, type PlanRequest } from './prompts/plan-request.ts'
import { settle, type Settled } from './settle.ts'
import { timeLimited } from './time-limited.ts'

export interface Planner {
  /** null: the plan is made offline. */
  readonly model: PlanningModel | null
  /** Why there is no model; null: the user wants none. */
  readonly because: string | null
  /** The user named this backend, so that its failure is an error; otherwise the plan is then made offline. */
  readonly insists: boolean
  /** For all questions together. */
  readonly timeoutSeconds: number
}

export type Planned =
  | {
      readonly is: 'ready'
      /** `madeBy` and the first of its notes say when it was made offline. */
      readonly draft: PlanDraft
      /** Why it was made offline although a model was wanted; null: it was not. */
      readonly offlineBecause: string | null
      readonly spent: Spent
    }
  | {
      readonly is: 'failed'
      readonly during: 'analysing' | 'planning'
      readonly why: FailureReason
      readonly says: string
      readonly remedy: string | null
      readonly spent: Spent
    }

/** Models would cut a longer text, and nobody reads a plan of so many tasks. Half of a plan is worse than none. */
const MOST_LETTERS = 400_000

export async function makePlan(
  request: PlanRequest,
  planner: Planner,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Planned> {
  const limited = timeLimited(signal, planner.timeoutSeconds)
  const session = openSession(onProgress, limited)
  const making = { request, planner, session, signal: limited }
  session.tell('initialized', sayRequest(request))
  const { requirements } = request
  if (!/[\p{L}\p{N}]/u.test(requirements)) return failed(making, 'analysing', NOTHING)
  if (requirements.length > MOST_LETTERS)
    return failed(making, 'analysing', tooLong(requirements.length))
  if (planner.model === null) {
    session.tell('analysing', 'the requirements are read offline')
    return offline(making, planner.because)
  }
  return byModel(making, planner.model)
}

interface Making {
  readonly request: PlanRequest
  readonly planner: Planner
  readonly session: PlanningSession
  readonly signal: AbortSignal
}

const NOTHING = modelFailure('requirements', 'the requirements are empty', {
  remedy: 'say what you want in a sentence, or name a file',
})
const ONLY_CODE = modelFailure('requirements', 'the requirements are only code', {
  remedy: 'say in words what you want with it, or let a model plan',
})
const tooLong = (length: number): ModelFailure =>
  modelFailure(
    'requirements',
    `the requirements have ${length} characters, and at most ${MOST_LETTERS} can be planned at once`,
    {
      remedy:
        'divide them into several files, and plan one after another (--out names the task file)',
    },
  )

/** Whether something is said outside of blocks of code. */
const hasWords = (requirements: string): boolean =>
  /\p{L}/u.test(
    requirements.replaceAll(/```[^]*?(?:```|$)/g, '').replaceAll(/^(?: {4}|\t).*$/gm, ''),
  )

const sayRequest = ({ requirements, agents }: PlanRequest): string =>
  `requirements of ${sayCount(requirements.split('\n').length, 'line')}, for ${sayCount(agents, 'agent')}`

async function byModel(making: Making, model: PlanningModel): Promise<Planned> {
  const { session } = making
  session.tell('analysing', `${model.name} analyses the requirements`)
  const analysis = await analysed(making, model)
  if (analysis.is === 'failed') return instead(making, 'analysing', analysis)
  session.tell('planning', `${model.name} plans ${sayClass(analysis.value)}`)
  const draft = await planned(making, model, analysis.value)
  if (draft.is === 'failed') return instead(making, 'planning', draft)
  session.tell('ready', `${sayCount(draft.value.tasks.length, 'task')} planned by ${model.name}`)
  return { is: 'ready', draft: draft.value, offlineBecause: null, spent: session.spent() }
}

const sayClass = ({ taskCount, complexity }: Analysis): string =>
  `${sayCount(taskCount, 'task')} (${complexity})`

const analysed = ({ request, session }: Making, model: PlanningModel): Promise<Settled<Analysis>> =>
  settle(session, model, {
    question: (problems) =>
      analyseQuestion(request, newBoundary([...textsOf(request), ...problems]), problems),
    check(value) {
      const checked = checkAnalysis(value)
      return checked.ok ? { ok: true, value: checked.analysis } : checked
    },
  })

const planned = (
  { request, session }: Making,
  model: PlanningModel,
  analysis: Analysis,
): Promise<Settled<PlanDraft>> =>
  settle(session, model, {
    question(problems) {
      const texts = [...textsOf(request), sayAnalysis(analysis), ...problems]
      return planQuestion(request, analysis, newBoundary(texts), problems)
    },
    check(value, answer) {
      const checked = checkDraft(value, {
        requirements: request.requirements,
        madeBy: { backend: model.backend, model: answer.model },
        analysis,
        sensitiveAreas: request.sensitiveAreas,
        canAskAgain: answer.canAskAgain,
      })
      return checked.ok ? { ok: true, value: checked.draft } : checked
    },
  })

/** After a failure: an error if the user insists on the backend, else a plan that was made offline. */
function instead(making: Making, during: 'analysing' | 'planning', failure: ModelFailure): Planned {
  const isCancelled = making.signal.aborted && !isTimeout(making.signal)
  if (isCancelled || failure.why === 'cancelled' || making.planner.insists)
    return failed(making, during, failure)
  return offline(making, failure.says)
}

function offline(making: Making, because: string | null): Planned {
  const { request, session } = making
  if (!hasWords(request.requirements)) return failed(making, 'analysing', ONLY_CODE)
  session.tell('planning', because === null ? 'planning offline' : `planning offline: ${because}`)
  const draft = withAnswers(planOffline(request, request.facts), request.answers)
  session.tell('ready', `${sayCount(draft.tasks.length, 'task')} planned offline`)
  const notes = because === null ? draft.notes : [`Made offline: ${because}.`, ...draft.notes]
  return {
    is: 'ready',
    draft: { ...draft, notes },
    offlineBecause: because,
    spent: session.spent(),
  }
}

function failed(
  { session }: Making,
  during: 'analysing' | 'planning',
  { why, says, remedy }: ModelFailure,
): Planned {
  session.tell('failed', says)
  return { is: 'failed', during, why, says, remedy, spent: session.spent() }
}
