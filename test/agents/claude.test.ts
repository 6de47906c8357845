import { describeSpokenAgent } from '../contracts/spoken-agent.ts'
import { ALL, real } from './real-agent.ts'

describeSpokenAgent(real('claude', ['claude'], ALL))
