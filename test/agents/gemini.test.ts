import { describeSpokenAgent } from '../contracts/spoken-agent.ts'
import { asInTheSameMinute } from './gemini-conversations.ts'
import { ALL, real } from './real-agent.ts'

// Gemini retries for minutes without a sign, and loses a conversation that it is to resume in the minute of its start.
describeSpokenAgent({
  ...real('gemini', ['gemini'], {
    ...ALL,
    givesUp: false,
    mendsCut: false,
    resumesAtOnce: false,
  }),
  beforeGoingOn: ({ userHome }) => asInTheSameMinute(userHome),
})
