/** What is typed to set up, and to put in order. */
import { command, wantsView, NO_UI, type Shared } from './program.ts'

export function declareSetup(): void {
  command('config', 'every setting, its value and where it comes from', async (console) => {
    const { configCommand } = await import('./setup-commands.ts')
    return configCommand(console)
  })

  command(
    'doctor',
    'whether everything needed is there and well',
    async (console, options: { rebuild?: boolean }) => {
      const { doctorCommand } = await import('./doctor-command.ts')
      return doctorCommand({ rebuild: options.rebuild === true }, console)
    },
  ).option('--rebuild', 'make the tables of the store again from its events')

  command('worktrees', 'every worktree, whose it is and how it stands', async (console) => {
    const { worktreesCommand } = await import('./worktree-commands.ts')
    return worktreesCommand(console)
  })

  command(
    'prune',
    'remove worktrees whose work is safe elsewhere',
    async (console, options: { dryRun?: boolean }) => {
      const { pruneCommand } = await import('./worktree-commands.ts')
      return pruneCommand({ dryRun: options.dryRun === true }, console)
    },
  ).option('--dry-run', 'only say what would be removed')

  command(
    'init [file]',
    'write a first task file',
    async (console, _options, file = 'tasks.yaml') => {
      const { initCommand } = await import('./setup-commands.ts')
      return initCommand(file, console)
    },
  )

  command(
    'demo',
    'build a sample project in a folder of its own',
    async (console, options: Shared) => {
      const { demoCommand } = await import('./demo-command.ts')
      return demoCommand(wantsView(options), console)
    },
  ).option(...NO_UI)
}
