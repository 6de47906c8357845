/** Serves what runs have cost, and how two of them differ. */
import { createRoute, z } from '@hono/zod-openapi'
import { compareRuns } from '../../../core/costs/compare-runs.ts'
import { costCells } from '../../../core/costs/cost-cells.ts'
import { COSTS_BY } from '../../../core/costs/costs-by.ts'
import { costsOf } from '../../../core/costs/costs.ts'
import { dayAt } from '../../../core/value/day.ts'
import { Refused } from '../../http/api-error.ts'
import type { ApiContext } from '../api-context.ts'
import { answers, checkedApi } from '../declare-route.ts'
import { ofRun } from '../params.ts'
import { keptByRun } from '../run/kept-by-run.ts'
import { reportOf } from '../run/run-rows.ts'
import { comparison, costs } from './cost-documents.ts'

const query = z.object({
  by: z
    .enum(COSTS_BY)
    .default('task')
    .openapi({ description: 'What is added up. Days are those of the clock of this machine.' }),
})

const showAllCosts = createRoute({
  method: 'get',
  path: '/api/costs',
  tags: ['run'],
  summary: 'Cost, tokens and time of all runs',
  description: 'The same as `conductor costs --all --json`.',
  request: { query },
  responses: answers(costs, 'By task, agent, model or day.'),
})

const showCosts = createRoute({
  method: 'get',
  path: '/api/runs/{run}/costs',
  tags: ['run'],
  summary: 'Cost, tokens and time of a run',
  description: 'The same as `conductor costs --run <run> --json`.',
  request: { params: ofRun, query },
  responses: answers(costs, 'By task, agent, model or day.'),
})

const compare = createRoute({
  method: 'get',
  path: '/api/runs/{run}/compare/{other}',
  tags: ['run'],
  summary: 'Two runs side by side',
  description: 'The same as `conductor compare <run> <other> --json`.',
  request: { params: ofRun.extend({ other: ofRun.shape.run }) },
  responses: answers(comparison, 'What differs, in all and for each task.'),
})

export const costsApi = (apiContext: ApiContext) => {
  const { runs } = apiContext
  const cellsOf = keptByRun(apiContext, (run) => costCells(run, localDay))
  return checkedApi()
    .openapi(showAllCosts, async (context) =>
      context.json(costsOf(await cellsOf(runs.all()), context.req.valid('query').by), 200),
    )
    .openapi(showCosts, (context) => {
      const run = runs.find(context.req.valid('param').run)
      return context.json(costsOf([costCells(run, localDay)], context.req.valid('query').by), 200)
    })
    .openapi(compare, (context) => {
      const { run, other } = context.req.valid('param')
      const [first, second] = [runs.find(run), runs.find(other)]
      if (first.id === second.id) throw sameRun(first.id)
      return context.json(
        compareRuns(reportOf(apiContext, first), reportOf(apiContext, second)),
        200,
      )
    })
}

const localDay = (at: number): string => dayAt(at, new Date(at).getTimezoneOffset())

const sameRun = (run: string): Refused =>
  new Refused(422, {
    error: 'same_run',
    message: `run ${run} cannot be compared with itself`,
    hint: 'name two different runs',
  })
