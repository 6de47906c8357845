/** How far the work on the index has come. */
export interface Progress {
  readonly doing: 'history' | 'contents' | 'learning'
  readonly done: number
  /** 0: the number is not known yet. */
  readonly of: number
}

export type Tell = (progress: Progress) => void
