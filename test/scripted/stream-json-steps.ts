/** The steps of a scripted Claude Code, in its stream-json protocol. */
import type { Step } from '../programs/stream-json-agent.ts'

export const INIT = { type: 'system', subtype: 'init', session_id: 's-1', model: 'opus' }
const COUNTS = { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 5 }

export const emit = (value: unknown): Step => ({ emit: value })
const answers = (content: unknown, id = 'm-1'): Step =>
  emit({ type: 'assistant', message: { id, model: 'opus', content: [content], usage: COUNTS } })
export const says = (text: string, id?: string): Step => answers({ type: 'text', text }, id)
export const uses = (name: string, input: unknown, id?: string): Step =>
  answers({ type: 'tool_use', id: 'u', name, input }, id)
export const gets = (content: unknown, is_error = false): Step =>
  emit({ type: 'user', message: { content: [{ type: 'tool_result', content, is_error }] } })
export const ends = (more: object = {}): Step =>
  emit({
    type: 'result',
    subtype: 'success',
    is_error: false,
    terminal_reason: 'completed',
    ...more,
  })
export const fails = (more: object): Step =>
  ends({ is_error: true, terminal_reason: 'api_error', api_error_status: null, ...more })
export const taken = (state: string): Step =>
  emit({ type: 'command_lifecycle', command_uuid: '$uuid', state })

export const BEGIN: readonly Step[] = [{ await: 'user' }, emit(INIT)]
export const LEAVE: Step = { awaitEnd: true }
export const play = (...steps: readonly Step[]): readonly Step[] => [...BEGIN, ...steps, LEAVE]
