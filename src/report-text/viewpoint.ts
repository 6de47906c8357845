/** From where a report looks at a run: at which moment, in which folder, and whether anybody conducts it. */
export interface Viewpoint {
  readonly now: number
  /** Whether a coordinator has the run at this moment. */
  readonly isConducted: boolean
  /** The process that conducts it, if that is stopped (SIGSTOP); left out: it is not. */
  readonly frozen?: number | null
  readonly home: string
  readonly colour: boolean
}
