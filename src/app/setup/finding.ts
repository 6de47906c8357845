/** One thing that doctor has looked at. */
export interface Finding {
  readonly what: string
  readonly is: 'ok' | 'note' | 'bad'
  readonly says: string
  readonly remedy?: string
}
