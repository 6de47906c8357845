/** The whole API. The schemas that describe it also check it. */
import { OpenAPIHono } from '@hono/zod-openapi'
import { answerErrors } from '../http/answer-errors.ts'
import type { LiveRuns } from '../live/live-runs.ts'
import type { ServedRepository } from '../served/served-repository.ts'
import type { Report } from '../http/server-log.ts'
import { followAliases } from './aliases.ts'
import { asksApi } from './ask-route.ts'
import { attemptsApi } from './task/attempts.ts'
import { transcriptsApi } from './task/transcripts.ts'
import { attentionApi } from './run/attention.ts'
import { batchesApi } from './run/batches.ts'
import { costsApi } from './measure/costs.ts'
import { expertiseApi } from './expertise/expertise.ts'
import { conflictApi } from './worktree/conflict.ts'
import { changeTasksApi } from './task/change-tasks.ts'
import { deliveriesApi } from './worktree/deliveries.ts'
import { describeApi } from './describe/describe-api.ts'
import { openApiContext, type Beside } from './api-context.ts'
import { docsApi } from './describe/docs.ts'
import { mergesApi } from './worktree/merges.ts'
import { newTaskApi } from './task/new-task.ts'
import { metricsApi } from './measure/metrics-route.ts'
import { methodNotAllowed } from './method-not-allowed.ts'
import { epicsApi } from './plan/epics.ts'
import { planApi } from './plan/plan.ts'
import { planningApi } from './plan/planning.ts'
import { issuesApi } from './plan/issues.ts'
import { projectsApi } from './projects.ts'
import { rememberAnswers } from './idempotency.ts'
import { runActionsApi } from './run/run-actions.ts'
import { startOfferApi } from './run/start-offer.ts'
import { pullRequestsApi } from './run/pull-requests.ts'
import { resultsApi } from './run/results.ts'
import { runsApi } from './run/runs.ts'
import { suggestApi } from './suggest/suggest.ts'
import { queueApi } from './suggest/queue.ts'
import { suggestionUseApi } from './suggest/use.ts'
import { healthAndSessionApi } from './health-and-session.ts'
import { countEvents } from './measure/count-events.ts'
import { timeLeftApi } from './run/time-left.ts'
import { taskActionsApi } from './task/task-actions.ts'
import { tasksApi } from './task/tasks.ts'
import { trackerApi } from './tracker/tracker.ts'
import { openFilesApi } from './worktree/open-files.ts'
import { worktreesApi } from './worktree/worktrees.ts'

export type Api = ReturnType<typeof apiOf>

export interface ApiOptions {
  /** The name of the cookie that holds the token in browsers. */
  readonly cookie: string
  readonly beside: Beside
  /** Writes down errors of the server. */
  readonly report: Report
  /** How many browsers follow the run now. */
  liveSockets(): number
}

export function apiOf(served: ServedRepository, live: LiveRuns, options: ApiOptions) {
  const apiContext = openApiContext(served, live, options.beside)
  const names = new Set(['current', served.id, served.name])
  const eventCounts = countEvents(apiContext, options.liveSockets)
  const api = new OpenAPIHono()
  answerErrors(api, options.report)
  api.use(
    followAliases(
      (id) => names.has(id),
      (request) => api.fetch(request),
    ),
  )
  api.use('/api/*', eventCounts.countInteractions, rememberAnswers())
  const routes = api
    .route('/', healthAndSessionApi(apiContext))
    .route('/', projectsApi(apiContext))
    .route('/', asksApi(apiContext))
    .route('/', startOfferApi(apiContext))
    .route('/', runsApi(apiContext))
    .route('/', resultsApi(apiContext))
    .route('/', pullRequestsApi(apiContext))
    .route('/', timeLeftApi(apiContext))
    .route('/', costsApi(apiContext))
    .route('/', expertiseApi(apiContext))
    .route('/', runActionsApi(apiContext))
    .route('/', tasksApi(apiContext))
    .route('/', taskActionsApi(apiContext))
    .route('/', changeTasksApi(apiContext))
    .route('/', newTaskApi(apiContext))
    .route('/', deliveriesApi(apiContext))
    .route('/', conflictApi(apiContext))
    .route('/', attemptsApi(apiContext))
    .route('/', transcriptsApi(apiContext))
    .route('/', planApi(apiContext))
    .route('/', planningApi(apiContext))
    .route('/', issuesApi(apiContext))
    .route('/', batchesApi(apiContext))
    .route('/', epicsApi(apiContext))
    .route('/', worktreesApi(apiContext))
    .route('/', openFilesApi(apiContext))
    .route('/', mergesApi(apiContext))
    .route('/', attentionApi(apiContext))
    .route('/', trackerApi(apiContext))
    .route('/', suggestApi(apiContext, eventCounts.suggestions, options.report))
    .route('/', queueApi(apiContext))
    .route('/', suggestionUseApi(apiContext, eventCounts.suggestions))
    .route('/', metricsApi(eventCounts))
  const about = { version: served.version, cookie: options.cookie }
  const describe = () => describeApi(routes, about)
  routes.route('/', docsApi(describe))
  routes.all('/api/*', methodNotAllowed(describe))
  return routes
}
