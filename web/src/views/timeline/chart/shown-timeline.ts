/** All that the chart and the parts around it show. */
import type { Picture } from '../picture.ts'
import type { Grouping, Row } from '../rows.ts'
import type { TaskTimes } from '../task-times.ts'

export interface ShownTimeline {
  readonly picture: Picture
  readonly rows: readonly Row[]
  /** By the index of a task in the plan. */
  readonly times: ReadonlyMap<number, TaskTimes>
  readonly by: Grouping
  readonly selected: number | null
  readonly select: (task: number | null) => void
}
