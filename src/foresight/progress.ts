/** How far the work on the index has come. */
export interface Progress {
  readonly doing: 'history' | 'contents' | 'learning'
  readonly done: number
  /** 0: nobody knows. */
  readonly of: number
}

export type Tell = (progress: Progress) => void
