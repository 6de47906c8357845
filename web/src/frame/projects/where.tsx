/** Where the user is: project > plan; a click on the project opens the list of all projects. */
import type { ShownRun } from '../../data/live/shown-run.tsx'
import { pageProject } from '../../data/api/project.ts'
import { useProjects } from '../../data/live/use-projects.ts'
import { labelOf } from './label-of.ts'
import './where.css'

export function Where({
  shown,
  onSwitch,
}: {
  readonly shown: ShownRun | null
  readonly onSwitch: () => void
}) {
  const projects = useProjects()
  const own = projects?.own ?? null
  const name = own === null ? (pageProject() ?? NONE) : labelOf(own, projects!.projects)
  return (
    <nav className="where" aria-label="Where you are">
      <button
        type="button"
        className="where-project"
        aria-haspopup="dialog"
        aria-keyshortcuts="s"
        aria-label={`Repository: ${name}. Switch`}
        title={own?.folder}
        onClick={onSwitch}
      >
        <span className="cut">{projects === null && name === NONE ? '…' : name}</span>
        <span aria-hidden="true">▾</span>
      </button>
      {shown !== null && (
        <>
          <span className="where-next" aria-hidden="true">
            ›
          </span>
          <span className="where-plan cut" title={shown.run.plan.name}>
            {shown.run.plan.name}
          </span>
          <span className="where-next" aria-hidden="true">
            ›
          </span>
        </>
      )}
    </nav>
  )
}

const NONE = 'No repository'
