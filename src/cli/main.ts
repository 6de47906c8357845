/** The command line. */
import { CommanderError } from 'commander'
import { BAD_INPUT } from './complain.ts'
import { outliveReader } from './console.ts'
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

outliveReader()

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) throw error
  process.exitCode = error.exitCode === 0 ? 0 : BAD_INPUT
}
