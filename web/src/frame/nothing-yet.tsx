/** Shown when there is neither a run nor a plan: the first step, or what is wrong with the task file. */
import { openNewTask } from '../act/new-work.ts'
import { Button } from '../parts/button.tsx'
import { EmptyArt } from '../parts/empty-art.tsx'
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
      <EmptyState title="No plan yet" art={<EmptyArt name="plan" />}>
        <p>
          Say what you want, in your words. Conductor divides it into tasks, and agents work on them
          at the same time.
        </p>
        <p className="empty-ways">
          <NewPlanButton kind="primary" />
          <Button aria-keyshortcuts="c" onClick={() => openNewTask()}>
            New task
          </Button>
        </p>
        <p>
          <code>conductor init</code> in a terminal writes a first plan.
        </p>
        <details>
          <summary>Write the plan yourself</summary>
          <p>
            Describe the tasks in <code>tasks.yaml</code> at the top of the repository. This page
            shows them when you come back to it.
          </p>
          <pre>{EXAMPLE}</pre>
          <p>
            A task with <code>prompt: Add a login page</code> in place of <code>run:</code> goes to
            an agent, such as Claude Code if that is installed.
          </p>
        </details>
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
