/** Every run there was: what each came to, and how it went. */
import { Route, Switch } from 'wouter'
import { WithQueries } from '../api/with-queries.tsx'
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
      <Route path="/runs/:run/:view?">
        {({ run, view }) => <PastRun key={run} run={run} view={view ?? 'summary'} />}
      </Route>
      <Route>
        <RunList />
      </Route>
    </Switch>
  )
}
