/** What to type after a run: to look at the result and take it, and about what did not land. */
import { attentionOf, isUrgent, type Attention } from '../core/attention.ts'
import type { Run } from '../core/run.ts'
import { sayAttention, waysOf } from '../core/say-attention.ts'
import { sayWays } from '../core/say-trouble.ts'
import { NOT_MEASURED, summarise, type LandingSummary, type Summary } from '../core/summary.ts'

export function nextSteps(run: Run, summary: Summary, now: number): readonly string[] {
  return [
    ...(summary.landing === null ? [] : takeIt(summary.landing)),
    ...attentionOf(run, now)
      .filter(isUrgent)
      .flatMap((item) => ['', ...sayNeed(run, item, now)]),
    ...afterFailures(summary),
  ]
}

const sayNeed = (run: Run, item: Attention, now: number): readonly string[] => [
  `${item.task ?? `run ${run.id}`} needs you: ${sayAttention(item, now)}`,
  ...sayWays(waysOf(item)).map((way) => `  ${way}`),
]

/** The same for a run that is looked at: where its result is, and how to take it. */
export function howToTake(run: Run): readonly string[] {
  const { landing } = summarise(run, NOT_MEASURED)
  return landing === null ? [] : takeIt(landing)
}

function takeIt({ target, from, base, tip }: LandingSummary): readonly string[] {
  if (base === tip) return []
  return [
    '',
    `Look at the result: git diff ${from ?? base.slice(0, 9)}...${target}`,
    ...(from === target ? [] : [`Take it:            git merge ${target}`]),
  ]
}

function afterFailures({ results }: Summary): readonly string[] {
  const failed = results.find((result) => result.status === 'failed')
  if (failed === undefined) return []
  return [
    '',
    `See all of it with: conductor logs ${failed.id}`,
    `Try it again with:  conductor retry ${failed.id}`,
  ]
}
