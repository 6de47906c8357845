import { describeSpokenAgent } from '../contracts/spoken-agent.ts'
import { ALL, real } from './real-agent.ts'

// It tries for minutes without telling, unless the model says when to come back.
const can = { ...ALL, onRateLimit: 'keeps-quiet', onOverload: 'keeps-quiet' } as const

describeSpokenAgent(real('opencode', ['opencode'], can))
