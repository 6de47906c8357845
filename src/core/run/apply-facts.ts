/** Applies facts to a copy of a run to see what it would become; nothing is recorded. */
import { applyEvent } from './apply-event.ts'
import type { Fact } from './event.ts'
import type { Draft } from './run-draft.ts'

export function applyFacts(copy: Draft, facts: readonly Fact[]): void {
  for (const fact of facts)
    applyEvent(copy, { ...fact, run: copy.id, at: copy.lastEventAt, sequence: copy.sequence + 1 })
}
