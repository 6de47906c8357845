import { describe, expect, it } from 'vitest'
import {
  BEGIN,
  INIT,
  LEAVE,
  emit,
  ends,
  play,
  says,
  taken,
} from '../../../test/scripted/stream-json-steps.ts'
import { openClaude } from '../../../test/scripted/scripted-claude.ts'
import { until } from '../../../test/until.ts'

describe('what is said to Claude Code', () => {
  it('is guidance, while it works', async () => {
    const at = openClaude(play({ await: 'user' }, taken('queued'), taken('started'), ends()))
    const one = at.begin()
    await until('it has begun', () => one.only('conversation').length > 0)
    expect(await at.agent.guide(one.id, 'Use tabs.')).toBe('steered')
    expect(await one.end).toMatchObject({ is: 'succeeded' })
    expect(at.heard().at(-1)).toMatchObject({
      message: { content: 'Use tabs.' },
      uuid: expect.any(String),
      priority: 'next',
    })
    expect(one.transcript()).toContain('< Use tabs.')
    expect(await at.agent.guide(one.id, 'Too late.')).toBe('too-late')
  })

  it('is not lost when its turn is just ending: another begins with it', async () => {
    const steps = [
      ...BEGIN,
      { await: 'user' } as const,
      taken('queued'),
      says('First.'),
      ends(),
      { awaitFor: 200 },
      taken('started'),
      { awaitFor: 200 },
      emit(INIT),
      says('Second.'),
      ends(),
    ]
    const at = openClaude([...steps, LEAVE])
    const one = at.begin()
    await until('it has begun', () => one.only('conversation').length > 0)
    expect(await at.agent.guide(one.id, 'One more thing.')).toBe('steered')
    expect(await one.end).toMatchObject({ is: 'succeeded' })
    expect(one.only('said').map(({ text }) => text)).toEqual(['First.', 'Second.'])
    expect(at.inputEndedAfter()).toBe(steps.length)
  })

  it.each([
    ['it dies before', [{ die: 'SIGKILL' } as const]],
    ['it throws them away', [taken('cancelled'), ends(), LEAVE]],
  ])('is too late when %s it has taken the words in', async (_, then) => {
    const at = openClaude([...BEGIN, { await: 'user' }, taken('queued'), { awaitFor: 50 }, ...then])
    const one = at.begin()
    await until('it has begun', () => one.only('conversation').length > 0)
    expect(await at.agent.guide(one.id, 'Use tabs.')).toBe('too-late')
    await one.end
  })

  it('is too late when it has nothing more to do', async () => {
    const at = openClaude(play(ends(), LEAVE, { touch: 'ended' }, { awaitFor: 500 }))
    const one = at.begin()
    await until('its input has ended', () => at.has('ended'))
    expect(await at.agent.guide(one.id, 'Wait!')).toBe('too-late')
    expect(await one.end).toMatchObject({ is: 'succeeded' })
  })

  it.each([
    [true, { behavior: 'allow', updatedInput: { url: 'http://x' } }],
    [false, { behavior: 'deny', message: 'not there' }],
  ])('is whether it may (%s)', async (allowed, response) => {
    const request = { subtype: 'can_use_tool', tool_name: 'WebFetch', input: { url: 'http://x' } }
    const asks = emit({ type: 'control_request', request_id: 'r-1', request })
    const at = openClaude(play(asks, { await: 'control_response' }, ends()))
    const one = at.begin()
    await until('it asks', () => one.only('permission').length > 0)
    expect(one.only('permission')).toEqual([
      { is: 'permission', request: { id: 'r-1', tool: 'WebFetch', what: 'http://x' } },
    ])
    expect(await at.agent.decide(one.id, 'r-2', { allowed, why: null })).toBe(false)
    expect(await at.agent.decide(one.id, 'r-1', { allowed, why: 'not there' })).toBe(true)
    expect(await at.agent.decide(one.id, 'r-1', { allowed, why: null })).toBe(false)
    await one.end
    expect(one.only('permission-over')).toEqual([{ is: 'permission-over', id: 'r-1' }])
    expect(at.heard().at(-1)).toEqual({
      type: 'control_response',
      response: { subtype: 'success', request_id: 'r-1', response },
    })
  })

  it('is nothing when it asks no more', async () => {
    const request = { subtype: 'can_use_tool', tool_name: 'WebFetch', input: {} }
    const asks = emit({ type: 'control_request', request_id: 'r-1', request })
    const at = openClaude(
      play(
        asks,
        emit({ type: 'control_cancel_request', request_id: 'r-1' }),
        { awaitFor: 300 },
        ends(),
      ),
    )
    const one = at.begin()
    await until('it asks no more', () => one.only('permission-over').length > 0)
    expect(await at.agent.decide(one.id, 'r-1', { allowed: true, why: null })).toBe(false)
    await one.end
  })

  it('is that a question of its own goes to a person', async () => {
    const options = [{ label: 'pg', description: 'large' }, { label: 'sqlite' }]
    const input = { questions: [{ question: 'Which database?', options }] }
    const request = { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input }
    const asks = emit({ type: 'control_request', request_id: 'r-1', request })
    const at = openClaude(play(asks, { await: 'control_response' }, ends()))
    const one = at.begin()
    await one.end
    expect(one.only('permission')).toEqual([])
    expect(one.only('question')).toEqual([
      {
        is: 'question',
        question: {
          decision: 'Which database?',
          options: ['pg', 'sqlite'],
          context: 'pg: large',
          area: null,
        },
      },
    ])
    expect(at.heard().at(-1)).toMatchObject({ response: { response: { behavior: 'deny' } } })
  })

  it('is no when it asks for something we do not know', async () => {
    const asks = emit({ type: 'control_request', request_id: 'r-1', request: { subtype: 'dance' } })
    const at = openClaude(play(asks, { await: 'control_response' }, ends()))
    expect(await at.begin().end).toMatchObject({ is: 'succeeded' })
    expect(at.heard().at(-1)).toMatchObject({ response: { subtype: 'error', request_id: 'r-1' } })
  })
})
