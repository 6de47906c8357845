/** The commands about what runs have taught. */
import { command } from './program.ts'

interface ExportTyped {
  readonly dryRun?: boolean
  readonly force?: boolean
}

export function declareExpertise(): void {
  const expertise = command(
    'expertise',
    'show what the runs of this repository have taught, by domain; export it for agents',
    async (console) => {
      const { expertiseCommand } = await import('../app/expertise/expertise-command.ts')
      return expertiseCommand(console)
    },
  )

  command(
    'export [domain...]',
    'write it into .claude/commands/experts/, where agents find it; nothing is committed',
    async (console, { dryRun = false, force = false }: ExportTyped, domains: readonly string[]) => {
      const { exportExpertiseCommand } = await import('../app/expertise/expertise-command.ts')
      return exportExpertiseCommand(domains, { dryRun, force }, console)
    },
    { under: expertise },
  )
    .option('--dry-run', 'only say what would be written')
    .option('--force', 'also replace files that somebody has changed; a copy of each is kept')
}
