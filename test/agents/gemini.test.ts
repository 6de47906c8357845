import { describeSpokenAgent } from '../contracts/spoken-agent.ts'
import { ALL, real } from './real-agent.ts'

// Gemini retries for minutes without a sign, and cannot resume a conversation of the same minute.
describeSpokenAgent(
  real('gemini', ['gemini'], {
    ...ALL,
    onRateLimit: 'keeps-quiet',
    onOverload: 'keeps-quiet',
    mendsCut: false,
    resumesAtOnce: false,
  }),
)
