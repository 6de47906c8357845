import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import type { Sign } from '../../core/agent/sign.ts'
import { followSessionState } from './session-state.ts'

function follow() {
  const folder = tempFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const file = join(folder.path, 'session-state.json')
  const signs: Sign[] = []
  const follower = followSessionState(file, (sign) => signs.push(sign))
  const look = (): readonly Sign[] => {
    signs.length = 0
    follower.look()
    return signs.filter(({ is }) => is !== 'heartbeat')
  }
  /** Returns the signs that are heard after the agent has written this. */
  const after = (state: object | string): readonly Sign[] => {
    writeFileSync(file, typeof state === 'string' ? state : JSON.stringify(state))
    return look()
  }
  return { file, follower, signs, look, after }
}

const question = (decision: string, more: object = {}) => ({
  is: 'question',
  question: { decision, options: [], context: '', area: null, ...more },
})

describe('what an agent writes into its state file', () => {
  it('is nothing as long as there is no file', () => {
    const { follower, look } = follow()
    expect(look()).toEqual([])
    expect(follower.last()).toBeNull()
  })

  it('is how far it is', () => {
    const { after } = follow()
    expect(after({ status: 'planning' })).toEqual([
      { is: 'progress', status: 'planning', note: '' },
    ])
    expect(after({ status: 'working', phase: 'tests' })).toEqual([
      { is: 'progress', status: 'working', note: 'tests' },
    ])
  })

  it('is a sign of life whenever it has changed, and only then', () => {
    const { after, look, signs } = follow()
    after({ status: 'working', lastHeartbeat: '2026-01-01T00:00:00Z' })
    expect(signs[0]).toEqual({ is: 'heartbeat' })
    look()
    expect(signs).toEqual([])
    after({ status: 'working', lastHeartbeat: '2026-01-01T00:01:00Z!' })
    expect(signs[0]).toEqual({ is: 'heartbeat' })
  })

  it('is a question when it is stuck', () => {
    const { after } = follow()
    expect(after({ status: 'stuck', stuckReason: 'Which tokens?' })).toEqual([
      question('Which tokens?'),
    ])
    expect(follow().after({ status: 'stuck', stuckReason: ' ', decision: '' })).toEqual([
      question('it is stuck, and does not say why'),
    ])
  })

  it('is a question with everything one must know to decide it', () => {
    const state = {
      status: 'stuck',
      stuckReason: 'auth decision needed',
      decision: 'Token refresh approach',
      options: ['sliding', 'fixed'],
      context: 'Tokens expire after an hour.',
      area: 'security',
    }
    expect(follow().after(state)).toEqual([
      question('Token refresh approach', {
        options: ['sliding', 'fixed'],
        context: 'auth decision needed\n\nTokens expire after an hour.',
        area: 'security',
      }),
    ])
  })

  it('is a question also when it does not say why it is stuck', () => {
    expect(follow().after({ status: 'stuck' })).toHaveLength(1)
  })

  it('is not the same question twice, but another one is', () => {
    const { after } = follow()
    after({ status: 'stuck', stuckReason: 'Which?' })
    expect(after({ status: 'stuck', stuckReason: 'Which?', lastHeartbeat: 'x' })).toEqual([])
    expect(after({ status: 'stuck', stuckReason: 'And when?' })).toEqual([question('And when?')])
    after({ status: 'working' })
    expect(after({ status: 'stuck', stuckReason: 'And when?' })).toEqual([question('And when?')])
  })

  it('is that it has read its guidance, once each time it says so anew', () => {
    const { after } = follow()
    expect(after({ acknowledged: true })).toEqual([{ is: 'guidance-read' }])
    expect(after({ acknowledged: true, phase: 'x' })).toEqual([])
    after({ acknowledged: false })
    expect(after({ acknowledged: true })).toEqual([{ is: 'guidance-read' }])
  })

  it('has been read before it asks the next question', () => {
    const signs = follow().after({ status: 'stuck', stuckReason: 'Then?', acknowledged: true })
    expect(signs).toEqual([{ is: 'guidance-read' }, question('Then?')])
  })

  it('is passed over while it is torn, and read when it is whole', () => {
    const { after, follower } = follow()
    expect(after('{"status": "stu')).toEqual([])
    expect(follower.last()).toBeNull()
    expect(after('{"status": "stuck", "stuckReason": "Which?"}')).toEqual([question('Which?')])
  })

  it.each(['', 'null', '7', '[]', '"stuck"'])('is nothing when it is %j', (text) => {
    expect(follow().after(text)).toEqual([])
  })

  it('counts key by key: what is unknown or of the wrong kind is not said', () => {
    const { after, follower } = follow()
    after({ status: 'shipping', phase: 7, options: 'a', pullRequestUrl: 'https://x.y/1', more: {} })
    expect(follower.last()).toMatchObject({
      status: null,
      phase: null,
      options: [],
      pullRequestUrl: 'https://x.y/1',
    })
    expect(follower.last()).not.toHaveProperty('more')
  })

  it('is short, without escape codes and without keys', () => {
    const { after, follower } = follow()
    const key = `sk-ant-api03-${'aB3dE6gH9'.repeat(5)}`
    after({
      status: 'stuck',
      stuckReason: `\u001b[31m${'x'.repeat(9000)}`,
      options: Array.from({ length: 100 }, () => 'y'.repeat(9000)),
      context: `the key is ${key}`,
    })
    const { stuckReason, options, context } = follower.last()!
    expect(stuckReason).toBe('x'.repeat(2000))
    expect([options.length, options[0]!.length]).toEqual([20, 500])
    expect(context).toBe('the key is ********')
  })

  it('keeps nobody waiting when it is a pipe, a folder, or huge', () => {
    const { file, look, after } = follow()
    execFileSync('mkfifo', [file])
    expect(look()).toEqual([])
    rmSync(file)
    expect(after(`{"status":"working","x":"${'x'.repeat(1_100_000)}"}`)).toEqual([])
  })
})
