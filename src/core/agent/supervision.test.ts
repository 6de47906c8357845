import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sign } from './sign.ts'
import { sayCondition } from '../say/say-stuck.ts'
import { answered, conditionOf, heard, noEvidence, type Evidence } from './supervision.ts'
import { NO_USAGE } from './usage.ts'

const EXPECTED = { seconds: null, silentAfterSeconds: 300, staleAfterSeconds: 90 }
const MINUTE = 60_000

/** The evidence after these signs, one second apart, the first after a second. */
const after = (...signs: readonly Sign[]): Evidence =>
  signs.reduce((evidence, sign, i) => heard(evidence, sign, (i + 1) * 1000), noEvidence(0))

/** The condition a moment after the last of them. */
const standing = (...signs: readonly Sign[]) =>
  conditionOf(after(...signs), EXPECTED, signs.length * 1000 + 1)

const saidSign: Sign = { is: 'said', text: 'well' }
const bash = (command: string, result = 'ok', failed = false): readonly Sign[] => [
  { is: 'tool', name: 'Bash', what: command, signature: `Bash ${command}` },
  { is: 'tool-ended', failed, text: result },
]
const asks = (id: string): Sign => ({
  is: 'permission',
  request: { id, tool: 'WebFetch', what: 'https://example.org' },
})
const question: Sign = {
  is: 'question',
  question: { decision: 'Which one?', options: ['a', 'b'], context: '', area: null },
}

describe('an attempt that works', () => {
  it('is fine', () => {
    expect(standing(saidSign, ...bash('ls'), saidSign)).toEqual({ is: 'fine', since: 0 })
  })

  it('is fine whatever it says and does, as long as it does not do the same again', () => {
    const anySign = fc.oneof(
      fc.constant(saidSign),
      fc.nat().map((n): Sign => ({ is: 'tool', name: 'T', what: '', signature: String(n) })),
      fc.uuid().map((text): Sign => ({ is: 'tool-ended', failed: false, text })),
      fc.constant<Sign>({ is: 'usage', usage: NO_USAGE }),
      fc.constant<Sign>({ is: 'heartbeat' }),
    )
    fc.assert(
      fc.property(fc.array(anySign), (signs) => {
        expect(standing(...signs).is).toBe('fine')
      }),
    )
  })
})

describe('an attempt that waits for a person', () => {
  it('[V1] waits for permission as long as one request is open, the first since it came', () => {
    expect(standing(asks('1'), asks('2'))).toMatchObject({
      is: 'permission',
      since: 1000,
      requests: [{ id: '1' }, { id: '2' }],
    })
    const over = (id: string): Sign => ({ is: 'permission-over', id })
    expect(standing(asks('1'), asks('2'), over('1'))).toMatchObject({ requests: [{ id: '2' }] })
    expect(standing(asks('1'), asks('2'), over('1'), over('2')).is).toBe('fine')
  })

  it('[V2] asks until somebody answers, also while it goes on with other things', () => {
    expect(standing(question, saidSign, ...bash('ls'))).toEqual({
      is: 'question',
      since: 1000,
      decision: 'Which one?',
    })
    expect(conditionOf(answered(after(question)), EXPECTED, 2000).is).toBe('fine')
  })

  it('is not called silent, looping or late for that', () => {
    const evidence = after(...bash('x'), ...bash('x'), ...bash('x'), ...bash('x'), asks('1'))
    const beating = heard(evidence, { is: 'heartbeat' }, 10 * MINUTE)
    expect(conditionOf(beating, { ...EXPECTED, seconds: 1 }, 10 * MINUTE).is).toBe('permission')
  })
})

