/**
 * The condition of a working attempt, judged from its signs alone by the rules of docs/supervision.md. No model is
 * asked, so judging costs nothing and gives the same result every time. Nothing here ends an attempt.
 */
import type { PermissionRequest, Question, Sign } from './sign.ts'

/** since: when the attempt came into this condition. */
export type Condition =
  | { readonly is: 'fine'; readonly since: number }
  /** V1: the agent waits for a person's permission. */
  | {
      readonly is: 'permission'
      readonly since: number
      readonly requests: readonly PermissionRequest[]
    }
  /** V2: the agent has asked a question; its turn has not ended yet. */
  | { readonly is: 'question'; readonly since: number; readonly decision: string }
  /** V3: the process has given no sign of life; `stopped`: these processes were stopped (SIGSTOP). */
  | { readonly is: 'stale'; readonly since: number; readonly stopped?: readonly number[] }
  /** V4 */
  | {
      readonly is: 'rate-limited'
      readonly since: number
      readonly until: number | null
      readonly reason: string
    }
  /** V5: the agent itself calls the model again. */
  | {
      readonly is: 'retrying'
      readonly since: number
      readonly number: number
      readonly of: number | null
      readonly nextAt: number | null
      readonly reason: string
    }
  /** V6: the agent repeats the same action with the same result. */
  | {
      readonly is: 'looping'
      readonly since: number
      readonly what: string
      readonly times: number
    }
  /** V7: the process is alive, but the agent says and does nothing; `during`: the tool that is running. */
  | { readonly is: 'silent'; readonly since: number; readonly during: string | null }
  /** V8: the attempt takes much longer than expected. */
  | { readonly is: 'over-time'; readonly since: number; readonly expectedSeconds: number }

/** The signs of one attempt so far, as far as its condition depends on them. */
export interface Evidence {
  readonly startedAt: number
  /** Time of the last sign of work: words, tools, tokens. */
  readonly lastWorkAt: number
  readonly lastBeatAt: number
  /** All processes of the attempt, if they were stopped. */
  readonly stopped: readonly number[] | null
  readonly permissions: readonly { readonly request: PermissionRequest; readonly at: number }[]
  readonly question: { readonly question: Question; readonly at: number } | null
  readonly limited: { readonly sign: Sign & { is: 'rate-limited' }; readonly at: number } | null
  readonly retrying: { readonly sign: Sign & { is: 'retrying' }; readonly at: number } | null
  readonly tool: (Sign & { is: 'tool' }) | null
  /** The last tool calls and their results, the newest last. */
  readonly deeds: readonly Deed[]
}

interface Deed {
  readonly what: string
  /** Equal signatures mean the same tool call. */
  readonly signature: string
  /** Empty when the tool did not fail. */
  readonly error: string
  readonly result: string
  readonly at: number
}

export interface Expectations {
  /** The estimate of the task; null when there is none. */
  readonly seconds: number | null
  readonly silentAfterSeconds: number
  readonly staleAfterSeconds: number
}

export const noEvidence = (now: number): Evidence => ({
  startedAt: now,
  lastWorkAt: now,
  lastBeatAt: now,
  stopped: null,
  permissions: [],
  question: null,
  limited: null,
  retrying: null,
  tool: null,
  deeds: [],
})

/** How many of the last tool calls are remembered. */
const MEMORY = 10
/** How many characters of a result are compared. */
const COMPARED = 200

/** Every sign shows that the attempt is alive, except `stopped`, which does not come from the attempt itself. */
export function heard(before: Evidence, sign: Sign, now: number): Evidence {
  if (sign.is === 'stopped') return { ...before, stopped: sign.pids }
  const evidence = { ...before, lastBeatAt: now, stopped: null }
  switch (sign.is) {
    case 'said':
    case 'usage':
    case 'progress':
    case 'conversation':
      return worked(evidence, now)
    case 'tool':
      return { ...worked(evidence, now), tool: sign }
    case 'tool-ended':
      return { ...worked(evidence, now), tool: null, deeds: deedsWith(evidence, sign, now) }
    case 'question':
      return { ...worked(evidence, now), question: { question: sign.question, at: now } }
    case 'permission':
      return {
        ...worked(evidence, now),
        permissions: [...evidence.permissions, { request: sign.request, at: now }],
      }
    case 'permission-over':
      return {
        ...worked(evidence, now),
        permissions: evidence.permissions.filter(({ request }) => request.id !== sign.id),
      }
    case 'rate-limited':
      return { ...evidence, limited: { sign, at: evidence.limited?.at ?? now } }
    case 'retrying':
      return { ...evidence, retrying: { sign, at: evidence.retrying?.at ?? now } }
    case 'guidance-read':
    case 'heartbeat':
      return evidence
  }
}

