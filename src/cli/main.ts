/** The command line. */
import { CommanderError } from 'commander'
import { BAD_INPUT } from './complain.ts'
import { complain, consoleFor, outliveReader } from './console.ts'
import { declareAgentSide } from './declare-agent-side.ts'
import { declareAsk } from './declare-ask.ts'
import { declareLook } from './declare-look.ts'
import { declareRun } from './declare-run.ts'
import { declareSetup } from './declare-setup.ts'
import { declareWeb } from './declare-web.ts'
import { outliveSurprises, unexpected } from './last-resort.ts'
import { program } from './program.ts'

// In the order in which --help lists them.
declareRun()
declareLook()
declareWeb()
declareAsk()
declareAgentSide()
declareSetup()

outliveReader()
outliveSurprises()

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode =
    error instanceof CommanderError
      ? error.exitCode === 0
        ? 0
        : BAD_INPUT
      : complain(unexpected(error), consoleFor({}))
}
