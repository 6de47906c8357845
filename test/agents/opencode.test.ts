import { describeSpokenAgent } from '../contracts/spoken-agent.ts'
import { ALL, real } from './real-agent.ts'

// opencode retries for minutes without a sign, unless the model says when to retry.
describeSpokenAgent(real('opencode', ['opencode'], { ...ALL, givesUp: false }))
