/** The name of a pull request for people. The board's first load leaves this out. */
import { isPublished, type LanePull } from '../../forge/lane-pull.ts'

/** `#12`, or the branch of a pull request that is not open yet. */
export const pullName = (pull: LanePull): string =>
  pull.opened === null ? (isPublished(pull) ? pull.branch : pull.lane) : `#${pull.opened.number}`
