import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import type { Reply } from '../../conduct/conduct-run.ts'
import { saidEstimate } from '../../core/durations/estimate.ts'
import { taskId } from '../../core/value/ids.ts'
import { addThroughCoordinator, askCoordinator } from './ask-coordinator.ts'
import { answer, listenForAsks, type Coordinator } from './control-server.ts'

/** A coordinator that records what it was asked. */
function scribe(): Coordinator & { heard: unknown[] } {
  const heard: unknown[] = []
  const reply: Reply = { accepted: true, affected: [taskId('a')] }
  return {
    heard,
    async ask(ask) {
      heard.push(ask)
      return ask.ask === 'skip'
        ? { accepted: false, refusal: { is: 'unknown-task', task: ask.task } }
        : reply
    },
    async add(tasks, by) {
      heard.push({ tasks, by })
      return by === 'bad' ? { accepted: false, problems: ['no id'] } : reply
    },
    heldUp: () => null,
  }
}

const post = (coordinator: Coordinator, url: string, body: string) =>
  answer(coordinator, { method: 'POST', url, body })

describe('asking the coordinator', () => {
  it.each([
    { ask: 'pause' },
    { ask: 'unpause' },
    { ask: 'agents', agents: 3 },
    { ask: 'pause-batch', batch: 0 },
    { ask: 'unpause-batch', batch: 1 },
    { ask: 'cancel-run' },
    { ask: 'cancel', task: 'a' },
    { ask: 'preempt', task: 'a' },
    { ask: 'retry', task: 'a' },
    { ask: 'approve', task: 'a' },
    { ask: 'prioritise', task: 'a', priority: 2 },
    { ask: 'change', task: 'a', change: { priority: 2, dependencies: ['b'], lane: null } },
    // To undo a change, a client sends the earlier value together with where it came from.
    { ask: 'change', task: 'a', change: { estimate: saidEstimate(600) } },
    { ask: 'guide', task: 'a', text: 'like this' },
    { ask: 'decide', task: 'a', request: null, allow: true, why: null },
    { ask: 'budget', task: null, usd: 2.5 },
    { ask: 'hear', attempt: '1-a-1', sign: { is: 'progress', status: 'planning', note: 'reads' } },
    { ask: 'take-guidance', attempt: '1-a-1' },
    { ask: 'together', asks: [{ ask: 'agents', agents: 2 }] },
  ])('$ask is passed on and answered', async (ask) => {
    const coordinator = scribe()
    const response = await post(coordinator, '/api/ask', JSON.stringify(ask))
    expect(response.status).toBe(200)
    expect(response.json).toEqual({ accepted: true, affected: ['a'] })
    expect(coordinator.heard).toEqual([ask])
  })

  it('a refusal is an answer too', async () => {
    const response = await post(scribe(), '/api/ask', '{"ask":"skip","task":"z"}')
    expect(response.status).toBe(200)
    expect(response.json).toEqual({
      accepted: false,
      refusal: { is: 'unknown-task', task: 'z' },
    })
  })

  it.each([
    ['what is not JSON', '{"ask":'],
    ['nothing', ''],
    ['a list', '[]'],
    ['an ask nobody knows', '{"ask":"explode"}'],
    ['an ask without its task', '{"ask":"cancel"}'],
    ['a task that is no text', '{"ask":"cancel","task":7}'],
    ['a priority out of range', '{"ask":"prioritise","task":"a","priority":6}'],
    ['a priority in words', '{"ask":"prioritise","task":"a","priority":"high"}'],
    ['guidance that says nothing', '{"ask":"guide","task":"a","text":" "}'],
    ['a budget below nothing', '{"ask":"budget","task":null,"usd":-1}'],
    ['a sign that only drivers give', '{"ask":"hear","attempt":"1-a-1","sign":{"is":"usage"}}'],
    ['tasks by the wrong door', '{"ask":"add","tasks":[],"by":null}'],
  ])('%s is refused with a message', async (_, body) => {
    const coordinator = scribe()
    const response = await post(coordinator, '/api/ask', body)
    expect(response.status).toBe(400)
    expect(response.json).toEqual({
      error: 'bad_ask',
      message: expect.stringMatching(/\w+/),
    })
    expect(coordinator.heard).toEqual([])
  })

  it('tasks are added as they were said', async () => {
    const coordinator = scribe()
    const body = { tasks: [{ id: 'x', run: 'true' }], by: 'a' }
    expect((await post(coordinator, '/api/tasks', JSON.stringify(body))).status).toBe(200)
    expect(coordinator.heard).toEqual([body])
    const refused = await post(coordinator, '/api/tasks', '{"tasks":[],"by":"bad"}')
    expect(refused.json).toEqual({ accepted: false, problems: ['no id'] })
    expect((await post(coordinator, '/api/tasks', '{"tasks":[],"by":7}')).status).toBe(400)
    expect((await post(coordinator, '/api/tasks', 'nonsense')).status).toBe(400)
  })

  it('does not know other doors', async () => {
    expect((await answer(scribe(), { method: 'GET', url: '/api/ask', body: '' })).status).toBe(404)
    expect((await post(scribe(), '/', '')).status).toBe(404)
  })
})

describe('the socket file', () => {
  it('is for this user only, answers, and is gone afterwards', async () => {
    using folder = tempFolder()
    const socket = join(folder.path, 'control.sock')
    {
      await using _server = await listenForAsks(scribe(), socket)
      expect(statSync(socket).mode & 0o077).toBe(0)
      const reply = { accepted: true, affected: ['a'] }
      expect(await askCoordinator(socket, { ask: 'pause' })).toEqual(reply)
      expect(await addThroughCoordinator(socket, {}, null)).toEqual(reply)
      const bad = askCoordinator(socket, { ask: 'add', tasks: [], by: null })
      await expect(bad).rejects.toThrow('refused')
    }
    expect(existsSync(socket)).toBe(false)
    await expect(askCoordinator(socket, { ask: 'pause' })).rejects.toThrow('ENOENT')
  })

  it('says why the coordinator could not answer', async () => {
    using folder = tempFolder()
    const socket = join(folder.path, 'control.sock')
    const broken = { ...scribe(), ask: () => Promise.reject(new Error('the disk is full')) }
    await using _server = await listenForAsks(broken, socket)
    await expect(askCoordinator(socket, { ask: 'pause' })).rejects.toThrow('the disk is full')
  })

  it('left by a coordinator that was killed is replaced', async () => {
    using folder = tempFolder()
    const socket = join(folder.path, 'control.sock')
    const first = await listenForAsks(scribe(), socket)
    await using _second = await listenForAsks(scribe(), socket)
    expect((await askCoordinator(socket, { ask: 'pause' })).accepted).toBe(true)
    await first[Symbol.asyncDispose]()
  })
})
