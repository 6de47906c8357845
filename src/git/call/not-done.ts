/** Why a request of the user was not carried out, and what would help. */
import { hindranceOf, type Hindrance } from '../../core/run/hindrance.ts'

export interface NotDone {
  readonly ok: false
  /** unknown: the thing that the request is about does not exist. */
  readonly is: 'unknown' | 'refused'
  readonly why: string
  readonly remedy: string
  /** The machine prevented it, such as a full disk; absent: it did not. */
  readonly hindrance?: Hindrance
}

export const notDone = (why: string, remedy: string): NotDone => ({
  ok: false,
  is: 'refused',
  why,
  remedy,
})

/** For an error that may be the fault of the machine. */
export function notDoneBy(error: unknown, why: string, remedy: string): NotDone {
  const hindrance = hindranceOf(error)
  return hindrance === null ? notDone(why, remedy) : { ...notDone(why, remedy), hindrance }
}

export const notKnown = (why: string, remedy: string): NotDone => ({
  ...notDone(why, remedy),
  is: 'unknown',
})
