import { describeSpokenAgent } from '../contracts/spoken-agent.ts'
import { ALL, real } from './real-agent.ts'

// opencode retries for minutes without a sign, unless the model says when to retry.
const can = { ...ALL, onRateLimit: 'keeps-quiet', onOverload: 'keeps-quiet' } as const

describeSpokenAgent(real('opencode', ['opencode'], can))
