/** What to type after a run: to look at the result and take it, and about what did not land. */
import { runOverBudget } from '../core/budget.ts'
import { stateOf, type Run } from '../core/run.ts'
import { sayStuck } from '../core/say-stuck.ts'
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
    ...afterSpending(run, summary),
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

/** A limit that was reached keeps more from going on than those that say so. */
function afterSpending(run: Run, { results }: Summary): readonly string[] {
  const short = results.flatMap(({ id }) => {
    const state = stateOf(run, id)
    return state.is === 'stuck' && state.why.is === 'budget' && state.why.of === 'task'
      ? [`${id} needs you: ${sayStuck(state.why)}`, `  give it more: conductor budget ${id} <usd>`]
      : []
  })
  const over = run.ended === null ? runOverBudget(run) : null
  const all =
    over === null
      ? []
      : [sayStuck({ is: 'budget', ...over }), '  give it more: conductor budget <usd>']
  return short.length + all.length === 0 ? [] : ['', ...all, ...short]
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
