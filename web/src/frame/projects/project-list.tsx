/** All projects: search, go to one, forget one, add one by its path. */
import { useState, type FormEvent } from 'react'
import type { ProjectDocument } from '../../../../src/core/projects/project-document.ts'
import { sayNeedCount } from '../../../../src/core/report/waits-for-you.ts'
import { addProject, forgetProject, goTo, pathTo } from '../../act/projects.ts'
import type { ShownProjects } from '../../data/live/use-projects.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { matches } from '../../parts/matches.ts'
import { labelOf } from './label-of.ts'
import './project-list.css'

/** onChosen: called when the user chose the project of this page. */
export function ProjectList({
  projects,
  onChosen,
}: {
  readonly projects: ShownProjects
  readonly onChosen: () => void
}) {
  const [typed, setTyped] = useState('')
  const { projects: all, own } = projects
  const matching = all.filter(({ id, name, folder }) => matches(typed, `${id} ${name} ${folder}`))
  const choose = (project: ProjectDocument | undefined): void => {
    if (project === undefined || project.state === 'missing') return
    if (project.id === own?.id) onChosen()
    else goTo(project)
  }
  return (
    <div className="projects">
      {all.length > 1 && (
        <input
          className="search"
          type="search"
          aria-label="Search repositories"
          placeholder="A repository …"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') choose(matching[0])
          }}
        />
      )}
      <ul className="project-rows" aria-label="Repositories">
        {matching.map((project) => (
          <Row
            key={project.id}
            project={project}
            label={labelOf(project, all)}
            isOwn={project.id === own?.id}
            onChosen={onChosen}
          />
        ))}
      </ul>
      {matching.length === 0 && (
        <p className="quiet">{all.length === 0 ? 'None is listed yet.' : 'None has that name.'}</p>
      )}
      <AddProject folder={projects.current === null ? projects.folder : ''} />
    </div>
  )
}

interface RowProps {
  readonly project: ProjectDocument
  readonly label: string
  readonly isOwn: boolean
  readonly onChosen: () => void
}

function Row({ project, label, isOwn, onChosen }: RowProps) {
  const { folder, needs_you: needs, is_current: isCurrent, state } = project
  const inside = (
    <>
      <span className="project-name cut">{label}</span>
      {needs > 0 && (
        <span className="needs" aria-label={sayNeedCount(needs)}>
          {needs}
        </span>
      )}
      <span className="project-run">{sayProject(project)}</span>
      <span className="project-folder quiet cut" title={folder}>
        {folder}
      </span>
    </>
  )
  return (
    <li className="project-row" data-state={state}>
      {state === 'missing' ? (
        <span className="project-link">{inside}</span>
      ) : (
        <a
          className="project-link"
          href={pathTo(project, location.pathname)}
          aria-current={isOwn ? 'true' : undefined}
          onClick={(event) => {
            if (!isOwn) return
            event.preventDefault()
            onChosen()
          }}
        >
          {inside}
        </a>
      )}
      {!isCurrent && (
        <Button
          kind="quiet"
          aria-label={`Forget ${project.id}`}
          title="Forget: nothing is deleted"
          onClick={() => void forgetProject(project)}
        >
          ✕
        </Button>
      )}
    </li>
  )
}

function sayProject({ state, problem, run }: ProjectDocument): string {
  if (state === 'missing') return 'Missing: the folder is gone'
  if (state === 'broken') return `Broken: ${problem}`
  if (run === null) return 'No run yet'
  return `Run ${run.id} ${run.says}, ${run.landed} of ${run.total} landed`
}

/** folder: what the field begins with. */
function AddProject({ folder }: { readonly folder: string }) {
  const [typed, setTyped] = useState(folder)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const added = typed.trim() === '' ? null : await addProject(typed.trim())
    if (added !== null) goTo(added)
  }
  return (
    <form className="project-add" onSubmit={(event) => void submit(event)}>
      <TextField
        label="Add a repository by its path"
        placeholder="~/code/blog"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={typed.trim() === ''}>
        Add
      </Button>
    </form>
  )
}
