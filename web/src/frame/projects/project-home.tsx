/** Shown by a server that was started outside of a repository, until one is chosen. */
import { useProjects } from '../../data/live/use-projects.ts'
import { ProjectList } from './project-list.tsx'

export default function ProjectHome() {
  const projects = useProjects()
  if (projects === null) return null
  const isEmpty = projects.projects.length === 0
  return (
    <section className="project-home">
      <h1>{isEmpty ? 'Add your first repository' : 'Choose a repository'}</h1>
      <p className="quiet">
        {isEmpty
          ? 'Repositories appear here when you use Conductor in them, or when you add them by their path.'
          : 'This server was started outside of a repository. These are the ones that you have used.'}
      </p>
      <ProjectList projects={projects} onChosen={() => {}} />
    </section>
  )
}
