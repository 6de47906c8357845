import { describeAgent } from '../../../test/contracts/agent.ts'
import { runId } from '../../core/value/ids.ts'
import { commandAgent } from './command-agent.ts'

const AGENTS: Readonly<Record<string, string>> = {
  echo: 'cat; echo --; cat "$CONDUCTOR_PROMPT_FILE"',
}

describeAgent('any command', ({ home }) =>
  commandAgent({
    home,
    run: runId(1),
    transcriptBytes: 50_000_000,
    commandOf: (agent) => {
      const line = AGENTS[agent ?? '']
      return line === undefined ? null : { line, environment: {}, without: [] }
    },
  }),
)
