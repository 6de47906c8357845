/** Tells each step of planning while it is under way. */
import { formatDuration } from '../../core/value/duration.ts'
import type { OnProgress } from '../../planning/planning-session.ts'
import type { Console } from '../console/console.ts'

/** Only for people, on standard error: the document of --json comes alone. */
export const sayPlanningProgress =
  (console: Console): OnProgress =>
  ({ state, says, elapsedSeconds }) =>
    console.remark(`${state.padEnd(11)} ${says} (${formatDuration(Math.round(elapsedSeconds))})`)
