/** Counts suggestions, and keeps the counts; the kept ones are the figures for Prometheus, so they survive a restart. */
import { Counter, Histogram, type Registry } from 'prom-client'
import type { UseEntry } from '../../../core/ordering/suggestion-use.ts'
import type { KeptUse } from '../../served/served-workspaces.ts'

export interface MeasuredSuggestions {
  add(entry: UseEntry): void
}

/** An offline answer takes milliseconds, one of Claude seconds. */
const SECONDS = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60]

export function measureSuggestions(use: KeptUse, registry: Registry): MeasuredSuggestions {
  const registers = [registry]
  countersOf(use, registers)
  const answered = new Histogram({
    name: 'conductor_suggestion_duration_seconds',
    help: 'How long orderings of workspaces took to suggest, by who made them.',
    labelNames: ['source'],
    buckets: SECONDS,
    registers,
  })
  const displayed = new Histogram({
    name: 'conductor_suggestion_display_seconds',
    help: 'How long it took from the click until orderings were shown.',
    buckets: SECONDS,
    registers,
  })
  return {
    add(entry) {
      if (entry.is === 'asked') answered.observe({ source: entry.source }, entry.seconds)
      if (entry.is === 'engaged' && entry.seconds !== null) displayed.observe(entry.seconds)
      try {
        use.add(entry)
      } catch {
        // The request itself succeeded: a count that cannot be stored must not turn it into an error.
      }
    },
  }
}

const countersOf = (use: KeptUse, registers: Registry[]): readonly Counter[] => [
  new Counter({
    name: 'conductor_suggestions_total',
    help: 'Orderings of workspaces that were asked for, by who made them.',
    labelNames: ['source'],
    registers,
    collect() {
      this.reset()
      for (const [source, count] of Object.entries(use.all().asked)) this.inc({ source }, count)
    },
  }),
  new Counter({
    name: 'conductor_suggestion_cost_usd_total',
    help: 'What orderings by Claude have cost in US dollars, as far as that is known.',
    registers,
    collect() {
      this.reset()
      this.inc(use.all().cost_usd)
    },
  }),
  new Counter({
    name: 'conductor_suggestion_uses_total',
    help: 'What people have done with suggested orderings.',
    labelNames: ['event'],
    registers,
    collect() {
      this.reset()
      for (const [event, count] of Object.entries(use.all().engaged)) this.inc({ event }, count)
    },
  }),
  new Counter({
    name: 'conductor_suggestion_feedback_total',
    help: 'How often people called an ordering useful or not.',
    labelNames: ['strategy', 'useful'],
    registers,
    collect() {
      this.reset()
      for (const [strategy, { useful, not_useful }] of Object.entries(use.all().feedback)) {
        this.inc({ strategy, useful: 'yes' }, useful)
        this.inc({ strategy, useful: 'no' }, not_useful)
      }
    },
  }),
]
