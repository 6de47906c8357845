/** Everything that a person, a program or a task may ask of a run, and what becomes true then. */
import { applyFacts } from '../run/apply-facts.ts'
import { isBeingCancelled, stateOf, type Run } from '../run/run.ts'
import { isLost } from '../run/task-state.ts'
import { copyOf } from '../run/run-draft.ts'
import type { Fact } from '../run/event.ts'
import type { TaskId } from '../value/ids.ts'
import { accept, firstLostBefore, refuse, type Answer } from './answer.ts'
import type { AskKind, AskWith, Fields } from './ask-kind.ts'
import { acceptBranch } from './kinds/accept-branch.ts'
import { add } from './kinds/add.ts'
import { agents } from './kinds/agents.ts'
import { approve } from './kinds/approve.ts'
import { budget } from './kinds/budget.ts'
import { cancelRun } from './kinds/cancel-run.ts'
import { cancel } from './kinds/cancel.ts'
import { change } from './kinds/change.ts'
import { decide } from './kinds/decide.ts'
import { guide } from './kinds/guide.ts'
import { hear } from './kinds/hear.ts'
import { landAll } from './kinds/land-all.ts'
import { land } from './kinds/land.ts'
import { pauseBatch } from './kinds/pause-batch.ts'
import { pause } from './kinds/pause.ts'
import { preempt } from './kinds/preempt.ts'
import { prioritise } from './kinds/prioritise.ts'
import { reject } from './kinds/reject.ts'
import { resolve } from './kinds/resolve.ts'
import { retry } from './kinds/retry.ts'
import { skip } from './kinds/skip.ts'
import { takeGuidance } from './kinds/take-guidance.ts'
import { unpauseBatch } from './kinds/unpause-batch.ts'
import { unpause } from './kinds/unpause.ts'

/** The one list of asks. The actions of a task are offered in this order, the most likely first. */
export const ASKS = [
  pause,
  unpause,
  pauseBatch,
  unpauseBatch,
  agents,
  approve,
  decide,
  budget,
  guide,
  prioritise,
  skip,
  preempt,
  retry,
  landAll,
  resolve,
  land,
  reject,
  cancel,
  cancelRun,
  acceptBranch,
  change,
  add,
  hear,
  takeGuidance,
] as const

/** Asks that only change how the run goes on, and that can be asked together. */
export const ASKS_TOGETHER = [unpauseBatch, agents, budget, change, prioritise] as const

type Listed = (typeof ASKS)[number]
type OwnAsk<Kind> = Kind extends Listed ? AskWith<Kind['ask'], Kind['fields']> : never

export type AskName = Listed['ask']
/** The names of all buttons that a task can have. */
export type ActionName = {
  [Kind in Listed as Kind['ask']]: keyof NonNullable<Kind['buttons']>
}[AskName]

/** together: in this order, all of them or none; each is answered as if those before it had been applied. */
export type Ask =
  | OwnAsk<Listed>
  | { readonly ask: 'together'; readonly asks: readonly AskTogether[] }

export type AskTogether = OwnAsk<(typeof ASKS_TOGETHER)[number]>

/** What all kinds of asks have in common. */
export interface AnyAskKind extends AskKind<Ask, Ask, ActionName> {
  readonly ask: AskName
  readonly fields: Fields
}

const BY_NAME: ReadonlyMap<AskName, AnyAskKind> = new Map(ASKS.map((kind) => [kind.ask, kind]))

/** Undefined for several asks together, which have no kind of their own. */
const kindOf = ({ ask }: Ask): AnyAskKind | undefined =>
  ask === 'together' ? undefined : BY_NAME.get(ask)

export function answerAsk(run: Run, ask: Ask): Answer {
  const task = taskOfAsk(ask)
  if (task !== null && !run.graph.indexOf.has(task)) return refuse({ is: 'unknown-task', task })
  const kind = kindOf(ask)
  if (run.ended !== null && !isForAfterEnd(run, ask)) return refuseAfterEnd(run, task)
  if (isBeingCancelled(run) && !kind?.whileCancelled)
    return refuse({ is: 'being-cancelled', run: run.id })
  return ask.ask === 'together' ? answerTogether(run, ask.asks) : kind!.answer(run, ask)
}

function isForAfterEnd(run: Run, ask: Ask): boolean {
  const kind = kindOf(ask)
  return kind?.afterEnd ?? kind?.isForAfterEnd?.(run, ask) ?? false
}

/** Whether it can be recorded without a coordinator: it changes tasks that wait, and starts and stops nothing. */
export const onlyChangesWaitingTasks = (ask: Ask): boolean =>
  (ask.ask === 'together' ? ask.asks : [ask]).every(
    (one) => one.ask === 'change' || one.ask === 'prioritise',
  )

const taskOfAsk = (ask: Ask): TaskId | null => ('task' in ask ? ask.task : null)

/** A task that did not land and can be retried, if there is one. */
function lostFirst(run: Run): { readonly lost?: TaskId } {
  const lost = run.plan.tasks.find(({ id }) => isLost(stateOf(run, id).is))?.id
  return lost === undefined ? {} : { lost: firstLostBefore(run, lost) ?? lost }
}

function refuseAfterEnd(run: Run, task: TaskId | null): Answer {
  if (task === null) return refuse({ is: 'run-is-over', ...lostFirst(run) })
  const first = firstLostBefore(run, task)
  const of = { task, state: stateOf(run, task).is, ...(first === null ? {} : { first }) }
  return refuse({ is: 'run-is-over', of })
}

function answerTogether(run: Run, asks: readonly AskTogether[]): Answer {
  const copy = copyOf(run)
  const facts: Fact[] = []
  const affected = new Set<TaskId>()
  for (const ask of asks) {
    const answer = answerAsk(copy, ask)
    if (!answer.accepted) return answer
    facts.push(...answer.facts)
    for (const task of answer.affected) affected.add(task)
    applyFacts(copy, answer.facts)
  }
  return accept(facts, [...affected])
}

/** Whether the run is already as a refused ask wanted it, so that asking twice is no mistake. */
export function isAlreadySo(run: Run, ask: Ask): boolean {
  const task = taskOfAsk(ask)
  if (task !== null && !run.graph.indexOf.has(task)) return false
  return kindOf(ask)?.isAlreadySo?.(run, ask) ?? false
}

/** What an accepted ask did, in words. */
export const sayAnswer = (ask: Ask, affected: readonly TaskId[], look: () => Run): string =>
  ask.ask === 'together'
    ? ask.asks.map((one) => sayAnswer(one, affected, look)).join(' ')
    : kindOf(ask)!.say(ask, affected, look)

/** The ask that takes this one back, found before this one is answered; null when it cannot be undone. */
export const undoOf = (run: Run, ask: Ask): Ask | null => kindOf(ask)?.undo?.(run, ask) ?? null
