/** Before there is anything to show: the first step, or what is wrong with the task file. */
import { EmptyState } from '../ui/empty-state.tsx'
import type { FrameRun } from './use-frame-run.ts'
import './nothing-yet.css'

const EXAMPLE = `tasks:
  - id: login
    prompt: Add a login page
  - id: tests
    prompt: Test the login page
    dependencies: [login]`

export function NothingYet({ found }: { readonly found: Exclude<FrameRun, { is: 'run' }> }) {
  if (found.is === 'loading') return <p className="loading quiet">Loading …</p>
  if (found.plan.is === 'none')
    return (
      <EmptyState title="Nothing to conduct yet">
        <p>
          Write what is to be done into <code>tasks.yaml</code> at the top of the repository, such
          as:
        </p>
        <pre>{EXAMPLE}</pre>
        <p>
          or let <code>conductor init</code> write a first one. This page shows it when you come
          back to it.
        </p>
      </EmptyState>
    )
  const { message, problems } = found.plan
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
      <p className="quiet">Mend it and come back: this page then reads it again.</p>
    </EmptyState>
  )
}
