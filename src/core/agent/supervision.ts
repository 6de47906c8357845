/**
 * How a working attempt stands, judged from its signs alone: the rules of docs/supervision.md. No model
 * is asked, so it costs nothing and is the same every time. Nothing here ends an attempt.
 */
import type { PermissionRequest, Question, Sign } from './sign.ts'

/** since: when it came to stand so. */
export type Condition =
  | { readonly is: 'fine'; readonly since: number }
  /** V1: it waits for a person's leave. */
  | {
      readonly is: 'permission'
      readonly since: number
      readonly requests: readonly PermissionRequest[]
    }
  /** V2: it has asked something; its turn has not ended yet. */
  | { readonly is: 'question'; readonly since: number; readonly decision: string }
  /** V3: nobody has seen its process move; `stopped`: because these were told to wait (SIGSTOP). */
  | { readonly is: 'stale'; readonly since: number; readonly stopped?: readonly number[] }
  /** V4 */
  | {
      readonly is: 'rate-limited'
      readonly since: number
      readonly until: number | null
      readonly reason: string
    }
  /** V5: it calls the model again by itself. */
  | {
      readonly is: 'retrying'
      readonly since: number
      readonly number: number
      readonly of: number | null
      readonly nextAt: number | null
      readonly reason: string
    }
  /** V6: it does the same again and again, with the same result. */
  | {
      readonly is: 'looping'
      readonly since: number
      readonly what: string
      readonly times: number
    }
  /** V7: it is there, but says and does nothing; `during`: while this tool runs. */
  | { readonly is: 'silent'; readonly since: number; readonly during: string | null }
  /** V8: it takes much longer than was expected. */
  | { readonly is: 'over-time'; readonly since: number; readonly expectedSeconds: number }

/** What has been seen and heard of one attempt. */
export interface Evidence {
  readonly startedAt: number
  /** Of the last sign that is work: words, tools, tokens. */
  readonly lastWorkAt: number
  readonly lastBeatAt: number
  /** All its processes, if they were told to wait. */
  readonly stopped: readonly number[] | null
  readonly permissions: readonly { readonly request: PermissionRequest; readonly at: number }[]
  readonly question: { readonly question: Question; readonly at: number } | null
  readonly limited: { readonly sign: Sign & { is: 'rate-limited' }; readonly at: number } | null
  readonly retrying: { readonly sign: Sign & { is: 'retrying' }; readonly at: number } | null
  /** The tool it uses now. */
  readonly tool: (Sign & { is: 'tool' }) | null
  /** What its last tools did, and what came of it; the newest last. */
  readonly deeds: readonly Deed[]
}

interface Deed {
  readonly what: string
  /** Equal when the very same was done. */
  readonly signature: string
  /** Empty: it did not fail. */
  readonly error: string
  readonly result: string
  readonly at: number
}

export interface Expectations {
  /** What the task was expected to take; null: nobody knows. */
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

/** Deeds that are looked back upon. */
const MEMORY = 10
/** As much of a result as is compared. */
const COMPARED = 200

/** Whatever comes from it shows that it is alive; that it was stopped does not come from it. */
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

/** Somebody has answered: what was asked stands in the way no more. */
export const answered = (evidence: Evidence): Evidence => ({ ...evidence, question: null })

/** It works: whatever kept it from the model is over. */
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

/** The same with the same result: more than three times of late, or three of the last five; or one error more than three times. */
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

/** Twice as long is worth a word; less happens all the time, and so does a minute more of whatever is quick. */
const MUCH_LONGER = 2
const LEAST_SECONDS_OVER = 60

function isOverTime(evidence: Evidence, { seconds }: Expectations, now: number): Condition | null {
  if (seconds === null) return null
  const most = Math.max(seconds * MUCH_LONGER, seconds + LEAST_SECONDS_OVER)
  const since = evidence.startedAt + most * 1000
  return now > since ? { is: 'over-time', since, expectedSeconds: seconds } : null
}

/** Whether a person would see no difference. */
export function isSameCondition(a: Condition, b: Condition): boolean {
  return (
    JSON.stringify({ ...a, since: 0, times: 0 }) === JSON.stringify({ ...b, since: 0, times: 0 })
  )
}
