/** Compares a plan before and after a draft: how long it takes. */
import { formatDuration } from '../../../../../src/core/value/duration.ts'
import type { TaskId } from '../../../../../src/core/value/ids.ts'
import type { Run } from '../../../../../src/core/run/run.ts'
import { simulate } from '../../../../../src/core/schedule/simulate.ts'
import { timeLeft } from '../../../../../src/core/schedule/time-left.ts'

export interface PlanFigures {
  readonly makespanSeconds: number
  readonly speedup: number
  readonly chain: readonly TaskId[]
  /** Time left in the live run, without what is overdue; null: there is none. */
  readonly leftSeconds: number | null
}

/** now null: the plan has not been started. */
export function figuresOf(run: Run, now: number | null): PlanFigures {
  const settings = { ...run.settings, agents: run.agents }
  const { makespanSeconds, speedup, criticalPath } = simulate(run.plan, settings)
  const leftSeconds = now === null || run.ended !== null ? null : timeLeft(run, now).seconds
  return { makespanSeconds, speedup, chain: criticalPath, leftSeconds }
}

export interface Compared {
  readonly name: string
  readonly before: string
  readonly after: string
  /** Whether after is better than before. */
  readonly is: 'better' | 'worse' | 'same'
}

export function comparePlans(before: PlanFigures, after: PlanFigures): readonly Compared[] {
  return [
    compared('Takes', before.makespanSeconds, after.makespanSeconds, formatDuration),
    ...(before.leftSeconds === null || after.leftSeconds === null
      ? []
      : [compared('Time left', before.leftSeconds, after.leftSeconds, formatDuration)]),
    compared('Speedup', -before.speedup, -after.speedup, (times) => sayTimes(-times)),
  ]
}

/** A plan takes less time only if its longest chain does. */
export function compareChains(before: PlanFigures, after: PlanFigures): string {
  const [was, becomes] = [sayChain(before.chain), sayChain(after.chain)]
  return was === becomes ? `${was}, as before` : `${becomes}; before: ${was}`
}

/** For figures of which less is better. */
function compared(
  name: string,
  before: number,
  after: number,
  say: (number: number) => string,
): Compared {
  const [was, becomes] = [say(before), say(after)]
  const is = was === becomes ? 'same' : after < before ? 'better' : 'worse'
  return { name, before: was, after: becomes, is }
}

const sayTimes = (times: number): string => `${times.toFixed(times < 9.95 ? 1 : 0)} times`

const SHOWN = 5

function sayChain(chain: readonly TaskId[]): string {
  const left = chain.length - SHOWN
  const shown = left > 1 ? [...chain.slice(0, 3), `${left} more`, ...chain.slice(-2)] : chain
  return shown.join(' → ')
}
