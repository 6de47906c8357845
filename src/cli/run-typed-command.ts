/** Runs the command that was typed after `conductor`, and sets the exit code of the process. */
import { CommanderError } from 'commander'
import { BAD_INPUT, Complaint } from '../app/console/complain.ts'
import { complain, consoleFor } from '../app/console/console.ts'
import { declareConflict } from './declare-conflict.ts'
import { declareExpertise } from './declare-expertise.ts'
import { declareForAgents } from './declare-for-agents.ts'
import { declareAsk } from './declare-ask.ts'
import { declareForesee } from './declare-foresee.ts'
import { declareIssues } from './declare-issues.ts'
import { declareLook } from './declare-look.ts'
import { declarePullRequests } from './declare-pull-requests.ts'
import { declarePlan } from './declare-plan.ts'
import { declareProjects } from './declare-projects.ts'
import { declareRun } from './declare-run.ts'
import { declareSetup } from './declare-setup.ts'
import { declareSuggest } from './declare-suggest.ts'
import { declareWeb } from './declare-web.ts'
import { declareWorkspaces } from './declare-workspaces.ts'
import { unexpected } from '../app/console/unexpected-errors.ts'
import { helpFor, noteWhoAsks, plainly, program } from './program.ts'

// --help lists the commands in this order.
declarePlan()
declareRun()
declareForesee()
declareIssues()
declareSuggest()
declareLook()
declareExpertise()
declarePullRequests()
declareProjects()
declareWorkspaces()
declareWeb()
declareAsk()
declareConflict()
declareForAgents()
declareSetup()

export async function runTypedCommand(words: readonly string[]): Promise<void> {
  const json = noteWhoAsks(words)
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    process.exitCode = exitCodeFor(error, words, json)
  }
}

function exitCodeFor(error: unknown, words: readonly string[], json: boolean): number {
  if (!(error instanceof CommanderError)) return complain(unexpected(error), consoleFor({ json }))
  if (error.exitCode === 0) return 0
  if (!json) return BAD_INPUT
  const message = plainly(error.message.replace(/^error: /, ''))
  return complain(new Complaint(message, helpFor(words)), consoleFor({ json }))
}
