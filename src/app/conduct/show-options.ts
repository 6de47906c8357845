/** How a run that this process conducts is shown: in the terminal, and in a browser. */

export interface ShowOptions {
  /** false: printed lines instead of the live view. */
  readonly ui: boolean
  /** null: there is no web server. */
  readonly web: WebWish | null
}

export interface WebWish {
  /** This port and no other; null: the configured one, or the next one that is free. */
  readonly port: number | null
}

export const UNSEEN: ShowOptions = { ui: false, web: null }
