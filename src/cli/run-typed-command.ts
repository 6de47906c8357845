/** Runs the command that was typed after `conductor`, and sets the exit code of the process. */
import { CommanderError } from 'commander'
import { BAD_INPUT } from '../app/console/complain.ts'
import { complain, consoleFor } from '../app/console/console.ts'
import { declareForAgents } from './declare-for-agents.ts'
import { declareAsk } from './declare-ask.ts'
import { declareForesee } from './declare-foresee.ts'
import { declareLook } from './declare-look.ts'
import { declarePlan } from './declare-plan.ts'
import { declareProjects } from './declare-projects.ts'
import { declareRun } from './declare-run.ts'
import { declareSetup } from './declare-setup.ts'
import { declareSuggest } from './declare-suggest.ts'
import { declareWeb } from './declare-web.ts'
import { declareWorkspaces } from './declare-workspaces.ts'
import { unexpected } from '../app/console/unexpected-errors.ts'
import { program } from './program.ts'

// --help lists the commands in this order.
declarePlan()
declareRun()
declareForesee()
declareSuggest()
declareLook()
declareProjects()
declareWorkspaces()
declareWeb()
declareAsk()
declareForAgents()
declareSetup()

export async function runTypedCommand(words: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    process.exitCode = exitCodeFor(error)
  }
}

function exitCodeFor(error: unknown): number {
  if (!(error instanceof CommanderError)) return complain(unexpected(error), consoleFor({}))
  return error.exitCode === 0 ? 0 : BAD_INPUT
}
