import { describe, expect, it } from 'vitest'
import {
  INIT,
  emit,
  ends,
  gets,
  play,
  says,
  taken,
  uses,
} from '../../../test/scripted/stream-json-steps.ts'
import { openClaude } from '../../../test/scripted/scripted-claude.ts'
import type { Step } from '../../../test/programs/stream-json-agent.ts'
import { until } from '../../../test/until.ts'
import { priceOf } from '../known/prices.ts'
import { readTranscript } from '../transcript/read-transcript.ts'

describe('what Claude Code lets us know', () => {
  it('is its conversation, once, though it introduces itself each turn', async () => {
    const one = openClaude(play(emit(INIT), ends())).begin()
    await one.end
    expect(one.only('conversation')).toEqual([{ is: 'conversation', id: 's-1', model: 'opus' }])
  })

  it('is what it says and does, and what comes of it', async () => {
    const at = openClaude(
      play(
        says('I look.'),
        uses('Bash', { command: 'git status\n  --short' }),
        gets('clean'),
        uses('Bash', { command: 'git status\n  --short' }),
        gets([{ type: 'text', text: 'x'.repeat(500) }], true),
        uses('Grep', { pattern: 'todo' }),
        ends(),
      ),
    )
    const one = at.begin()
    await one.end
    expect(one.only('said')).toEqual([{ is: 'said', text: 'I look.' }])
    expect(one.only('tool')).toMatchObject([
      { name: 'Bash', what: 'git status --short' },
      { name: 'Bash', what: 'git status --short' },
      { name: 'Grep', what: 'todo' },
    ])
    const [first, again, other] = one.only('tool').map(({ signature }) => signature)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
    expect(one.only('tool-ended')).toEqual([
      { is: 'tool-ended', failed: false, text: 'clean' },
      { is: 'tool-ended', failed: true, text: 'x'.repeat(200) },
    ])
    expect(one.transcript()).toContain('I look.\n> Bash git status --short\n  clean\n')
  })

  it('is one line of each tool, while the transcript keeps all of it but keys', async () => {
    const key = `sk-ant-api03-${'aB3dE6gH9'.repeat(5)}`
    const output = Array.from({ length: 3000 }, (_, i) => `FAIL test ${i}\n`).join('')
    const written = `export const one = 1\n// ${key}\n`
    const at = openClaude(
      play(
        uses('Write', { file_path: 'src/a.ts', content: written }),
        gets('written'),
        uses('Bash', { command: 'npm test' }),
        gets([{ type: 'image' }, { type: 'text', text: output }], true),
        ends(),
      ),
    )
    const one = at.begin()
    await one.end
    expect(one.transcript()).toContain(
      '> Write src/a.ts\n  written\n> Bash npm test\n  failed: [image] FAIL',
    )
    const masked = '+export const one = 1\n+// ********\n'
    expect(one.kept()).toBe(`${masked}written\n[image]\n${output}`)
    expect(JSON.stringify(one.signs).length).toBeLessThan(2000)
  })

  it('is kept in the transcript with what it thinks, plans, changes, spends and lets helpers do', async () => {
    const helped = (event: object): Step => emit({ ...event, parent_tool_use_id: 't-1' })
    const calls = (id: string, name: string, input: object): Step =>
      emit({
        type: 'assistant',
        message: {
          id,
          model: 'opus',
          content: [{ type: 'tool_use', id, name, input }],
          usage: { output_tokens: 7 },
        },
      })
    const returns = (id: string, content: unknown, is_error = false) => ({
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: id, content, is_error }] },
    })
    const at = openClaude(
      play(
        emit({ type: 'assistant', message: { content: [{ type: 'thinking', thinking: 'Hm.' }] } }),
        calls('e-1', 'Edit', { file_path: 'a.ts', old_string: 'one\nold', new_string: 'one\nnew' }),
        calls('t-1', 'Task', { description: 'look around', prompt: 'Look.' }),
        emit(returns('e-1', 'done')),
        helped({ type: 'assistant', message: { content: [{ type: 'text', text: 'I help.' }] } }),
        emit(returns('t-1', 'all seen')),
        calls('c-1', 'TaskCreate', { subject: 'test it' }),
        emit(returns('c-1', 'Task #4 created')),
        calls('c-2', 'TaskUpdate', { taskId: '4', status: 'in_progress' }),
        emit(returns('c-2', 'updated')),
        calls('b-1', 'Bash', { command: 'false' }),
        emit(returns('b-1', 'no such thing\nat all', true)),
        ends({ duration_ms: 2500, total_cost_usd: 0.5 }),
      ),
    )
    const one = at.begin()
    await one.end
    const kept = readTranscript(one.artifacts).map(({ at: _, ...entry }) => entry)
    for (const entry of [
      { told: 'Make it so.', prompt: true },
      { thought: 'Hm.' },
      { call: 'e-1', kind: 'edit', name: 'Edit', title: 'a.ts' },
      { call: 'e-1', file: 'a.ts', diff: ' one\n-old\n+new\n' },
      { call: 't-1', kind: 'agent', name: 'Task', title: 'look around' },
      { call: 't-1', input: 'prompt: Look.\n' },
      { call: 'e-1', result: 'done\n' },
      { call: 'e-1', ended: 'well', says: 'done' },
      { said: 'I help.', within: 't-1' },
      { todos: [{ text: 'test it', status: 'working' }] },
      { call: 'b-1', result: 'no such thing\nat all\n' },
      { call: 'b-1', ended: 'failed', says: 'no such thing at all' },
      { used: expect.objectContaining({ outputTokens: 7, isEstimated: false }) },
      { used: expect.objectContaining({ costUsd: 0.5, isEstimated: false }), turn: 2.5 },
    ])
      expect(kept).toContainEqual(entry)
  })

  it('is the file it writes, as seen from where it works', async () => {
    const at = openClaude(play(uses('Write', { file_path: 'src/a.ts', content: 'x' }), ends()))
    const one = at.begin()
    await one.end
    expect(one.only('tool')).toMatchObject([{ name: 'Write', what: 'src/a.ts' }])
  })

  it('is what it uses: each answer once, priced by us until it says what it cost', async () => {
    const models = {
      opus: { inputTokens: 20, outputTokens: 70, cacheReadInputTokens: 10, costUSD: 0.2 },
      haiku: { inputTokens: 1, outputTokens: 1, costUSD: 0.1 },
    }
    const at = openClaude(
      play(
        says('word'.repeat(10), 'm-1'),
        uses('Bash', { command: 'true' }, 'm-1'),
        says('Done.', 'm-2'),
        ends({ total_cost_usd: 9, model_usage_since_last_result: models }),
      ),
      { options: { priceOf: (_, { inputTokens }) => inputTokens / 100 } },
    )
    const one = at.begin({
      assignment: { conversation: { id: 's-0', say: 'Go on.', spentUsd: 0 } },
    })
    await one.end
    const usages = one.only('usage').map(({ usage }) => usage)
    expect(usages.map(({ inputTokens }) => inputTokens)).toEqual([10, 10, 20, 21])
    expect(usages[0]).toMatchObject({
      outputTokens: 8,
      costUsd: 0.1,
      costFrom: 'table',
      estimatedUsd: 0.1,
    })
    expect(usages[1]).toMatchObject({ outputTokens: 9 })
    expect(usages.at(-1)).toEqual({
      inputTokens: 21,
      outputTokens: 71,
      cacheReadTokens: 10,
      cacheWriteTokens: 0,
      costUsd: expect.closeTo(0.3),
      costFrom: 'agent',
      estimatedUsd: 0,
    })
  })

  it('is no cost of a model that nobody knows the price of, until it says it itself', async () => {
    const cost = { costUSD: 0.04, inputTokens: 20 }
    const usage = { input_tokens: 20 }
    const one = openClaude(
      play(
        emit({ type: 'assistant', message: { id: 'm-1', model: 'claude-opus-9', usage } }),
        ends({ model_usage_since_last_result: { 'claude-opus-9': cost } }),
      ),
      { options: { priceOf } },
    ).begin()
    await one.end
    const usages = one.only('usage').map(({ usage }) => usage)
    expect(usages.map(({ costUsd }) => costUsd)).toEqual([null, 0.04])
    expect(usages.at(-1)).toMatchObject({ costFrom: 'agent', estimatedUsd: 0 })
  })

  it('is a cost that nobody pays when it uses a subscription', async () => {
    const models = { opus: { inputTokens: 20, outputTokens: 70, costUSD: 0.2 } }
    const steps = [
      emit({ ...INIT, apiKeySource: 'none' }),
      ends({ model_usage_since_last_result: models }),
    ]
    const one = openClaude(play(...steps)).begin()
    await one.end
    expect(one.only('usage')).toMatchObject([{ usage: { costUsd: 0.2, costFrom: 'imputed' } }])
    const gateway = { environment: { ANTHROPIC_AUTH_TOKEN: 'x' } }
    const other = openClaude(play(...steps), { settings: gateway }).begin()
    await other.end
    expect(other.only('usage')).toMatchObject([{ usage: { costUsd: 0.2, costFrom: 'agent' } }])
  })

  it('is the growth of the total, with versions that tell nothing else', async () => {
    const usage = { input_tokens: 3, output_tokens: 4 }
    const steps = play(
      { await: 'user' },
      taken('queued'),
      ends({ usage, total_cost_usd: 0.5 }),
      taken('started'),
      ends({ usage, total_cost_usd: 0.75 }),
    )
    const at = openClaude(steps)
    const one = at.begin()
    await until('it has begun', () => one.only('conversation').length > 0)
    await at.agent.guide(one.id, 'more')
    await one.end
    expect(one.only('usage').at(-1)).toMatchObject({
      usage: { inputTokens: 6, outputTokens: 8, costUsd: 0.75, costFrom: 'agent' },
    })
  })

  it('is that it calls the model again, and why', async () => {
    const retry = { type: 'system', subtype: 'api_retry', max_retries: 3, retry_delay_ms: 5000 }
    const one = openClaude(
      play(
        emit({ ...retry, attempt: 1, error_status: 529, error: 'overloaded' }),
        emit({ ...retry, attempt: 2, error_status: 429, error: 'rate_limit' }),
        ends(),
      ),
    ).begin()
    await one.end
    expect(one.only('retrying')).toEqual([
      { is: 'retrying', number: 1, of: 3, nextAt: expect.any(Number), reason: '529 overloaded' },
      { is: 'retrying', number: 2, of: 3, nextAt: expect.any(Number), reason: '429 rate_limit' },
    ])
    expect(one.only('rate-limited')).toEqual([
      { is: 'rate-limited', until: one.only('retrying')[1]!.nextAt, reason: '429 rate_limit' },
    ])
  })

  it('is a limit that it has reached, but not one that it comes near', async () => {
    const limit = (status: string) => ({
      type: 'rate_limit_event',
      rate_limit_info: { status, resetsAt: 4_000_000_000, rateLimitType: 'five_hour' },
    })
    const one = openClaude(
      play(emit(limit('allowed_warning')), emit(limit('rejected')), ends()),
    ).begin()
    await one.end
    expect(one.only('rate-limited')).toEqual([
      { is: 'rate-limited', until: 4e12, reason: expect.stringContaining('five_hour') },
    ])
  })

  it('survives lines that are long, in pieces, empty, or no JSON', async () => {
    const whole = JSON.stringify((says('Grüße') as { emit: unknown }).emit)
    const one = openClaude(
      play(
        { print: 'not { json\n\n[1]\nnull\n' },
        { print: whole.slice(0, 60) },
        { awaitFor: 50 },
        { print: `${whole.slice(60)}\n` },
        { emitLong: 8_000_000 },
        emit({ type: 'something', new: true }),
        ends(),
      ),
    ).begin()
    expect(await one.end).toMatchObject({ is: 'succeeded' })
    expect(one.only('said').map(({ text }) => text.length)).toEqual([5, 8_000_000])
    expect(one.transcript()).toContain('not { json')
  })
})
