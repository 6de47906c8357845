/** The real time, and real chance. */
import type { Clock } from '../../conduct/ports.ts'

export const systemClock: Clock = { now: Date.now, chance: Math.random }
