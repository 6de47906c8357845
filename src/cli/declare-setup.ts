/** The commands that set up, repair and tidy up. */
import { command, inOurWords, type Shared } from './program.ts'
import { conducting, OF_RUN, showOptionsFrom } from './show-flags.ts'

export function declareSetup(): void {
  command('config', 'show every setting, its value and where it comes from', async (console) => {
    const { configCommand } = await import('../app/setup/setup-commands.ts')
    return configCommand(console)
  })

  command(
    'doctor',
    'check whether everything that Conductor needs is installed and works',
    async (console, options: { rebuild?: boolean }) => {
      const { doctorCommand } = await import('../app/setup/doctor-command.ts')
      return doctorCommand({ rebuild: options.rebuild === true }, console)
    },
  ).option('--rebuild', 'rebuild the tables of the store from its events')

  declareWorktrees()

  command(
    'prune',
    'remove worktrees whose work exists elsewhere',
    async (console, options: { dryRun?: boolean }) => {
      const { pruneCommand } = await import('../app/worktree/worktree-commands.ts')
      return pruneCommand({ dryRun: options.dryRun === true }, console)
    },
  ).option('--dry-run', 'only say what would be removed')

  command(
    'init [file]',
    'write a first task file',
    async (console, _options, file = 'tasks.yaml') => {
      const { initCommand } = await import('../app/setup/setup-commands.ts')
      return initCommand(file, console)
    },
  )

  conducting(
    'demo',
    'build a sample project in a temporary folder',
    async (console, options: Shared) => {
      const { demoCommand } = await import('../app/setup/demo-command.ts')
      return demoCommand(showOptionsFrom(options), console, inOurWords)
    },
  )
}

function declareWorktrees(): void {
  const worktrees = command(
    'worktrees',
    'list all worktrees with their tasks and states; add, open or remove one by hand',
    async (console) => {
      const { worktreesCommand } = await import('../app/worktree/worktree-commands.ts')
      return worktreesCommand(console)
    },
  )

  command(
    'add <name>',
    'make a worktree for yourself, on a new branch of that name',
    async (console, options: { from?: string }, name: string) => {
      const { addWorktreeCommand } = await import('../app/worktree/manual-worktree-commands.ts')
      return addWorktreeCommand(name, options.from ?? 'HEAD', console)
    },
    { under: worktrees },
  ).option('--from <ref>', 'the branch, tag or commit it starts from instead of your HEAD')

  command(
    'open <task>',
    'show the worktree of a task; if it is gone, make it again from its branch',
    async (console, { run }: { run?: string }, task: string) => {
      const { openWorktreeCommand } = await import('../app/worktree/manual-worktree-commands.ts')
      return openWorktreeCommand(task, run, console)
    },
    { under: worktrees },
  ).option(...OF_RUN)

  command(
    'remove <folder-or-lane>',
    'remove a worktree of Conductor; work that exists nowhere else stays on its branch',
    async (console, _options, wanted: string) => {
      const { removeWorktreeCommand } = await import('../app/worktree/manual-worktree-commands.ts')
      return removeWorktreeCommand(wanted, console)
    },
    { under: worktrees },
  )
}
