/** One thing that doctor looked at. */
export interface Finding {
  readonly what: string
  readonly is: 'ok' | 'note' | 'bad'
  readonly says: string
  /** What to do about it. */
  readonly remedy?: string
}
