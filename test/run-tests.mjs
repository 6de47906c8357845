// `npm test`: runs all tests, with the agent CLIs that are on this machine.
import { runVitest } from './run-vitest.mjs'

runVitest(process.argv.slice(2))
