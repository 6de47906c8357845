/** Does what was typed after `conductor`. How that went is the exit code of the process. */
import { CommanderError } from 'commander'
import { BAD_INPUT } from './complain.ts'
import { declareAgentSide } from './declare-agent-side.ts'
import { declareAsk } from './declare-ask.ts'
import { declareLook } from './declare-look.ts'
import { declareRun } from './declare-run.ts'
import { declareSetup } from './declare-setup.ts'
import { declareWeb } from './declare-web.ts'
import { program } from './program.ts'

// In the order in which --help lists them.
declareRun()
declareLook()
declareWeb()
declareAsk()
declareAgentSide()
declareSetup()

export async function doTyped(words: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode === 0 ? 0 : BAD_INPUT
  }
}
