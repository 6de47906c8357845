/** The commands about workspaces: all branches that are worked on, as trees. */
import { command } from './program.ts'

export function declareWorkspaces(): void {
  const workspaces = command(
    'workspaces',
    'show all workspaces of all projects as trees: what can merge, what is stuck, what holds up others',
    async (console, options: { here?: boolean }) => {
      const { workspacesCommand } = await import('../app/workspaces/workspaces-command.ts')
      return workspacesCommand(options.here === true, console)
    },
  ).option('--here', 'only this repository')

  command(
    'block <branch> <reason>',
    'record what blocks a workspace from outside, such as a design review',
    async (console, _options, branch: string, reason: string) => {
      const { blockCommand } = await import('../app/workspaces/mark-commands.ts')
      return blockCommand(branch, reason, console)
    },
    { under: workspaces },
  )

  command(
    'unblock <branch> [reason]',
    'take a blocker back; without a reason, all of the workspace',
    async (console, _options, branch: string, reason?: string) => {
      const { unblockCommand } = await import('../app/workspaces/mark-commands.ts')
      return unblockCommand(branch, reason, console)
    },
    { under: workspaces },
  )

  command(
    'depends <branch> <on> <workspace>',
    'record that a workspace depends on another: depends web on shop:api',
    async (console, options: { remove?: boolean }, ...words: [string, string, string]) => {
      const { dependsCommand } = await import('../app/workspaces/mark-commands.ts')
      return dependsCommand(words, options.remove === true, console)
    },
    { under: workspaces },
  ).option('--remove', 'take the dependency back')
}
