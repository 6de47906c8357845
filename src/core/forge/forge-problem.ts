/** Why a forge did not do what was asked. Everything local goes on; what was to be done there is done later. */

export interface ForgeProblem {
  readonly is:
    /** Nobody is logged in, or the token is not accepted. */
    | 'no-token'
    | 'rights'
    | 'single-sign-on'
    | 'rate-limit'
    | 'unreachable'
    /** The forge has a fault of its own (5xx). */
    | 'fault'
    /** There is no such repository, issue or pull request. */
    | 'not-found'
    /** The request was understood and refused: a rule of the forge (422). */
    | 'refused'
    | 'not-understood'
  /** A sentence. */
  readonly message: string
  /** What to do about it, a sentence. */
  readonly hint: string
  /** Asking before this time is in vain, in milliseconds since 1970; null: not known. */
  readonly notBefore: number | null
}

/** Asking again later may help without anybody doing anything. */
export const isPassing = ({ is }: ForgeProblem): boolean =>
  is === 'rate-limit' || is === 'unreachable' || is === 'fault'

export type ForgeAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: ForgeProblem }
