import { describe, expect, it } from 'vitest'
import { chooseAgent, type AgentAtHand } from './choose-agent.ts'

const hand = (logins: Readonly<Record<string, AgentAtHand['login']>>) =>
  chooseAgent(Object.entries(logins).map(([agent, login]) => ({ agent, login })))

describe('the agent for prompts, when nobody has said it', () => {
  it('is the only one that is logged in', () => {
    const choice = hand({ claude: 'no', codex: 'yes', opencode: 'unknown' })
    expect(choice).toEqual({ is: 'taken', agent: 'codex', login: 'yes' })
  })

  it('is claude first, if that is logged in', () => {
    const choice = hand({ codex: 'yes', claude: 'yes' })
    expect(choice).toEqual({ is: 'taken', agent: 'claude', login: 'yes' })
  })

  it('may be one of which it cannot be told, if nobody is certainly logged in', () => {
    const choice = hand({ claude: 'unknown', codex: 'no' })
    expect(choice).toEqual({ is: 'taken', agent: 'claude', login: 'unknown' })
  })

  it('is for a person to say when there are several, or none', () => {
    expect(hand({ codex: 'yes', gemini: 'yes', claude: 'no' })).toEqual({
      is: 'several',
      agents: ['codex', 'gemini'],
    })
    expect(hand({ claude: 'no' })).toEqual({ is: 'none' })
    expect(hand({})).toEqual({ is: 'none' })
  })
})
