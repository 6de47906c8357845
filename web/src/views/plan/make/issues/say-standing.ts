/** How an issue stands, in a few words for its row, and in sentences below them. */
import type { IssueRow } from '../../../../../../src/core/forge/issues/issue-list.ts'
import { list } from '../../../../../../src/core/forge/issues/issue-skip.ts'
import type { IssueStanding } from '../../../../../../src/core/forge/issues/issue-standing.ts'
import { sayLikely } from '../../../../../../src/core/say/plan/say-likely.ts'

export function sayStanding(standing: IssueStanding): string {
  switch (standing.is) {
    case 'ready':
      return 'ready'
    case 'later':
      return `after ${list(standing.after)}`
    case 'blocked':
      return `blocked by ${list(standing.by)}`
    case 'colliding':
      return `would collide with ${list(standing.with)}`
    case 'needs_design':
      return 'needs a design first'
    case 'not_ready':
      return 'not ready'
    case 'skipped':
      return 'skipped'
  }
}

export const whyStanding = ({ skipped, flags, conflicts, notes }: IssueRow): readonly string[] =>
  skipped !== null
    ? [skipped.sentence.replace(/^#\d+ is left out: ./, (words) => words.at(-1)!.toUpperCase())]
    : [
        ...flags.map(({ flag, why }) => (flag === 'sensitive' ? `Sensitive: ${why}` : why)),
        ...conflicts.map(sayCollision),
        ...notes,
      ]

const sayCollision = ({ number, probability, files }: IssueRow['conflicts'][number]): string => {
  const where = files.length === 0 ? 'the same files' : files.join(', ')
  return `#${number} would change ${where}, too: ${sayLikely(probability)}.`
}
