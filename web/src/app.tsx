/** The frame around every view: where one is, how the run stands, whether the line is there. */
import { lazy, Suspense } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import type { LiveRun } from './live/live-run.ts'
import { LiveContext, ShowRun, useLive, useLiveShown } from './live/shown-run.tsx'
import { Board } from './board/board.tsx'
import './app.css'

const Lanes = lazy(() => import('./lanes/lanes.tsx'))
const Timeline = lazy(() => import('./timeline/timeline.tsx'))
const TaskPage = lazy(() => import('./task/task-page.tsx'))
const Attention = lazy(() => import('./attention/attention.tsx'))
const PlanView = lazy(() => import('./plan/plan-view.tsx'))
const Runs = lazy(() => import('./runs/runs.tsx'))

export function App({ live }: { readonly live: LiveRun }) {
  return (
    <LiveContext value={live}>
      <Frame />
    </LiveContext>
  )
}

const VIEWS = [
  ['board', 'Board'],
  ['lanes', 'Lanes'],
  ['timeline', 'Timeline'],
  ['attention', 'Attention'],
  ['plan', 'Plan'],
  ['runs', 'Runs'],
] as const

function Frame() {
  const { line } = useLive()
  const [location] = useLocation()
  return (
    <div className="frame">
      <header className="top">
        <span className="brand">Conductor</span>
        <nav aria-label="Views">
          {VIEWS.map(([path, name]) => (
            <Link
              key={path}
              href={`/${path}`}
              aria-current={location.startsWith(`/${path}`) ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
        <span role="status">{line}</span>
      </header>
      <main>
        <Suspense fallback={null}>
          <View />
        </Suspense>
      </main>
    </div>
  )
}

function View() {
  const shown = useLiveShown()
  if (shown === null) return <p>No run yet.</p>
  return (
    <ShowRun value={shown}>
      <Switch>
        <Route path="/board" component={Board} />
        <Route path="/lanes" component={Lanes} />
        <Route path="/timeline" component={Timeline} />
        <Route path="/tasks/:task">{({ task }) => <TaskPage task={task} />}</Route>
        <Route path="/attention" component={Attention} />
        <Route path="/plan" component={PlanView} />
        <Route path="/runs" nest component={Runs} />
        <Route>
          <Redirect to="/board" replace />
        </Route>
      </Switch>
    </ShowRun>
  )
}
