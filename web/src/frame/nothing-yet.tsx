/** Shown when there is neither a run nor a plan: the first step, or what is wrong with the task file. */
import { openNewTask } from '../act/new-work.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { NewPlanButton } from '../views/plan/make/new-plan-button.tsx'
import type { FrameRun } from './use-frame-run.ts'
import './nothing-yet.css'

/** Works as it is wherever it is pasted: also where there is no agent, or no git. */
const EXAMPLE = `tasks:
  - id: login
    run: echo '<h1>Log in</h1>' > login.html
  - id: test
    run: grep 'Log in' login.html
    dependencies: [login]`

type Nothing = Extract<FrameRun, { is: 'nothing' }>

export default function NothingYet({ plan }: { readonly plan: Nothing['plan'] }) {
  if (plan.is === 'none')
    return (
      <EmptyState title="No plan yet">
        <p>
          Say what you want, in your words, and let Conductor divide it into tasks; or begin with
          one task.
        </p>
        <p className="nothing-yet-ways">
          <NewPlanButton kind="primary" />
          <Button aria-keyshortcuts="c" onClick={() => openNewTask()}>
            New task
          </Button>
        </p>
        <p>
          Or describe the tasks in <code>tasks.yaml</code> at the top of the repository, such as:
        </p>
        <pre>{EXAMPLE}</pre>
        <p>
          A task with <code>prompt: Add a login page</code> in place of <code>run:</code> goes to an
          agent, such as Claude Code if that is installed.
        </p>
        <p>
          Or let <code>conductor init</code> write a first one. This page shows it when you come
          back to it.
        </p>
      </EmptyState>
    )
  const { message, problems } = plan
  return (
    <EmptyState title={message}>
      <ul className="plan-problems">
        {problems.map(({ place, message, hint }) => (
          <li key={`${place} ${message}`}>
            <code>{place}</code> {message}
            {hint !== null && <p className="quiet">{hint}</p>}
          </li>
        ))}
      </ul>
      <p className="quiet">Fix it and come back: then this page reads it again.</p>
    </EmptyState>
  )
}
