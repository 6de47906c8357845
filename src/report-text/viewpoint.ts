/** The point of view of a report: at which moment, in which folder, and whether the run has a coordinator. */
export interface Viewpoint {
  readonly now: number
  /** Whether a coordinator conducts the run at this moment. */
  readonly isConducted: boolean
  /** The process id of the coordinator, if that is stopped (SIGSTOP); left out: it is not. */
  readonly frozen?: number | null
  readonly home: string
  readonly colour: boolean
}
