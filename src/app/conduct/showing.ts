/** How a run that is conducted here is shown: in this terminal, and in a browser. */

export interface Showing {
  /** false: lines instead of the live view. */
  readonly ui: boolean
  /** null: nothing is served. */
  readonly web: WebWish | null
}

export interface WebWish {
  /** This one and no other; null: as configured, or the next one that is free. */
  readonly port: number | null
}

export const UNSEEN: Showing = { ui: false, web: null }
