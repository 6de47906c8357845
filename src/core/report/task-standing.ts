/** How a task stands: one answer, of which every surface shows as much as it has room for. */
import { batchWaitsFor } from '../batch/batch-delivery.ts'
import { deliveryOf, stateOf, type Attempt, type Run } from '../run/run.ts'
import { aimOf, type Purpose, type TaskState } from '../run/task-state.ts'
import { isUpToOthers } from '../run/waits-for-people.ts'
import { sayFailure, saySkip } from '../say/say-failure.ts'
import { sayHeldBelow } from '../say/landing/say-held-below.ts'
import { sayCondition, sayStuck } from '../say/say-stuck.ts'
import { sayTrouble } from '../say/landing/say-trouble.ts'
import { firstFew, sayWait } from '../say/say-wait.ts'
import { whyWaiting, type Wait } from '../schedule/why-waiting.ts'
import { conductorLine } from '../text/command-line.ts'
import { oneLineOf } from '../text/plain-text.ts'
import type { TaskId } from '../value/ids.ts'

/** What each word looks like: the mark shows it without colour, the tone decides the colour. */
export const LOOKS = {
  waiting: { mark: '[ ]', tone: 'waiting' },
  working: { mark: '[*]', tone: 'busy' },
  /** The task was working when its coordinator went away. */
  'cut off': { mark: '[?]', tone: 'waiting' },
  landing: { mark: '[>]', tone: 'busy' },
  /** Finished work that lands when a person approves it. */
  ready: { mark: '[+]', tone: 'good' },
  /** The delivery cannot land before a person has decided. */
  'needs you': { mark: '[!]', tone: 'bad' },
  stuck: { mark: '[!]', tone: 'bad' },
  landed: { mark: '[+]', tone: 'good' },
  failed: { mark: '[x]', tone: 'bad' },
  skipped: { mark: '[-]', tone: 'quiet' },
  cancelled: { mark: '[~]', tone: 'quiet' },
} as const

export type StandingWord = keyof typeof LOOKS

export type Tone = (typeof LOOKS)[StandingWord]['tone']

export interface Standing {
  readonly word: StandingWord
  readonly mark: (typeof LOOKS)[StandingWord]['mark']
  readonly tone: Tone
  /** What is going on, or why nothing is, in one line; empty when the word says it all. */
  readonly says: string
  /** When the task came to stand so. */
  readonly since: number
  /** The number of the worker; null: no attempt is working. */
  readonly worker: number | null
  /** null: the task does not wait, or the caller has not worked out why. */
  readonly wait: Wait | null
}

export interface Sight {
  readonly now: number
  /** Whether a coordinator has the run at this moment. */
  readonly isConducted: boolean
  /** Why tasks wait, computed once for callers that show many tasks, because it takes a look at all of them. */
  readonly waits?: ReadonlyMap<TaskId, Wait>
}

export function standingOf(run: Run, task: TaskId, sight: Sight): Standing {
  const state = stateOf(run, task)
  const word = wordFor(state, sight.isConducted)
  const wait = waitOf(run, task, sight)
  return {
    word,
    ...LOOKS[word],
    says: oneLineOf(sayState(run, task, state, { ...sight, wait })),
    since: 'since' in state ? state.since : state.at,
    worker: word === 'working' && 'worker' in state ? state.worker : null,
    wait,
  }
}

/** Word and sentence in one. */
export const sayStanding = ({ word, says }: Standing): string => inOrder(word, says)

/** The word alone, which costs no computation. */
export function wordFor(state: TaskState, isConducted: boolean): StandingWord {
  if (state.is === 'working') return isConducted ? 'working' : 'cut off'
  if (state.is === 'review') return state.trouble.is === 'approval' ? 'ready' : 'needs you'
  return state.is
}

function waitOf(run: Run, task: TaskId, { now, waits }: Sight): Wait | null {
  if (waits === undefined) return whyWaiting(run, task, now)
  return stateOf(run, task).is === 'waiting' ? (waits.get(task) ?? null) : null
}

