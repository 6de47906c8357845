/** The whole API. The schemas that describe it also check it. */
import { OpenAPIHono } from '@hono/zod-openapi'
import { answerErrors } from '../http/answer-errors.ts'
import type { LiveRuns } from '../live/live-runs.ts'
import type { ServedRepository } from '../served-repository.ts'
import type { Report } from '../http/server-log.ts'
import { followAliases } from './aliases.ts'
import { asksApi } from './asks.ts'
import { attemptsApi } from './task/attempts.ts'
import { attentionApi } from './run/attention.ts'
import { batchesApi } from './run/batches.ts'
import { changeTasksApi } from './task/change-tasks.ts'
import { deliveriesApi } from './worktree/deliveries.ts'
import { describeApi } from './describe/describe-api.ts'
import { openDesk } from './desk.ts'
import { docsApi } from './describe/docs.ts'
import { mergesApi } from './worktree/merges.ts'
import { metricsApi } from './measure/metrics.ts'
import { otherMethods } from './other-methods.ts'
import { planApi } from './plan/plan.ts'
import { rememberAnswers } from './remember-answers.ts'
import { runActionsApi } from './run/run-actions.ts'
import { runsApi } from './run/runs.ts'
import { serverApi } from './server.ts'
import { openTally } from './measure/tally.ts'
import { taskActionsApi } from './task/task-actions.ts'
import { tasksApi } from './task/tasks.ts'
import { worktreesApi } from './worktree/worktrees.ts'

export type Api = ReturnType<typeof apiOf>

export interface ApiOptions {
  /** The name of the cookie that holds the token in browsers. */
  readonly cookie: string
  /** Writes down errors of the server. */
  readonly report: Report
  /** How many browsers follow the run now. */
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
    .route('/', metricsApi(tally))
  const about = { version: served.version, cookie: options.cookie }
  const describe = () => describeApi(routes, about)
  routes.route('/', docsApi(describe))
  routes.all('/api/*', otherMethods(describe))
  return routes
}
