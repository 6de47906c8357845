/**
 * Reads what an agent writes into the session file. Conductor writes there as well, so only what differs from
 * Conductor's text is the agent's word.
 */
import { readFileSync } from 'node:fs'
import type { Hear } from '../../conduct/ports.ts'
import { jsonFields } from '../../core/value/json-fields.ts'
import {
  signsOf,
  stateFrom,
  versionOf,
  type SessionState,
  type StateFollower,
} from './session-state.ts'

/** lastWritten: the text that Conductor wrote there last; null: none yet. */
export function followSessionFile(
  file: string,
  lastWritten: () => string | null,
  hear: Hear,
): StateFollower {
  let last: SessionState | null = null
  let lastText = ''
  return {
    last: () => last,
    look() {
      const text = versionOf(file) === null ? null : readFileSync(file, 'utf8')
      if (text === null || text === lastText || text === lastWritten()) return
      const state = stateBeside(lastWritten(), text)
      // The agent is writing the file right now: it will be whole at the next look.
      if (state === null) return
      lastText = text
      for (const sign of signsOf(last, state)) hear(sign)
      last = { ...remembered(last, state), acknowledged: false }
    },
  }
}

/** A phase or a pull request that the agent has given holds until it gives another. */
const remembered = (before: SessionState | null, now: SessionState): SessionState => ({
  ...now,
  phase: now.phase ?? before?.phase ?? null,
  pullRequestUrl: now.pullRequestUrl ?? before?.pullRequestUrl ?? null,
})

type Fields = Readonly<Record<string, unknown>>

/** null: the text is not a whole JSON object. */
function stateBeside(ours: string | null, text: string): SessionState | null {
  const theirs = jsonFields(text)
  if (theirs === null) return null
  const before = (ours === null ? null : jsonFields(ours)) ?? {}
  const changes = Object.entries(theirs).filter(([name, value]) => !isSame(before[name], value))
  const changed: Fields = Object.fromEntries(changes)
  const isStuckAnew =
    theirs['status'] === 'stuck' && ('stuckReason' in changed || 'decision' in changed)
  return stateFrom({
    ...changed,
    ...(isStuckAnew ? { status: 'stuck', stuckReason: theirs['stuckReason'] } : {}),
    acknowledged: hasRead(before, changed),
  })
}

/** The agent has removed Conductor's message, or it works again after it was stuck. */
const hasRead = (before: Fields, changed: Fields): boolean =>
  typeof before['forwardedMessage'] === 'string' &&
  (changed['forwardedMessage'] === null ||
    (before['status'] === 'stuck' &&
      (changed['status'] === 'working' || changed['status'] === 'planning')))

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