describe('an attempt nobody hears of', () => {
  it('[V3] is stale after the time without a sign of life, and not before', () => {
    expect(conditionOf(after(saidSign), EXPECTED, 91_000).is).toBe('fine')
    expect(conditionOf(after(saidSign), EXPECTED, 91_001)).toEqual({ is: 'stale', since: 1000 })
  })

  it('[V3] is stale when all its processes are stopped, and says how they go on', () => {
    const stopped = (evidence: Evidence, at: number): Evidence =>
      heard(evidence, { is: 'stopped', pids: [7, 8] }, at)
    const frozen = stopped(stopped(after(saidSign), 2000), 91_000)
    expect(conditionOf(frozen, EXPECTED, 91_000).is).toBe('fine')
    const condition = conditionOf(frozen, EXPECTED, 91_001)
    expect(condition).toEqual({ is: 'stale', since: 1000, stopped: [7, 8] })
    expect(sayCondition(condition, 91_001)).toBe(
      'no sign of life for 1m 30s: its processes are stopped (SIGSTOP); continue them with `kill -CONT 7 8`',
    )
    const awake = heard(frozen, { is: 'heartbeat' }, 92_000)
    expect(conditionOf(awake, EXPECTED, 92_001).is).toBe('fine')
  })

  it('[V7] is silent when only its process is there, and says in what', () => {
    const [tool] = bash('make all')
    const still = heard(after(saidSign, tool!), { is: 'heartbeat' }, 6 * MINUTE)
    expect(conditionOf(still, EXPECTED, 6 * MINUTE)).toEqual({
      is: 'silent',
      since: 2000,
      during: 'Bash make all',
    })
    expect(conditionOf(still, EXPECTED, 5 * MINUTE).is).toBe('fine')
  })
})

describe('an attempt that is kept from its model', () => {
  const limited: Sign = { is: 'rate-limited', until: MINUTE, reason: '429' }
  const retrying: Sign = { is: 'retrying', number: 2, of: 10, nextAt: 9000, reason: '529' }

  it('[V4] is rate limited until it works again, with the moment it was told', () => {
    expect(standing(saidSign, limited, limited)).toEqual({
      is: 'rate-limited',
      since: 2000,
      until: MINUTE,
      reason: '429',
    })
    expect(standing(limited, saidSign).is).toBe('fine')
  })

  it('[V5] is retrying until it works again', () => {
    expect(standing(retrying)).toMatchObject({ is: 'retrying', number: 2, of: 10, nextAt: 9000 })
    expect(standing(retrying, { is: 'usage', usage: NO_USAGE }).is).toBe('fine')
  })

  it('is not silent then', () => {
    const evidence = heard(after(limited), { is: 'heartbeat' }, 9 * MINUTE)
    expect(conditionOf(evidence, EXPECTED, 9 * MINUTE).is).toBe('rate-limited')
  })
})

describe('an attempt that does the same again', () => {
  const others = bash('a', '1').concat(bash('b', '2'), bash('c', '3'))

  it('[V6] loops when it did so three of the last five times with the same result', () => {
    const twice = [...bash('npm test'), ...bash('npm test')]
    expect(standing(...twice).is).toBe('fine')
    expect(standing(...twice, ...bash('ls'), ...bash('npm test'))).toMatchObject({
      is: 'looping',
      what: 'Bash npm test',
      times: 3,
    })
  })

  it('[V6] loops when it did so more than three times of late', () => {
    const spread = [0, 1, 2].flatMap((i) => [...bash('x'), ...others.slice(2 * i, 2 * i + 2)])
    expect(standing(...spread).is).toBe('fine')
    expect(standing(...spread, ...bash('x'))).toMatchObject({ is: 'looping', times: 4 })
  })

  it('[V6] loops when one error comes more than three times, whatever it tries', () => {
    const tries = ['a', 'b', 'c', 'd'].flatMap((name) => bash(name, 'EACCES: denied\nmore', true))
    expect(standing(...tries)).toMatchObject({
      is: 'looping',
      what: 'the error "EACCES: denied"',
      times: 4,
    })
    expect(standing(...tries.slice(2)).is).toBe('fine')
  })

  it('does not loop when the result is another each time', () => {
    const tries = ['1', '2', '3', '4', '5'].flatMap((result) => bash('npm test', result))
    expect(standing(...tries).is).toBe('fine')
  })
})

describe('an attempt that takes long', () => {
  it('[V8] is over time at twice what was expected and a minute more, if anything was', () => {
    const at = (seconds: number | null, now: number) => {
      const beating = heard(after(saidSign), saidSign, now)
      return conditionOf(beating, { ...EXPECTED, seconds }, now)
    }
    expect(at(60, 2 * MINUTE).is).toBe('fine')
    expect(at(0.005, MINUTE).is).toBe('fine')
    expect(at(0.005, MINUTE + 6).is).toBe('over-time')
    expect(at(60, 2 * MINUTE + 1)).toMatchObject({ is: 'over-time', expectedSeconds: 60 })
    expect(at(null, 1000 * MINUTE).is).toBe('fine')
  })
})
