import { agentCli, agentCliNames } from '../scripted/agent-clis.ts'

/** At the end of the tests, so that nobody takes what was left out for tested. */
export function teardown(): void {
  const missing = agentCliNames.filter((name) => agentCli(name) === null)
  if (missing.length === 0) return
  console.log(`left out, not installed: ${missing.join(', ')} (npm run test:agents installs them)`)
}
