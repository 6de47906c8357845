/** The runs view: the list of runs, or one of them. */
import { Route, Switch } from 'wouter'
import { WithQueries } from '../../data/api/with-queries.tsx'
import { PastRun } from './past-run.tsx'
import { RunList } from './run-list.tsx'

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
