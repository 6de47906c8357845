/** Plans that are made for the web app: one at a time, in this process. Its steps are kept for every browser that asks. */
import type {
  Planning,
  PlanningStep,
  PlanningWish,
  ServedPlanning,
} from '../../../server/served/served-plans.ts'
import { errorMessage } from '../../../core/text/error-message.ts'
import { Complaint } from '../../console/complain.ts'
import { ProblemList, sayProblem } from '../../console/problem-list.ts'
import { planIssuesHere } from '../../issues/plan-issues-here.ts'
import { planHere, type PlannedHere, type Watching } from '../../planning/plan-here.ts'
import type { Workspace } from '../../place/workspace.ts'
import { mustBeInside, USUAL_FILE } from './served-plan.ts'

export function servePlanning(workspace: Workspace): ServedPlanning & AsyncDisposable {
  let current: Planning | null = null
  let stopper = new AbortController()
  let making: Promise<void> = Promise.resolve()
  const isMaking = (): boolean => current !== null && !IS_OVER.has(current.state)

  return {
    current: () => current,
    start(wish) {
      if (isMaking()) return null
      current = begun(wish)
      stopper = new AbortController()
      making = make(wish, stopper.signal)
      return current
    },
    cancel: () => stopper.abort(),
    async [Symbol.asyncDispose]() {
      stopper.abort()
      await making
    },
  }

  async function make(wish: PlanningWish, signal: AbortSignal): Promise<void> {
    const change = (to: Partial<Planning>): void => void (current = { ...current!, ...to })
    try {
      const { file } = current!
      mustBeInside(file, workspace)
      const made = await madePlan(wish, file, {
        workspace: { ...workspace, folder: workspace.root },
        watching: { onProgress: (step) => change(withStep(current!, step)), signal },
      })
      change({ state: 'ready', summary: `${made.text}\n\n${made.nextSteps}` })
    } catch (error) {
      change({ state: 'failed', problem: problemOf(error) })
    }
  }
}

const madePlan = (
  wish: PlanningWish,
  file: string,
  { workspace, watching }: { readonly workspace: Workspace; readonly watching: Watching },
): Promise<PlannedHere> =>
  wish.issues === null
    ? planHere({ text: wish.requirements, file: null }, optionsFor(wish, file), workspace, watching)
    : planIssuesHere({ numbers: wish.issues }, optionsFor(wish, file), workspace, UNHEARD)

/** The page sees that a plan is being made. */
const UNHEARD = { remark: (): void => {} }

const IS_OVER: ReadonlySet<Planning['state']> = new Set(['ready', 'failed'])

const begun = ({ requirements, issues, file }: PlanningWish): Planning => ({
  requirements,
  issues,
  file: file ?? USUAL_FILE,
  state: 'initialized',
  steps: [],
  summary: null,
  problem: null,
})

const optionsFor = ({ parallel, backend }: PlanningWish, file: string) => ({
  flags: [{ flag: 'parallel', key: 'parallel', value: parallel ?? undefined }],
  backend,
  model: null,
  out: file,
})

/** The plan is ready when its file is written, which comes after the last step. */
function withStep(
  { steps, state: before }: Planning,
  {
    state,
    says,
    elapsedSeconds,
  }: { readonly state: Planning['state']; readonly says: string; readonly elapsedSeconds: number },
): Pick<Planning, 'state' | 'steps'> {
  const step: PlanningStep = { state, says, elapsed_s: elapsedSeconds }
  return { state: IS_OVER.has(state) ? before : state, steps: [...steps, step] }
}

function problemOf(error: unknown): Planning['problem'] {
  if (error instanceof ProblemList)
    return { message: error.problems.map(sayProblem).join('\n'), hint: NOTHING_WRITTEN }
  return error instanceof Complaint
    ? { message: error.message, hint: error.hint }
    : { message: errorMessage(error), hint: null }
}

const NOTHING_WRITTEN = 'correct this first; nothing was written'
