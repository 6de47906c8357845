/** The whole API, checked by the schemas it is described with. */
import { OpenAPIHono } from '@hono/zod-openapi'
import { answerErrors } from '../answer-errors.ts'
import type { LiveRuns } from '../live-runs.ts'
import type { ServedRepository } from '../served-repository.ts'
import type { Report } from '../server-log.ts'
import { followAliases } from './aliases.ts'
import { asksApi } from './asks.ts'
import { attemptsApi } from './attempts.ts'
import { attentionApi } from './attention.ts'
import { batchesApi } from './batches.ts'
import { changeTasksApi } from './change-tasks.ts'
import { deliveriesApi } from './deliveries.ts'
import { describeApi } from './describe-api.ts'
import { openDesk } from './desk.ts'
import { docsApi } from './docs.ts'
import { laterApi } from './later.ts'
import { mergesApi } from './merges.ts'
import { metricsApi } from './metrics.ts'
import { otherMethods } from './other-methods.ts'
import { planApi } from './plan.ts'
import { rememberAnswers } from './remember-answers.ts'
import { runActionsApi } from './run-actions.ts'
import { runsApi } from './runs.ts'
import { serverApi } from './server.ts'
import { openTally } from './tally.ts'
import { taskActionsApi } from './task-actions.ts'
import { tasksApi } from './tasks.ts'
import { worktreesApi } from './worktrees.ts'

export type Api = ReturnType<typeof apiOf>

export interface ApiOptions {
  /** The name of the cookie that browsers have the token in. */
  readonly cookie: string
  /** Where what went wrong is written down. */
  readonly report: Report
  /** How many browsers follow now. */
  liveSockets(): number
}

export function apiOf(served: ServedRepository, live: LiveRuns, options: ApiOptions) {
  const desk = openDesk(served, live)
  const tally = openTally(desk, options.liveSockets)
  const api = new OpenAPIHono()
  answerErrors(api, options.report)
  api.use(followAliases(served.name, (request) => api.fetch(request)))
  api.use('/api/*', tally.countInteractions, rememberAnswers())
  const routes = api
    .route('/', serverApi(desk))
    .route('/', asksApi(desk))
    .route('/', runsApi(desk))
    .route('/', runActionsApi(desk))
    .route('/', tasksApi(desk))
    .route('/', taskActionsApi(desk))
    .route('/', changeTasksApi(desk))
    .route('/', deliveriesApi(desk))
    .route('/', attemptsApi(desk))
    .route('/', planApi(desk))
    .route('/', batchesApi(desk))
    .route('/', worktreesApi(desk))
    .route('/', mergesApi(desk))
    .route('/', attentionApi(desk))
    .route('/', laterApi())
    .route('/', metricsApi(tally))
  const about = { version: served.version, cookie: options.cookie }
  const describe = () => describeApi(routes, about)
  routes.route('/', docsApi(describe))
  routes.all('/api/*', otherMethods(describe))
  return routes
}
