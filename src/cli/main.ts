/** The entry point of the command line. */
import { outliveReader } from '../app/console/console.ts'
import { doTyped } from './do-typed.ts'
import { outliveSurprises } from '../app/console/last-resort.ts'

outliveReader()
outliveSurprises()
await doTyped(process.argv.slice(2))
