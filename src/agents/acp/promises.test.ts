/** Tests the promises of agents that are spoken to, with a small agent of our own. */
import { builtProgram } from '../../../test/built-programs.ts'
import { describeSpokenAgent } from '../../../test/contracts/spoken-agent.ts'
import { PLAIN_AGENT } from '../../config/known-agents.ts'
import { runId } from '../../core/value/ids.ts'
import { acpAgent } from './acp-agent.ts'

const PROGRAM = builtProgram('small-agent')

describeSpokenAgent({
  name: 'small',
  missing: null,
  can: {
    givesUp: true,
    asksLeave: true,
    mendsCut: true,
    resumesAtOnce: true,
    commits: true,
  },
  make: ({ home, userHome }, modelUrl, permissions) =>
    acpAgent({
      home,
      run: runId(1),
      settingsOf: () => ({
        ...PLAIN_AGENT,
        driver: 'acp',
        command: [process.execPath, PROGRAM],
        environment: { HOME: userHome, SMALL_AGENT_MODEL: modelUrl },
        permissions,
      }),
      environment: process.env,
      transcriptBytes: 1_000_000,
      tools: null,
      priceOf: (_, { outputTokens }) => outputTokens / 1000,
    }),
})
