import { expect, it } from 'vitest'
import { NO_PROFILE } from '../run/failure.ts'
import { maskOutcome, maskSign } from './mask-sign.ts'
import type { Sign } from './sign.ts'

const SAID = 'curl -H "Authorization: Token hunter2hunter2"'
const question = { decision: SAID, options: [SAID, 'wait'], context: SAID, area: 'security' }

const SIGNS: readonly Sign[] = [
  { is: 'tool', name: 'Bash', what: SAID, signature: 's' },
  { is: 'tool-ended', failed: true, text: SAID },
  { is: 'question', question },
  { is: 'permission', request: { id: 'token=id-of-a-request', tool: 'Bash', what: SAID } },
  { is: 'rate-limited', until: null, reason: SAID },
  { is: 'retrying', number: 1, of: null, nextAt: null, reason: SAID },
  { is: 'progress', status: 'working', note: SAID },
]

it.each(SIGNS)('no secret of an agent is recorded or shown: $is', (sign) => {
  const masked = JSON.stringify(maskSign(sign))
  expect(masked).not.toContain('hunter2')
  expect(masked).toContain('Authorization: Token ********')
})

it('what is asked for is found again by the name it had', () => {
  expect(maskSign(SIGNS[3]!)).toMatchObject({ request: { id: 'token=id-of-a-request' } })
})

it('a failure is told without the key that a model refused', () => {
  const failure = { is: 'model', status: 401, reason: SAID } as const
  const outcome = { is: 'failed', failure, profile: NO_PROFILE, lastLines: [SAID] } as const
  expect(JSON.stringify(maskOutcome(outcome))).not.toContain('hunter2')
})
