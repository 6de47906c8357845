/** The command line. */
import { outliveReader } from './console.ts'
import { doTyped } from './do-typed.ts'
import { outliveSurprises } from './last-resort.ts'

outliveReader()
outliveSurprises()
await doTyped(process.argv.slice(2))
