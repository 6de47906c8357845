/** Counts events: all of the run that is the newest when the server is first asked, and everything from then on. */
import type { MiddlewareHandler } from 'hono'
import type { Event } from '../../../core/run/event.ts'
import { troubleKind } from '../../../core/landing/delivery.ts'
import type { AttemptId, RunId } from '../../../core/value/ids.ts'
import { scheduleOf } from '../../../core/schedule/schedule.ts'
import { statusNow } from '../../../core/report/summary.ts'
import { NO_USAGE, type Usage } from '../../../core/agent/usage.ts'
import type { Movement } from '../../live/live-runs.ts'
import type { ServedRepository } from '../../served/served-repository.ts'
import type { ApiContext } from '../api-context.ts'
import { measureSuggestions, type MeasuredSuggestions } from './suggestion-metrics.ts'
import { openPrometheusMetrics, type PrometheusMetrics } from './prometheus-metrics.ts'

export interface EventCounts {
  readonly contentType: string
  /** In the text format of Prometheus. */
  text(): Promise<string>
  readonly countInteractions: MiddlewareHandler
  readonly suggestions: MeasuredSuggestions
}

export function countEvents(
  { served, live, runs }: ApiContext,
  liveSockets: () => number,
): EventCounts {
  const metrics = openPrometheusMetrics({
    tasks: () => runs.newest()?.counts ?? {},
    queued: () =>
      live.conducted().conducted ? scheduleOf(live.current()!).line(Date.now()).length : 0,
    liveSockets,
    run() {
      const run = runs.newest()
      return run && { run: run.id, status: statusNow(run, runs.isConducted(run)) }
    },
  })
  const count = eventCounter(metrics)
  const reached = new Map<RunId, number>()
  live.subscribe(takeIn)
  countRest()
  return {
    contentType: metrics.registry.contentType,
    text: () => metrics.registry.metrics(),
    countInteractions: interactionCounter(metrics, served),
    suggestions: measureSuggestions(served.suggestions.use, metrics.registry),
  }

  function takeIn(movement: Movement): void {
    if (movement.is === 'conducted') return
    countRest()
    if (movement.is === 'events') {
      const { at } = movement.events.at(-1)!
      metrics.lag.set(Math.max(0, Date.now() - at) / 1000)
    }
  }

  /** Counts the events of the current run that were not counted yet, also when an older run was resumed. */
  function countRest(): void {
    const run = live.current()
    if (run === null) return
    for (const event of served.log.eventsOf(run.id, reached.get(run.id) ?? 0)) {
      count(event)
      reached.set(run.id, event.sequence)
    }
  }
}

function eventCounter(metrics: PrometheusMetrics): (event: Event) => void {
  const used = new Map<AttemptId, Usage>()
  return (event) => {
    switch (event.type) {
      case 'attempt-ended': {
        const { outcome } = event
        metrics.attempts.inc({ outcome: label(outcome.is) })
        if (outcome.is !== 'lost') metrics.attemptSeconds.observe(outcome.profile.wallSeconds)
        return
      }
      case 'usage-reported':
        countUsage(metrics, used.get(event.attempt) ?? NO_USAGE, event.usage)
        return void used.set(event.attempt, event.usage)
      case 'check-ended':
        return metrics.checkSeconds.observe(
          { result: event.passed ? 'passed' : 'failed' },
          event.seconds,
        )
      case 'task-landed':
        return metrics.landings.inc({ result: 'landed' })
      case 'resolve-needed':
      case 'review-needed':
        // A delivery that waits for approval has not failed to land.
        if (event.trouble.is !== 'approval')
          metrics.landings.inc({ result: label(troubleKind(event.trouble)) })
        return
      default:
    }
  }
}

/** Each report covers everything that the attempt has used so far. */
function countUsage({ tokens, cost }: PrometheusMetrics, before: Usage, now: Usage): void {
  const kinds = [
    ['input', 'inputTokens'],
    ['output', 'outputTokens'],
    ['cache_read', 'cacheReadTokens'],
    ['cache_write', 'cacheWriteTokens'],
  ] as const
  for (const [kind, key] of kinds) tokens.inc({ kind }, Math.max(0, now[key] - before[key]))
  cost.inc(Math.max(0, (now.costUsd ?? 0) - (before.costUsd ?? 0)))
}

const label = (word: string): string => word.replaceAll('-', '_')

/** Only these views become labels, so that no client can invent labels without end. */
const VIEWS: ReadonlySet<string> = new Set([
  'board',
  'lanes',
  'timeline',
  'tasks',
  'attention',
  'plan',
  'runs',
])

const LOOKS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** The web app sends the view in which the user did something. */
const interactionCounter =
  ({ interactions }: PrometheusMetrics, served: ServedRepository): MiddlewareHandler =>
  async (context, next) => {
    await next()
    if (LOOKS.has(context.req.method) || context.res.status >= 400) return
    const header = context.req.header('x-conductor-view') ?? 'api'
    const view = VIEWS.has(header) || header === 'api' ? header : 'other'
    interactions.inc({ view })
    try {
      served.interactions.count(view)
    } catch {
      // The request itself succeeded: a counter that cannot be stored must not turn it into an error.
    }
  }
