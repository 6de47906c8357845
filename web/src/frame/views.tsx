/** The views of a run, by path. */
import { useEffect } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { Board } from '../views/board/board.tsx'
import { WithResult } from '../views/result/with-result.tsx'
import { loadAhead, loadWhenShown } from '../parts/load-when-shown.ts'

const Lanes = loadWhenShown(() => import('../views/lanes/lanes.tsx'))
const Timeline = loadWhenShown(() => import('../views/timeline/timeline.tsx'))
const Pulls = loadWhenShown(() => import('../views/pulls/pulls.tsx'))
const taskPage = loadAhead(() => import('../views/task/task-page.tsx'))
const TaskPage = taskPage.part
const NoSuchPage = loadWhenShown(() => import('./no-such-page.tsx'))
const PlanView = loadWhenShown(() => import('../views/plan/plan-view.tsx'))

/** In the order of the links; the keys `g` and `key` open the view. */
export const VIEWS = [
  { path: 'board', name: 'Board', key: 'b' },
  { path: 'lanes', name: 'Lanes', key: 'l' },
  { path: 'timeline', name: 'Timeline', key: 't' },
  { path: 'pull-requests', name: 'Pull requests', key: 'u' },
  { path: 'orbs', name: 'Orbs', key: 'o' },
  { path: 'attention', name: 'Attention', key: 'a' },
  { path: 'plan', name: 'Plan', key: 'p' },
  { path: 'runs', name: 'Runs', key: 'r' },
] as const

export function Views() {
  useLoadedTaskPage()
  return (
    <Switch>
      <Route path="/board">
        <WithResult canTake>
          <Board />
        </WithResult>
      </Route>
      <Route path="/lanes" component={Lanes} />
      <Route path="/timeline">
        <WithResult>
          <Timeline />
        </WithResult>
      </Route>
      <Route path="/pull-requests" component={Pulls} />
      <Route path="/tasks/:task">{({ task }) => <TaskPage key={task} task={task} />}</Route>
      <Route path="/plan">
        <WithResult hasNewPlan>
          <PlanView />
        </WithResult>
      </Route>
      <Route path="/">
        <Redirect to="/board" replace />
      </Route>
      <Route component={NoSuchPage} />
    </Switch>
  )
}

/** Milliseconds until the opened view is surely shown. */
const SHOWN = 300

/** Every view has links to tasks, so the page of a task is loaded ahead. */
function useLoadedTaskPage(): void {
  useEffect(() => {
    const timer = setTimeout(taskPage.ahead, SHOWN)
    return () => clearTimeout(timer)
  }, [])
}
