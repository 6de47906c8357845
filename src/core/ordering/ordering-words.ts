/** The names of orderings, and what each is good for, in words. */
import { sayCount } from '../say/say-count.ts'
import type { OrderingId } from './orderings.ts'
import type { ParallelizationStrategy } from './suggestion.ts'

export const ORDERING_NAMES: Readonly<Record<OrderingId | 'custom', string>> = {
  max_parallel: 'Maximum Parallelism',
  depth_first: 'Depth-First',
  ci_optimized: 'CI-Optimized',
  least_rebasing: 'Least Rebasing',
  unblock_most: 'Unblock Most',
  custom: 'Your Rules',
}

/** Other names for the same ordering. */
const ALIASES: Readonly<Record<string, OrderingId>> = { breadth_first: 'max_parallel' }

/** `breadth_first` is `max_parallel`; `Depth-First` is `depth_first`. */
export function orderingId(said: string): string {
  const id = said
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return Object.hasOwn(ALIASES, id) ? ALIASES[id]! : id
}

export function describeOrdering(
  id: OrderingId | 'custom',
  { expected_rebases }: Pick<ParallelizationStrategy, 'expected_rebases'>,
): string {
  const rebases =
    expected_rebases === 0
      ? 'no branch has to be rebased'
      : `${sayCount(expected_rebases, 'rebase')} to expect`
  switch (id) {
    case 'max_parallel':
      return `Work on everything that waits for nothing at once, then on what that makes possible: the fewest phases, ${rebases}.`
    case 'depth_first':
      return `Finish one stack to its top before the next one begins, one workspace at a time: least to keep in mind, ${rebases}.`
    case 'ci_optimized':
      return `Merge what passes its checks first and repair what fails last, so that little CI time is wasted: ${rebases}.`
    case 'least_rebasing':
      return `Merge each stack from below without a break, and one branch of a repository at a time, which risks the fewest conflicts: ${rebases}.`
    case 'unblock_most':
      return `Begin with what most others wait for, and leave what no other workspace waits for to the end: ${rebases}.`
    case 'custom':
      return `Follow the order of parallelization_rules, as far as dependencies allow: ${rebases}.`
  }
}
