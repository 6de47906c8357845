/** From where a report looks at a run: at which moment, in which folder, and whether anybody conducts it. */
import type { Watch } from '../core/report/attention-document.ts'

export interface Viewpoint extends Watch {
  readonly home: string
  readonly colour: boolean
}
