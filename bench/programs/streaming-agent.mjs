/**
 * Speaks the protocol of Claude Code: from its first message on it produces 50 events a second, for as many seconds as
 * its environment says, and writes down how long each message to it took.
 */
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const SECONDS = Number(process.env.STREAM_SECONDS)
const TEXT = 'It looks at the code that reads the configuration and thinks about it. '.repeat(6)
const begun = { done: 0, timer: undefined }

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  if (message.type !== 'user') return
  const [, sentAt] = /sent at (\d+)/.exec(JSON.stringify(message.message)) ?? []
  if (sentAt !== undefined) appendFileSync(process.env.LATENCIES, `${Date.now() - sentAt}\n`)
  if (message.uuid !== undefined)
    say({ type: 'command_lifecycle', command_uuid: message.uuid, state: 'started' })
  begun.timer ??= start()
})

function start() {
  say({ type: 'system', subtype: 'init', session_id: `s-${process.pid}`, model: 'claude-opus-4-5' })
  const startedAt = Date.now()
  return setInterval(() => {
    // A late timer catches up.
    const due = Math.min(SECONDS * 50, Math.floor((Date.now() - startedAt) / 20))
    while (begun.done < due) happen(begun.done++)
    if (begun.done < SECONDS * 50) return
    clearInterval(begun.timer)
    say({ type: 'result', subtype: 'success', is_error: false, terminal_reason: 'completed' })
    process.stdin.destroy()
  }, 20)
}

function happen(number) {
  const id = `m${number}`
  const usage = { input_tokens: 1000, output_tokens: 50 }
  if (number % 3 === 0)
    return assistant(id, usage, { type: 'text', text: `event ${number}: ${TEXT}` })
  const command = `event ${number}: grep -rn "${number}" src`
  if (number % 3 === 1)
    return assistant(id, usage, {
      type: 'tool_use',
      id: `t${number}`,
      name: 'Bash',
      input: { command },
    })
  const content = `event ${number}: ${TEXT}`
  const result = { type: 'tool_result', tool_use_id: `t${number - 1}`, content }
  say({ type: 'user', message: { role: 'user', content: [result] } })
}

function assistant(id, usage, content) {
  say({
    type: 'assistant',
    message: { id, role: 'assistant', model: 'claude-opus-4-5', usage, content: [content] },
  })
}
