/** From where a report looks at a run: at which moment, in which folder, and whether anybody conducts it. */
export interface Viewpoint {
  readonly now: number
  /** Whether a coordinator has the run at this moment. */
  readonly isConducted: boolean
  readonly home: string
  readonly colour: boolean
}
