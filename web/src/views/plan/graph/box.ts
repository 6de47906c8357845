/** A place on the plan, in pixels before any zoom. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
