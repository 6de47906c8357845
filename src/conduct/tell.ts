/** How what goes on beside the loop gets its facts recorded by it. */
import type { Fact } from '../core/run/event.ts'

/** The loop asks for the facts when it records them; resolves when they are durable. */
export type Tell = (facts: () => readonly Fact[]) => Promise<void>
