import { describeSpokenAgent } from '../contracts/spoken-agent.ts'
import { ALL, real } from './real-agent.ts'

// The sandbox of Codex makes .git read-only, and denies instead of asking for permission.
describeSpokenAgent(
  real('codex', ['codex-acp', 'codex'], { ...ALL, commits: false, asksLeave: false }),
)
