/** The runs view: the list of runs, or one of them. */
import { Route, Switch } from 'wouter'
import { WithQueries } from '../../data/api/with-queries.tsx'
import { loadWhenShown } from '../../parts/load-when-shown.ts'
import { PastRun } from './past-run.tsx'
import { RunList } from './run-list.tsx'

const Costs = loadWhenShown(() => import('../costs/costs-view.tsx'))
const Compare = loadWhenShown(() => import('../costs/compare-view.tsx'))

export default function Runs() {
  return (
    <WithQueries>
      <RunViews />
    </WithQueries>
  )
}

function RunViews() {
  return (
    <Switch>
      <Route path="/runs/costs">
        <Costs run={null} changedBy="" />
      </Route>
      <Route path="/runs/compare/:run/:other">
        {({ run, other }) => <Compare run={run} other={other} />}
      </Route>
      <Route path="/runs/:run/*?">
        {({ run, '*': rest = '' }) => {
          const [view = 'summary', task] = rest.split('/').filter(Boolean)
          return <PastRun key={run} run={run} view={view} task={task} />
        }}
      </Route>
      <Route>
        <RunList />
      </Route>
    </Switch>
  )
}
