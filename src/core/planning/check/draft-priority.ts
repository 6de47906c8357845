/** Priorities as planners give them: 1 to 5, "high", "P1", "must". */
import type { Priority } from '../../plan/plan.ts'

const WORDS: readonly (readonly [Priority, RegExp])[] = [
  [1, /^(?:p0|p1|critical|urgent|highest|blocker|blocking|high|must|must[- ]have|asap|very high)$/],
  [2, /^(?:p2|medium[- ]high|important|elevated|major)$/],
  [3, /^(?:p3|medium|normal|moderate|default|should|should[- ]have|mid)$/],
  [4, /^(?:p4|medium[- ]low|minor|could|could[- ]have)$/],
  [5, /^(?:p5|low|lowest|very low|trivial|optional|nice[- ]to[- ]have|later|someday|wont|won't)$/],
]

/** The nearest priority; isSaid: whether the value says exactly that. null: it says none. */
export function readPriority(
  value: unknown,
): { readonly priority: Priority; readonly isSaid: boolean } | null {
  if (typeof value === 'string') return fromWord(value.trim().toLowerCase())
  if (typeof value !== 'number' || Number.isNaN(value)) return null
  const priority = Math.min(5, Math.max(1, Math.round(value))) as Priority
  return { priority, isSaid: priority === value }
}

function fromWord(word: string): ReturnType<typeof readPriority> {
  if (/^-?\d+(?:\.\d+)?$/.test(word)) return readPriority(Number(word))
  const entry = WORDS.find(([, pattern]) => pattern.test(word.replace(/ priority$/, '')))
  return entry === undefined ? null : { priority: entry[0], isSaid: true }
}
