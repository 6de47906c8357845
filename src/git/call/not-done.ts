/** Why a request of the user was not carried out, and what would help. */
export interface NotDone {
  readonly ok: false
  /** unknown: the thing that the request is about does not exist. */
  readonly is: 'unknown' | 'refused'
  readonly why: string
  readonly remedy: string
}

export const notDone = (why: string, remedy: string): NotDone => ({
  ok: false,
  is: 'refused',
  why,
  remedy,
})

export const notKnown = (why: string, remedy: string): NotDone => ({
  ...notDone(why, remedy),
  is: 'unknown',
})
