// `npm run test:agents`: installs the agent CLIs that are missing, then runs the tests that need them.
import { fileURLToPath } from 'node:url'
import { runNode, runVitest } from './run-vitest.mjs'

if (runNode(fileURLToPath(new URL('scripted/install-agent-clis.mjs', import.meta.url))) === 0) {
  runVitest(['--project=agents', ...process.argv.slice(2)])
} else {
  console.log('0 passed, 1 failed')
  process.exitCode = 1
}
