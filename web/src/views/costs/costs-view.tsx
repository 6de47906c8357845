/** Cost, tokens and time of one run or of all runs: a chart, and the same as a table. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { COSTS_BY, type CostsBy } from '../../../../src/core/costs/costs-by.ts'
import type { CostFigures, CostRow, Costs } from '../../../../src/core/costs/costs.ts'
import { sayCostGroup } from '../../../../src/core/say/say-cost.ts'
import { sayCount } from '../../../../src/core/say/say-count.ts'
import { Choices } from '../../parts/choices.tsx'
import { EmptyArt } from '../../parts/empty-art.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { BarChart, DayChart } from './bar-chart.tsx'
import { barsOf, columnsOf, MEASURES, sayValue, whyEmpty, type Measure } from './chart.ts'
import { readCosts } from './cost-documents.ts'

const BY_WORDS: Readonly<Record<CostsBy, string>> = {
  task: 'Task',
  agent: 'Agent',
  model: 'Model',
  day: 'Day',
}

const MEASURE_WORDS: Readonly<Record<Measure, string>> = {
  cost: 'Cost',
  tokens: 'Tokens',
  time: 'Time',
}

export interface CostsViewProps {
  /** null: all runs together. */
  readonly run: string | null
  /** Changes when the figures have changed. */
  readonly changedBy: string
  /** How the run has ended, in one line; null: it goes on, or there are several. */
  readonly ended?: string | null
  /** Shown below the chart. */
  readonly children?: ReactNode
}

export default function CostsView({ run, changedBy, ended = null, children }: CostsViewProps) {
  const { get, change } = useAddress()
  const by = oneOf(COSTS_BY, get('by'))
  const measure = oneOf(MEASURES, get('of'))
  const costs = useQuery({
    queryKey: ['costs', run, by, changedBy],
    queryFn: () => readCosts(run, by),
    placeholderData: (old) => old,
  })
  if (costs.isError) return <p role="alert">{costs.error.message}</p>
  return (
    <div className="costs-view">
      {run === null && (
        <h1>
          <Link href="/runs">Runs</Link> / Costs of all runs
        </h1>
      )}
      {ended !== null && <p className="costs-ended">This run is over: {ended}.</p>}
      <div className="costs-tools">
        <Choices
          name="Show"
          value={measure}
          choices={MEASURES.map((one) => [one, MEASURE_WORDS[one]] as const)}
          onChange={(of) => change({ of: of === 'cost' ? null : of })}
        />
        <Choices
          name="By"
          value={by}
          choices={COSTS_BY.map((one) => [one, BY_WORDS[one]] as const)}
          onChange={(what) => change({ by: what === 'task' ? null : what })}
        />
      </div>
      {costs.data === undefined ? (
        <p className="loading quiet">Loading …</p>
      ) : (
        <Shown costs={costs.data} measure={measure} run={run} />
      )}
      {children}
    </div>
  )
}

const oneOf = <Word extends string>(words: readonly Word[], word: string | null): Word =>
  words.find((one) => one === word) ?? words[0]!

interface ShownProps {
  readonly costs: Costs
  readonly measure: Measure
  readonly run: string | null
}

function Shown({ costs, measure, run }: ShownProps) {
  const { rows, total, by } = costs
  const empty = whyEmpty(total, measure, run === null ? 'these runs' : 'this run')
  const about = `${MEASURE_WORDS[measure]} by ${by}`
  return (
    <>
      <Totals total={total} />
      {empty !== null && rows.length > 0 ? (
        <p className="quiet">{empty}</p>
      ) : empty !== null ? (
        <EmptyState title={empty} art={<EmptyArt name="money" />}>
          <p>Agents report what they use, for example Claude Code, Codex and Gemini CLI.</p>
          <Link href="/runs">All runs</Link>
        </EmptyState>
      ) : by === 'day' ? (
        <DayChart bars={columnsOf(rows, measure)} about={about} />
      ) : (
        <BarChart bars={barsOf(rows, measure)} about={about} />
      )}
      {rows.length > 0 && <CostTable costs={costs} run={run} />}
    </>
  )
}

function Totals({ total }: { readonly total: CostFigures }) {
  const notes = [
    ...(total.cost_usd !== null && total.cost_is_partial
      ? ['The cost is higher: some agents do not report theirs.']
      : []),
    ...(total.estimated_usd > 0 ? ['~: estimated, from tokens and list prices.'] : []),
    ...(total.imputed_usd > 0 ? ['A subscription pays for some of it.'] : []),
  ]
  return (
    <div>
      <dl className="costs-total">
        {MEASURES.map((measure) => (
          <div key={measure}>
            <dt>{measure === 'time' ? 'Work of all agents' : MEASURE_WORDS[measure]}</dt>
            <dd>{sayValue(total, measure)}</dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && <p className="quiet">{notes.join(' ')}</p>}
    </div>
  )
}

function CostTable({ costs, run }: Omit<ShownProps, 'measure'>) {
  return (
    <div className="cost-table">
      <table>
        <caption className="unseen">
          {BY_WORDS[costs.by]}s with cost, tokens and time, of {sayCount(costs.runs, 'run')}
        </caption>
        <thead>
          <tr>
            <th scope="col">{BY_WORDS[costs.by]}</th>
            {['Cost', 'Tokens', 'Time', 'Attempts'].map((name) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {costs.rows.map((row) => (
            <Row key={`${row.is} ${row.run} ${row.name}`} row={row} run={run} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ row, run }: { readonly row: CostRow; readonly run: string | null }) {
  const name = sayCostGroup(row)
  return (
    <tr>
      <th scope="row">
        {row.is === 'task' && run !== null ? (
          <Link href={`/runs/${run}/tasks/${name}`}>{name}</Link>
        ) : (
          name
        )}
      </th>
      {MEASURES.map((measure) => (
        <td key={measure} className="number">
          {sayValue(row, measure)}
        </td>
      ))}
      <td className="number">{row.attempts}</td>
    </tr>
  )
}
