import { describeSpokenAgent } from '../contracts/spoken-agent.ts'
import { ALL, real } from './real-agent.ts'

// It tries for minutes without telling, and takes up no conversation of the same minute.
describeSpokenAgent(
  real('gemini', ['gemini'], {
    ...ALL,
    onRateLimit: 'keeps-quiet',
    onOverload: 'keeps-quiet',
    mendsCut: false,
    resumesAtOnce: false,
  }),
)
