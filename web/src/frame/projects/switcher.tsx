/** The dialog that lists all projects. */
import { useProjects } from '../../data/live/use-projects.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { ProjectList } from './project-list.tsx'

export default function Switcher({ onClose }: { readonly onClose: () => void }) {
  const projects = useProjects()
  return (
    <Dialog title="Repositories" onClose={onClose}>
      {projects === null ? (
        <p className="quiet">Loading …</p>
      ) : (
        <ProjectList projects={projects} onChosen={onClose} />
      )}
    </Dialog>
  )
}
