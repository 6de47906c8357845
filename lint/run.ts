/** `npm run lint`: refuses imports that the layers forbid, and circles of imports. */
import { wrongImports } from './check-imports.ts'
import { sourcesHere } from './sources.ts'

const wrong = wrongImports(sourcesHere())
for (const line of wrong) console.error(line)
if (wrong.length > 0) process.exitCode = 1