const inOrder = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(': ')

type Seen = Omit<Sight, 'waits'> & Pick<Standing, 'wait'>

function sayState(run: Run, task: TaskId, state: TaskState, seen: Seen): string {
  switch (state.is) {
    case 'waiting':
      return inOrder(sayAim(state.purpose), seen.wait && sayWaitSeen(seen.wait, seen))
    case 'working':
      if (!seen.isConducted) return sayCutOff(run, task)
      if (run.stopAsked.has(task)) return 'is being stopped'
      return inOrder(sayAim(state.purpose), sayAttempt(run.attempts.get(state.attempt)!, seen.now))
    case 'stuck':
      return sayStuck(state.why)
    case 'landing':
      return (
        sayHeldBelow(run, task) ??
        sayHeldByBatch(run, task, state) ??
        PHASES[seen.isConducted ? state.phase : 'queued']
      )
    case 'review':
      return sayTrouble(state.trouble)
    case 'landed':
      return sayLanded(run, task, state.commit)
    case 'failed':
      return inOrder(
        sayFailure(state.failure),
        state.lastLines.findLast((line) => oneLineOf(line) !== ''),
      )
    case 'skipped':
      return saySkip(state.because)
    case 'cancelled':
      return deliveryOf(run, task) === null ? '' : `its work is kept: ${sayKept(task)}`
  }
}

const sayKept = (task: TaskId): string =>
  `\`${conductorLine('merge', task)}\` lands it, \`${conductorLine('retry', task)}\` tries again`

/** A task that waits for a person or another task does so whether or not the run has a coordinator. */
function sayWaitSeen(wait: Wait, { now, isConducted }: Seen): string {
  const reason = sayWait(wait, now)
  if (isConducted || (isUpToOthers(wait) && wait.is !== 'paused')) return reason
  // A pause ends with the coordinator that was told of it.
  return `${wait.is === 'paused' ? 'starts' : reason} when the run continues: conductor resume`
}

/** If a person has asked to cancel the task, the next coordinator of the run cancels it. */
const sayCutOff = (run: Run, task: TaskId): string =>
  run.cancelled || run.stopAsked.get(task) === 'cancelled'
    ? 'its coordinator ended while it was being cancelled; to finish that: conductor resume'
    : 'its coordinator ended while it worked; to run it again: conductor resume'

/** S10: a strict batch is merged together. null: nothing of its batch is still to come. */
function sayHeldByBatch(
  run: Run,
  task: TaskId,
  { phase }: Extract<TaskState, { is: 'landing' }>,
): string | null {
  const awaited = phase === 'queued' ? batchWaitsFor(run, task) : []
  return awaited.length === 0
    ? null
    : `waits to be merged with the rest of its batch: ${firstFew(awaited)}`
}

const PHASES = {
  asked: 'including your changes',
  queued: 'waits to be merged',
  checking: 'being checked',
} as const

/** null: the ordinary work of the task. */
function sayAim(purpose: Purpose): string | null {
  const aim = aimOf(purpose)
  switch (aim.is) {
    case 'work':
      return null
    case 'resolve':
      return aim.trouble.is === 'red-check' ? 'fixing a failed check' : 'resolving a conflict'
    case 'redo':
      return 'sent back'
  }
}

/** The supervisor's judgement, else the agent's own report. */
const sayAttempt = ({ condition, progress }: Attempt, now: number): string =>
  sayCondition(condition, now) ??
  inOrder(progress?.status === 'planning' ? 'planning' : null, progress?.note)

/** In place there is no commit to name. */
function sayLanded(run: Run, task: TaskId, commit: string | null): string {
  if (commit === null) return ''
  return deliveryOf(run, task) === null
    ? 'it has changed nothing'
    : `merged as ${commit.slice(0, 9)}`
}
