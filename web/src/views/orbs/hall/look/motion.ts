/** How long things take, and along which curve. */

export const MOTION = { glide: 450, phases: 900, focus: 260, tidy: 600 } as const

export function smoothstep(part: number): number {
  const t = Math.min(1, Math.max(0, part))
  return t * t * (3 - 2 * t)
}

/** Phases light up one after the other; all have done so when `part` is 1. */
export const phasePart = (part: number, phase: number): number =>
  smoothstep(1.9 * part - 0.15 * Math.min(phase - 1, 6))

/** Starts fast and ends slowly. */
export const easeOut = (part: number): number => 1 - (1 - Math.min(1, Math.max(0, part))) ** 3
