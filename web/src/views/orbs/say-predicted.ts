/** A predicted time, in whole minutes from ten minutes on: a simulation does not know seconds. */
import { formatDuration } from '../../../../src/core/value/duration.ts'

export const sayPredicted = (seconds: number): string =>
  formatDuration(seconds < 600 ? Math.round(seconds) : Math.round(seconds / 60) * 60)
