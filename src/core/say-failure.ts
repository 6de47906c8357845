/** Why an attempt failed, in a few words; hints and exit codes are the command line's. */
import { formatDuration } from './duration.ts'
import type { Failure } from './failure.ts'
import { formatSize } from './size.ts'

export function sayFailure(failure: Failure): string {
  switch (failure.is) {
    case 'exit':
      return `exit code ${failure.code}`
    case 'signal':
      return `killed by ${failure.signal}`
    case 'timeout':
      return `not done after ${formatDuration(failure.seconds)}`
    case 'over-memory':
      return `used ${formatSize(failure.usedBytes)} of ${formatSize(failure.limitBytes)} memory`
    case 'cannot-start':
      return `could not start: ${failure.reason}`
  }
}
