/** The commands for the list of repositories. */
import { command } from './program.ts'

export function declareProjects(): void {
  const projects = command(
    'projects',
    'list the repositories that Conductor was used in, and what needs you there; add or remove one',
    async (console) => {
      const { projectsCommand } = await import('../app/projects/projects-command.ts')
      return projectsCommand(console)
    },
  )

  command(
    'add [folder]',
    'list a repository, so that `conductor serve` shows it, too; without a folder: this one',
    async (console, _options, folder?: string) => {
      const { addProjectCommand } = await import('../app/projects/projects-command.ts')
      return addProjectCommand(folder ?? '.', console)
    },
    { under: projects },
  )

  command(
    'remove <name-or-folder>',
    'forget a repository; nothing in it is deleted',
    async (console, _options, wanted: string) => {
      const { removeProjectCommand } = await import('../app/projects/projects-command.ts')
      return removeProjectCommand(wanted, console)
    },
    { under: projects },
  )
}
