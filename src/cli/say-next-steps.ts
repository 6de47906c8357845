/** What to type after a run: to look at the result and take it, and about what did not land. */
import { stateOf, type Run } from '../core/run.ts'
import { waysOut } from '../core/say-trouble.ts'
import type { LandingSummary, Summary } from '../core/summary.ts'

export function nextSteps(run: Run, summary: Summary): readonly string[] {
  return [
    ...(summary.landing === null ? [] : takeIt(summary.landing)),
    ...summary.results
      .filter((result) => result.status === 'review')
      .flatMap(({ id, error }) => {
        const state = stateOf(run, id)
        const ways = state.is === 'review' ? waysOut(id, state.trouble) : []
        return ['', `${id} needs you: ${error}`, ...ways.map((way) => `  ${way}`)]
      }),
    ...afterFailures(summary),
  ]
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
