/** How many pull requests of a run people can merge, or have merged, in words. The board's first load leaves this out. */
import type { PullCounts } from '../../forge/count-pulls.ts'
import { sayCount } from '../say-count.ts'

/** What people do with the result of a run whose lanes are pull requests; null: it has none. */
export function sayPullCounts({ open, merged }: PullCounts): string | null {
  const done = merged === 0 ? '' : `${sayCount(merged, 'pull request')} ${areOrIs(merged)} merged`
  if (open === 0) return done === '' ? null : done
  const left = `${sayCount(open, 'pull request')} ${areOrIs(open)} open: merge ${open === 1 ? 'it' : 'them'} on the forge`
  return done === '' ? left : `${done}, and ${left}`
}

const areOrIs = (count: number): string => (count === 1 ? 'is' : 'are')
