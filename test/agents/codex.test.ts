import { describeSpokenAgent } from '../contracts/spoken-agent.ts'
import { ALL, real } from './real-agent.ts'

// Its sandbox keeps .git from it, and forbids instead of asking.
describeSpokenAgent(
  real('codex', ['codex-acp', 'codex'], { ...ALL, commits: false, asksLeave: false }),
)
