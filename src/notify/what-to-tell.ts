/** Decides which of the current needs people are told: new ones, and for one reason not too often. */
import type { Note } from './note.ts'

/** The last note for each reason, which is a task and a kind. */
export type Told = ReadonlyMap<string, Last>

interface Last {
  readonly text: string
  readonly at: number
  /** The need has not gone away since the note. */
  readonly stands: boolean
}

export const NOTHING_TOLD: Told = new Map()

/** A need that comes back too soon is told when the quiet time is over, if it still stands then. */
export function whatToTell(
  standing: readonly Note[],
  told: Told,
  { now, quietSeconds }: { readonly now: number; readonly quietSeconds: number },
): { readonly tell: readonly Note[]; readonly told: Told } {
  const tell = standing.filter((note) => {
    const last = told.get(reasonOf(note))
    if (last === undefined) return true
    const isNew = !last.stands || last.text !== note.text
    return isNew && now - last.at >= quietSeconds * 1000
  })
  const after = new Map(told)
  const reasons = new Set(standing.map(reasonOf))
  for (const [reason, last] of told)
    if (!reasons.has(reason)) after.set(reason, { ...last, stands: false })
  for (const note of tell) after.set(reasonOf(note), { text: note.text, at: now, stands: true })
  return { tell, told: after }
}

const reasonOf = ({ kind, task }: Note): string => `${kind} ${task ?? ''}`
