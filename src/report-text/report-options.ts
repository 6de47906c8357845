/** The point of view of a report: at which moment, in which folder, and whether the run has a coordinator. */
import type { Watch } from '../core/report/attention-document.ts'

export interface ReportOptions extends Watch {
  readonly home: string
  readonly colour: boolean
}
