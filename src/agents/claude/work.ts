/** What Claude Code says, thinks and does with its tools, as signs and as entries of the transcript. */
import type { Hear } from '../../conduct/ports.ts'
import { recordCall, recordResult } from '../transcript/record-call.ts'
import type { TranscriptWriter } from '../transcript/transcript.ts'
import { changesIn, kindOf } from './calls.ts'
import { deedOf, textIn } from './deed.ts'
import type { ContentBlock } from './output-events.ts'
import { claudeTodos } from './todos.ts'

export interface ClaudeWork {
  /** content: of a message of the model, or of the results that the model gets. helper: the call that began it, if any. */
  take(content: unknown, helper: string | null): void
}

interface WorkOptions {
  readonly directory: string
  readonly transcript: TranscriptWriter
  readonly hear: Hear
}

interface OpenCall {
  readonly name: string
  readonly input: unknown
}

/** How many characters of a tool result a sign carries. */
const SHOWN = 200

export function claudeWork({ directory, transcript, hear }: WorkOptions): ClaudeWork {
  const open = new Map<string, OpenCall>()
  const todos = claudeTodos()
  let count = 0

  return {
    take(content, helper) {
      if (!Array.isArray(content)) return
      const within = helper === null ? {} : { within: helper }
      for (const block of content as readonly ContentBlock[]) takeBlock(block, within)
    },
  }

  function takeBlock(block: ContentBlock, within: { readonly within?: string }): void {
    switch (block.type) {
      case 'text':
        transcript.record({ said: block.text, ...within })
        return hear({ is: 'said', text: block.text })
      case 'thinking':
        if ((block.thinking ?? '') !== '')
          transcript.record({ thought: block.thinking!, ...within })
        return
      case 'tool_use':
        return begin(block, within)
      case 'tool_result':
        return end(block)
      default:
        // There may be kinds of blocks that we do not know.
        return
    }
  }

  function begin(block: ContentBlock & { type: 'tool_use' }, within: { within?: string }): void {
    const { name, id = `call-${++count}` } = block
    const input = (block.input ?? {}) as Readonly<Record<string, unknown>>
    const deed = deedOf(name, input, directory)
    const changes = changesIn(name, input, directory)
    open.set(id, { name, input })
    recordCall(transcript, {
      id,
      kind: kindOf(name),
      name,
      title: deed.what,
      ...within,
      input,
      changes,
    })
    hear({ is: 'tool', ...deed })
  }

  function end(block: ContentBlock & { type: 'tool_result' }): void {
    const { content, is_error: failed = false } = block
    const call = block.tool_use_id ?? [...open.keys()].at(-1) ?? 'unknown'
    const text = textIn(content)
    recordResult(transcript, { call, failed, text })
    const { name, input } = open.get(call) ?? { name: '', input: null }
    const list = failed ? null : todos.take(name, input, text)
    if (list !== null) transcript.record({ todos: list })
    open.delete(call)
    hear({ is: 'tool-ended', failed, text: text.slice(0, SHOWN) })
  }
}
