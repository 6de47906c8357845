/** Why a task is stuck, and the condition of a working one, in words: the same in the terminal, status and board. */
import { formatAge, formatDuration } from '../value/duration.ts'
import { formatSpent } from '../value/money.ts'
import type { Question } from '../agent/sign.ts'
import type { Stuck } from '../run/stuck.ts'
import type { Condition } from '../agent/supervision.ts'

export function sayStuck(why: Stuck): string {
  switch (why.is) {
    case 'question':
      return `decision needed: ${why.question.decision}`
    case 'budget':
      return `${why.of === 'run' ? 'the run' : 'it'} has spent ${formatSpent(why)}`
  }
}

/** What has to be decided, and what a person must know for that. */
export const sayDecision = (question: Question): readonly string[] => [
  ...sayPart('Decision needed:', question.decision),
  ...sayOptions(question),
]

export const sayOptions = ({ options, context }: Question): readonly string[] => [
  ...(options.length === 0
    ? ['Options considered: none were named']
    : ['Options considered:', ...options.flatMap((option, i) => sayPart(`  ${i + 1}.`, option))]),
  ...sayPart('Context:', context.trim() === '' ? 'none was given' : context),
]

/** Agents write paragraphs: further lines are indented below the name. */
function sayPart(name: string, text: string): readonly string[] {
  const [first = '', ...rest] = text.trim().split('\n')
  return [`${name} ${first.trimEnd()}`, ...rest.map((line) => `     ${line.trimEnd()}`)]
}

/** null: the agent works, and there is nothing more to say. */
export function sayCondition(condition: Condition, now: number): string | null {
  const age = formatAge(condition.since, now)
  switch (condition.is) {
    case 'fine':
      return null
    case 'permission':
      return `waits for your permission: ${condition.requests.map(({ tool, what }) => `${tool} ${what}`.trim()).join('; ')} (${age})`
    case 'question':
      return `asks: ${condition.decision} (${age})`
    case 'stale':
      return `no sign of life for ${age}${condition.stopped === undefined ? '' : `: its processes are stopped (SIGSTOP); continue them with \`${letGoOn(condition.stopped)}\``}`
    case 'rate-limited':
      return `the model is rate limited${until(condition.until, now)}: ${condition.reason}`
    case 'retrying':
      return `retrying model call (${condition.number}${condition.of === null ? '' : `/${condition.of}`})${until(condition.nextAt, now, 'in')}: ${condition.reason}`
    case 'looping':
      return `did the same ${condition.times} times with the same result: ${condition.what}`
    case 'silent':
      return `no output or activity for ${age}${condition.during === null ? '' : `, in ${condition.during}`}`
    case 'over-time':
      return `takes more than twice the expected ${formatDuration(condition.expectedSeconds)}`
  }
}

/** The command to type. */
export const letGoOn = (stopped: readonly number[]): string => `kill -CONT ${stopped.join(' ')}`

const until = (at: number | null, now: number, word: 'for' | 'in' = 'for'): string =>
  at === null || at <= now ? '' : ` ${word} ${formatDuration(Math.ceil((at - now) / 1000))}`
