/** Why a forge did not do what was asked. Local work goes on, and the request to the forge is repeated later. */

export interface ForgeProblem {
  readonly is:
    /** There is no token, or the forge does not accept the token. */
    | 'no-token'
    | 'rights'
    | 'single-sign-on'
    | 'rate-limit'
    | 'unreachable'
    /** The forge itself failed (5xx). */
    | 'fault'
    /** There is no such repository, issue or pull request. */
    | 'not-found'
    /** A rule of the forge refuses the request (422). */
    | 'refused'
    | 'not-understood'
  /** The problem, as a sentence. */
  readonly message: string
  /** What the user can do, as a sentence. */
  readonly hint: string
  /** The earliest time at which another request can succeed, in milliseconds since 1970; null: unknown. */
  readonly notBefore: number | null
}

/** The problem may pass by itself. */
export const isPassing = ({ is }: ForgeProblem): boolean =>
  is === 'rate-limit' || is === 'unreachable' || is === 'fault'

/** Every other request would meet the same problem, so no more requests are made for now, and the problem is reported once. */
export const concernsAll = ({ is }: ForgeProblem): boolean =>
  is !== 'refused' && is !== 'not-found' && is !== 'fault'

/** The forge has said when it may be asked again, and it is not time yet. */
export const isTooEarly = ({ notBefore }: ForgeProblem, now: number): boolean =>
  notBefore !== null && now < notBefore

export type ForgeAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: ForgeProblem }
