/** A file that a task is expected to change, and the probability that it does. */
export interface ForeseenFile {
  /** From the top of the repository. */
  readonly path: string
  /** From 0 to 1. */
  readonly p: number
}