/** A person has answered, so the attempt no longer waits for an answer. */
export const answered = (evidence: Evidence): Evidence => ({ ...evidence, question: null })

/** The agent works again, so it is neither rate limited nor retrying any more. */
const worked = (evidence: Evidence, now: number): Evidence => ({
  ...evidence,
  lastWorkAt: now,
  limited: null,
  retrying: null,
})

function deedsWith(
  { deeds, tool }: Evidence,
  { failed, text }: Sign & { is: 'tool-ended' },
  at: number,
): readonly Deed[] {
  if (tool === null) return deeds
  const result = text.slice(0, COMPARED)
  const deed = {
    what: `${tool.name} ${tool.what}`.trim(),
    signature: tool.signature,
    error: failed ? result : '',
    result,
    at,
  }
  return [...deeds, deed].slice(-MEMORY)
}

export function conditionOf(evidence: Evidence, expected: Expectations, now: number): Condition {
  return (
    waitsForPerson(evidence) ??
    isStale(evidence, expected, now) ??
    isKeptFromModel(evidence) ??
    isLooping(evidence.deeds) ??
    isSilent(evidence, expected, now) ??
    isOverTime(evidence, expected, now) ?? { is: 'fine', since: evidence.startedAt }
  )
}

function waitsForPerson({ permissions, question }: Evidence): Condition | null {
  const [first] = permissions
  if (first !== undefined) {
    const requests = permissions.map(({ request }) => request)
    return { is: 'permission', since: first.at, requests }
  }
  if (question === null) return null
  return { is: 'question', since: question.at, decision: question.question.decision }
}

function isStale(evidence: Evidence, expected: Expectations, now: number): Condition | null {
  const { lastBeatAt: since, stopped } = evidence
  if (now - since <= expected.staleAfterSeconds * 1000) return null
  return { is: 'stale', since, ...(stopped === null ? {} : { stopped }) }
}

function isKeptFromModel({ limited, retrying }: Evidence): Condition | null {
  if (limited !== null) {
    const { until, reason } = limited.sign
    return { is: 'rate-limited', since: limited.at, until, reason }
  }
  if (retrying === null) return null
  const { number, of, nextAt, reason } = retrying.sign
  return { is: 'retrying', since: retrying.at, number, of, nextAt, reason }
}

/**
 * The last call is a loop when the same call with the same result came more than three times among the remembered
 * ones, or three times among the last five, or when the same error came more than three times.
 */
function isLooping(deeds: readonly Deed[]): Condition | null {
  const last = deeds.at(-1)
  if (last === undefined) return null
  const same = deeds.filter(
    ({ signature, result }) => signature === last.signature && result === last.result,
  )
  const errors = last.error === '' ? [] : deeds.filter(({ error }) => error === last.error)
  const ofLastFive = deeds.slice(-5).filter((deed) => same.includes(deed)).length
  if (same.length > 3 || ofLastFive >= 3) return looping(same, last.what)
  return errors.length > 3 ? looping(errors, `the error "${firstLine(last.error)}"`) : null
}

const looping = (deeds: readonly Deed[], what: string): Condition => ({
  is: 'looping',
  since: deeds[0]!.at,
  what,
  times: deeds.length,
})

const firstLine = (text: string): string => text.split('\n', 1)[0]!

function isSilent(evidence: Evidence, expected: Expectations, now: number): Condition | null {
  const since = evidence.lastWorkAt
  if (now - since <= expected.silentAfterSeconds * 1000) return null
  const { tool } = evidence
  return { is: 'silent', since, during: tool && `${tool.name} ${tool.what}`.trim() }
}

/** Less than twice the estimate is normal, and so is one more minute for a quick task. */
const MUCH_LONGER = 2
const LEAST_SECONDS_OVER = 60

function isOverTime(evidence: Evidence, { seconds }: Expectations, now: number): Condition | null {
  if (seconds === null) return null
  const most = Math.max(seconds * MUCH_LONGER, seconds + LEAST_SECONDS_OVER)
  const since = evidence.startedAt + most * 1000
  return now > since ? { is: 'over-time', since, expectedSeconds: seconds } : null
}

/** Whether a person would see no difference between the two. */
export function isSameCondition(a: Condition, b: Condition): boolean {
  return (
    JSON.stringify({ ...a, since: 0, times: 0 }) === JSON.stringify({ ...b, since: 0, times: 0 })
  )
}
