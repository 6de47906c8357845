import { agentCli, agentCliNames } from '../scripted/agent-clis.ts'

/** Lists the agents that were not installed at the end of the tests, so that they are not taken for tested. */
export function teardown(): void {
  const missing = agentCliNames.filter((name) => agentCli(name) === null)
  if (missing.length === 0) return
  console.log(`left out, not installed: ${missing.join(', ')} (npm run test:agents installs them)`)
}
