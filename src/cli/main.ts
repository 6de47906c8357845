/** The command line. */
import { outliveReader } from './console.ts'
import { doTyped } from './do-typed.ts'

outliveReader()
await doTyped(process.argv.slice(2))
