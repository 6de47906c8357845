/** Time and chance as they are. */
import type { Clock } from '../../conduct/ports.ts'

export const systemClock: Clock = { now: Date.now, chance: Math.random }
