/** The other runs that need decisions: each leads to that run, and says what to type. */
import { useId } from 'react'
import type { ProjectDocument } from '../../../../../src/core/projects/project-document.ts'
import type { WaitingRun } from '../../../../../src/core/report/waiting-run.ts'
import { sayCount } from '../../../../../src/core/say/say-count.ts'
import { pathIn } from '../../../data/api/project.ts'
import { addressOf } from '../../../data/live/use-projects.ts'
import './waiting-runs.css'

export interface WaitingAt {
  readonly project: ProjectDocument
  readonly run: WaitingRun
}

export const waitingIn = (
  projects: readonly ProjectDocument[],
  chosen: string | null,
): readonly WaitingAt[] =>
  projects
    .filter(({ id }) => chosen === null || id === chosen)
    .flatMap((project) => project.waiting_runs.map((run) => ({ project, run })))

export const countDecisions = (waiting: readonly WaitingAt[]): number =>
  waiting.reduce((sum, { run }) => sum + run.decisions, 0)

/** Links that load the page: the run may be of another project. */
export function WaitingRuns({ waiting }: { readonly waiting: readonly WaitingAt[] }) {
  const id = useId()
  if (waiting.length === 0) return null
  return (
    <section className="need-group" aria-labelledby={id}>
      <p id={id} className="quiet">
        Other runs that wait for you
      </p>
      <ul className="waiting-runs">
        {waiting.map(({ project, run }) => (
          <li key={`${project.id} ${run.run}`}>
            <a href={pathIn(addressOf(project), `/runs/${run.run}/board`)}>
              Run {run.run} of {project.name}
            </a>
            <span className="quiet">{run.plan}</span>
            <span>{sayCount(run.decisions, 'decision')}</span>
            <code>{run.command}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
