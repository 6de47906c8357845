/** How the code beside the loop gets its facts recorded by the loop. */
import type { Fact } from '../core/run/event.ts'

/** The loop calls `facts` when it records them; resolves when they are durable. */
export type Tell = (facts: () => readonly Fact[]) => Promise<void>
