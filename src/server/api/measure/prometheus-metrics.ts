/** The metrics for Prometheus, named by its conventions: base units, and `_total` for counters. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type PrometheusMetrics = ReturnType<typeof openPrometheusMetrics>

export interface MetricsNow {
  tasks(): Readonly<Record<string, number>>
  queued(): number
  liveSockets(): number
  run(): { readonly run: string; readonly status: string } | null
}

const SECONDS = [1, 5, 15, 60, 300, 900, 1800, 3600, 7200, 14_400]

export function openPrometheusMetrics(now: MetricsNow) {
  const registry = new Registry()
  const registers = [registry]
  gaugesOf(now, registers)
  return {
    registry,
    attempts: new Counter({
      name: 'conductor_attempts_total',
      help: 'Attempts that have ended, by how.',
      labelNames: ['outcome'],
      registers,
    }),
    attemptSeconds: new Histogram({
      name: 'conductor_attempt_duration_seconds',
      help: 'How long attempts took.',
      buckets: SECONDS,
      registers,
    }),
    landings: new Counter({
      name: 'conductor_landings_total',
      help: 'Deliveries that came into the target, or why they could not.',
      labelNames: ['result'],
      registers,
    }),
    checkSeconds: new Histogram({
      name: 'conductor_check_duration_seconds',
      help: 'How long checks took on merged trees.',
      labelNames: ['result'],
      buckets: SECONDS,
      registers,
    }),
    tokens: new Counter({
      name: 'conductor_tokens_total',
      help: 'Tokens that agents have used.',
      labelNames: ['kind'],
      registers,
    }),
    cost: new Counter({
      name: 'conductor_cost_usd_total',
      help: 'What models have cost in US dollars, as far as that is known.',
      registers,
    }),
    lag: new Gauge({
      name: 'conductor_event_lag_seconds',
      help: 'How long after it was recorded the last event was taken in here.',
      registers,
    }),
    interactions: new Counter({
      name: 'conductor_interactions_total',
      help: 'What people have done through the web app, by view; api: without it.',
      labelNames: ['view'],
      registers,
    }),
  }
}

/** The gauges, which are read when Prometheus asks instead of being kept. */
const gaugesOf = (now: MetricsNow, registers: Registry[]): readonly Gauge[] => [
  new Gauge({
    name: 'conductor_tasks',
    help: 'Tasks of the newest run, by state.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(now.tasks())) this.set({ state }, count)
    },
  }),
  new Gauge({
    name: 'conductor_queue_depth',
    help: 'Tasks that could start, but for a free agent.',
    registers,
    collect() {
      this.set(now.queued())
    },
  }),
  new Gauge({
    name: 'conductor_live_sockets',
    help: 'Browsers that follow the run.',
    registers,
    collect() {
      this.set(now.liveSockets())
    },
  }),
  new Gauge({
    name: 'conductor_run_info',
    help: 'The newest run and its status; always 1.',
    labelNames: ['run', 'status'],
    registers,
    collect() {
      this.reset()
      const run = now.run()
      if (run !== null) this.set(run, 1)
    },
  }),
]
