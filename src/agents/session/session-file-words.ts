/** What an agent writes into the session file itself, where we write as well: only what differs from ours is its word. */
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

/** lastWritten: what we wrote there; null: nothing yet. */
export function followSessionFile(
  file: string,
  lastWritten: () => string | null,
  hear: Hear,
): StateFollower {
  let last: SessionState | null = null
  let heard = ''
  return {
    last: () => last,
    look() {
      const text = versionOf(file) === null ? null : readFileSync(file, 'utf8')
      if (text === null || text === heard || text === lastWritten()) return
      const said = saidBeside(lastWritten(), text)
      // It is being written: it will be whole the next time.
      if (said === null) return
      heard = text
      for (const sign of signsOf(last, said)) hear(sign)
      last = { ...remembered(last, said), acknowledged: false }
    },
  }
}

/** What was said once holds until something else is said. */
const remembered = (before: SessionState | null, now: SessionState): SessionState => ({
  ...now,
  phase: now.phase ?? before?.phase ?? null,
  pullRequestUrl: now.pullRequestUrl ?? before?.pullRequestUrl ?? null,
})

type Fields = Readonly<Record<string, unknown>>

/** null: it is no whole object. */
function saidBeside(ours: string | null, text: string): SessionState | null {
  const theirs = jsonFields(text)
  if (theirs === null) return null
  const before = (ours === null ? null : jsonFields(ours)) ?? {}
  const said = Object.entries(theirs).filter(([name, value]) => !isSame(before[name], value))
  const changed: Fields = Object.fromEntries(said)
  const isStuckAnew =
    theirs['status'] === 'stuck' && ('stuckReason' in changed || 'decision' in changed)
  return stateFrom({
    ...changed,
    ...(isStuckAnew ? { status: 'stuck', stuckReason: theirs['stuckReason'] } : {}),
    acknowledged: hasRead(before, changed),
  })
}

/** It has taken our message away, or works again though it was stuck. */
const hasRead = (before: Fields, changed: Fields): boolean =>
  typeof before['forwardedMessage'] === 'string' &&
  (changed['forwardedMessage'] === null ||
    (before['status'] === 'stuck' &&
      (changed['status'] === 'working' || changed['status'] === 'planning')))

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
