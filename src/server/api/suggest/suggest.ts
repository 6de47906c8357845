/** Suggests orderings of workspaces. */
import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import {
  sayNotice,
  SUGGESTION_NOTICES,
  USUAL_RETRY_AFTER,
} from '../../../core/ordering/suggestion-notices.ts'
import type { Suggested, SuggestionFailure } from '../../../core/ordering/suggested.ts'
import type { AskedSource } from '../../../core/ordering/suggestion-use.ts'
import { timesOfRun } from '../../../core/ordering/times-of-run.ts'
import { refused, Refused } from '../../http/api-error.ts'
import type { Report } from '../../http/server-log.ts'
import type { ApiContext } from '../api-context.ts'
import { body, checkedApi, does, refusals } from '../declare-route.ts'
import type { MeasuredSuggestions } from '../measure/suggestion-metrics.ts'
import { requestedSuggestion, suggestionRequest } from './requested-suggestion.ts'
import { suggestionDocument } from './suggest-documents.ts'

const PATH = '/api/suggest-parallelization'

const suggestOrder = createRoute({
  method: 'post',
  path: PATH,
  tags: ['suggest'],
  summary: 'Suggest in which order workspaces are worked on',
  description:
    'Orderings in phases, each with another aim. Nothing is started. An empty body means the current workspaces, three orderings, and Claude if it can be asked.',
  request: { body: { ...body(suggestionRequest), required: false } },
  responses: {
    ...does(suggestionDocument, 'The orderings, the preferred one first.'),
    ...refusals({
      400: 'The body is not JSON (`invalid_json`), or the trees cannot be used (`invalid_tree`).',
      403: 'Suggestions are switched off (`disabled`).',
      413: 'The trees have more than 10,000 nodes (`too_large`).',
      429: 'Claude has had too many requests (`rate_limited`); see Retry-After.',
      500: 'Claude cannot be asked here (`configuration_error`), or something else went wrong (`internal_error`).',
      502: 'Claude gave an error (`claude_api_error`), or twice an unusable answer (`malformed_response`).',
      503: 'Claude cannot be reached (`offline`).',
      504: 'Claude did not answer in time (`claude_timeout`).',
    }),
  },
})

export function suggestApi(
  { served, runs }: ApiContext,
  measured: MeasuredSuggestions,
  report: Report,
) {
  const api = checkedApi()
  api.openAPIRegistry.registerPath(suggestOrder)
  // Not by the schema alone: an empty body is fine, and a bad one has words of its own.
  return api.post(PATH, async (context) => {
    context.header('cache-control', 'no-cache')
    try {
      return await answer(context)
    } catch (error) {
      if (error instanceof Refused) return refused(context, error.status, error.body)
      return internalError(context, report(`POST ${PATH}`, error))
    }
  })

  async function answer(context: Context): Promise<Response> {
    const { enabled } = await served.suggestions.standing()
    if (!enabled) throw DISABLED
    const wanted = await requestedSuggestion(context, report)
    const began = performance.now()
    const run = runs.newest()
    const suggested = await served.suggestions.suggest({
      trees: wanted.trees ?? (await served.tracker.read()).trees,
      preference: wanted.strategy_preference ?? null,
      maxParallel: wanted.max_parallel ?? null,
      count: wanted.count,
      engine: wanted.engine,
      known: run === null ? new Map() : timesOfRun(run, served.id),
    })
    measured.add({
      is: 'asked',
      ...measuredOf(suggested),
      seconds: (performance.now() - began) / 1000,
    })
    const failure = suggested.ok ? suggested.failure : suggested
    if (failure !== null) report(`asking Claude for orderings (${failure.error})`, failure.says)
    return suggested.ok ? context.json(suggested.response, 200) : failed(context, suggested)
  }
}

function failed(context: Context, { error, says, retryAfterSeconds }: SuggestionFailure): Response {
  const { status } = SUGGESTION_NOTICES[error]
  if (status === 429) context.header('retry-after', String(retryAfterSeconds ?? USUAL_RETRY_AFTER))
  return refused(context, status, {
    error,
    message: sayNotice(error, says),
    hint: OFFLINE_STANDS,
  })
}

const OFFLINE_STANDS = 'the offline orderings need no model: "engine": "offline"'

const DISABLED = new Refused(403, {
  error: 'disabled',
  message: 'suggested orderings are switched off here',
  hint: 'set parallelization_enabled: true in the settings',
})

const internalError = (context: Context, number: string): Response =>
  refused(context, 500, {
    error: 'internal_error',
    message: `something went wrong here; it is number ${number} in the log of the server`,
    hint: null,
  })

function measuredOf(suggested: Suggested): {
  readonly source: AskedSource
  readonly cost: number | null
} {
  if (!suggested.ok) return { source: 'failed', cost: suggested.costUsd }
  const { is_cached, source, cost_usd } = suggested.response
  return is_cached ? { source: 'cache', cost: null } : { source, cost: cost_usd }
}
