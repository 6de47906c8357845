/** Every run there was: what each came to, and how it went. */
import { Route, Switch } from 'wouter'
import { PastRun } from './past-run.tsx'
import { RunList } from './run-list.tsx'

export default function Runs() {
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
