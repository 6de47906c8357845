/** Why a task waits, in words: the same in the terminal, in `conductor status` and on the board. */
import { nameInLine } from '../text/name-in-line.ts'
import { formatDuration } from '../value/duration.ts'
import { formatSpent } from '../value/money.ts'
import type { Resources } from '../plan/plan.ts'
import { sayCount } from './say-count.ts'
import { sayLikely } from './plan/say-likely.ts'
import { sayHindrance } from './say-hindrance.ts'
import { formatSize } from '../value/size.ts'
import type { Wait } from '../schedule/why-waiting.ts'

export function sayWait(wait: Wait, now: number): string {
  switch (wait.is) {
    case 'on-tasks':
      return `after ${firstFew(wait.tasks)}`
    case 'needs-human':
      return 'needs your approval to start'
    case 'batch':
      return `batch ${wait.batch + 1} still has ${sayCount(wait.unfinished, 'task')}`
    case 'retry-at':
      return `retry in ${formatDuration(Math.max(Math.ceil((wait.at - now) / 1000), 0))}`
    case 'paused':
      return 'paused'
    case 'hindered':
      return `the machine blocks the run: ${sayHindrance({ is: wait.by })}`
    case 'batch-paused':
      return `batch ${wait.batch + 1} is paused: conductor resume --batch ${wait.batch + 1}`
    case 'over-budget':
      return `the run has spent ${formatSpent(wait)}: conductor budget <usd>`
    case 'would-collide':
      return sayCollision(wait)
    case 'lane-busy':
      return `after ${wait.with}, which uses the same worktree`
    case 'no-worktree':
      return `${sayCount(wait.limit, 'worktree')} in use, which is the limit (max_worktrees)`
    case 'resources':
      return `needs ${shortage(wait.needs, wait.free)}`
    case 'agents-busy':
      return wait.place === 1 ? 'next in line' : `${ordinal(wait.place)} in line`
  }
}

function sayCollision({ with: other, files, chance }: Wait & { is: 'would-collide' }): string {
  if (chance === null) return `kept apart from ${other}, as you asked`
  if (chance === 1) return `would collide with ${other} on ${firstFew(files)}`
  return `may collide with ${other} on ${firstFew(files)} (${sayLikely(chance)})`
}

export function firstFew(names: readonly string[]): string {
  const shown = names.length > 4 ? names.slice(0, 3) : names
  const rest = names.length - shown.length
  return shown.map(nameInLine).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** Only the resources that are short. */
function shortage(needs: Resources, free: Resources): string {
  const cpu = needs.cpu > free.cpu ? [`${needs.cpu} cpu, ${Math.max(free.cpu, 0)} free`] : []
  const memory =
    needs.memoryBytes > free.memoryBytes
      ? [`${formatSize(needs.memoryBytes)}, ${formatSize(Math.max(free.memoryBytes, 0))} free`]
      : []
  return [...cpu, ...memory].join('; ')
}

function ordinal(n: number): string {
  const teens = n % 100 >= 11 && n % 100 <= 13
  const ending = teens ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}
