/** Two runs side by side: what differs in all, and for each task. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type {
  Compared,
  ComparedTask,
  ComparedTotal,
  Comparison,
} from '../../../../src/core/costs/compare-runs.ts'
import {
  isBetter,
  sayDifference,
  sayFigure,
  TOTAL_FIGURES,
} from '../../../../src/core/say/say-compared.ts'
import { ColumnHeads } from '../../parts/column-heads.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { readComparison } from './cost-documents.ts'
import './charts.css'

export default function CompareView({
  run,
  other,
}: {
  readonly run: string
  readonly other: string
}) {
  const compared = useQuery({
    queryKey: ['compare', run, other],
    queryFn: () => readComparison(run, other),
    staleTime: 0,
  })
  if (compared.isError)
    return (
      <div role="alert">
        <EmptyState title={compared.error.message}>
          <Link href="/runs">All runs</Link>
        </EmptyState>
      </div>
    )
  if (compared.data === undefined) return <p className="loading quiet">Loading …</p>
  return <Shown comparison={compared.data} />
}

function Shown({ comparison }: { readonly comparison: Comparison }) {
  const { first, second, total, tasks } = comparison
  const names = [`Run ${first.run}`, `Run ${second.run}`]
  const partial = [first, second].filter(({ cost_is_partial }) => cost_is_partial)
  return (
    <div className="costs-view">
      <h1>
        <Link href="/runs">Runs</Link> / Run {first.run} and run {second.run}
      </h1>
      <div className="cost-table">
        <table>
          <caption className="unseen">The two runs in all</caption>
          <ColumnHeads names={['Figure', ...names, 'Difference']} />
          <tbody>
            {Object.entries(total).map(([name, figures]) => (
              <Total key={name} name={name as ComparedTotal} compared={figures} />
            ))}
          </tbody>
        </table>
      </div>
      {partial.length > 0 && (
        <p className="quiet">
          The cost of run {partial.map(({ run }) => run).join(' and ')} is higher: some agents do
          not report theirs.
        </p>
      )}
      <h2>What differs by task</h2>
      <div className="cost-table">
        <table>
          <caption className="unseen">
            What differs by task, run {second.run} minus run {first.run}
          </caption>
          <ColumnHeads names={['Task', 'State', 'Cost', 'Tokens', 'Time', 'Attempts', 'Quality']} />
          <tbody>
            {tasks.map((task) => (
              <Task key={task.id} task={task} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Total({ name, compared }: { readonly name: ComparedTotal; readonly compared: Compared }) {
  const figure = TOTAL_FIGURES[name]
  return (
    <tr>
      <th scope="row">{figure.name}</th>
      <td>{sayFigure(compared.first, figure.unit)}</td>
      <td>{sayFigure(compared.second, figure.unit)}</td>
      <Difference name={name} compared={compared} />
    </tr>
  )
}

function Difference({
  name,
  compared,
}: {
  readonly name: ComparedTotal
  readonly compared: Compared
}) {
  const figure = TOTAL_FIGURES[name]
  const better = isBetter(compared, figure)
  const word = compared.difference === 0 ? '=' : sayDifference(compared, figure.unit) || '–'
  return (
    <td data-better={better === null ? undefined : better ? 'yes' : 'no'}>
      {word}
      {better !== null && <span className="unseen">{better ? ', better' : ', worse'}</span>}
    </td>
  )
}

function Task({ task }: { readonly task: ComparedTask }) {
  const { status_first: first, status_second: second } = task
  return (
    <tr>
      <th scope="row" className="mono">
        {task.id}
      </th>
      <td>{first === second ? first : `${first ?? 'not there'} → ${second ?? 'not there'}`}</td>
      <Difference name="cost_usd" compared={task.cost_usd} />
      <Difference name="tokens" compared={task.tokens} />
      <Difference name="work_s" compared={task.duration_s} />
      <Difference name="attempts" compared={task.attempts} />
      <Difference name="quality" compared={task.quality} />
    </tr>
  )
}
