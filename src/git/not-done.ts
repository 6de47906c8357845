/** Why something a person asked for was not done, in words, and what would help. */
export interface NotDone {
  readonly ok: false
  readonly why: string
  readonly remedy: string
}

export const notDone = (why: string, remedy: string): NotDone => ({ ok: false, why, remedy })
