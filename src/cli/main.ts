/** The entry point of the command line. */
import { outliveReader } from '../app/console/console.ts'
import { runTypedCommand } from './run-typed-command.ts'
import { outliveSurprises } from '../app/console/unexpected-errors.ts'

outliveReader()
outliveSurprises()
await runTypedCommand(process.argv.slice(2))
