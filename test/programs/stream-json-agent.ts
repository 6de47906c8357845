/**
 * Stands for an agent CLI that speaks stream-json: it plays the steps of a script, and writes to heard.jsonl how it was
 * started and which messages it got. STREAM_JSON_SCRIPT holds the steps, or those for a new conversation and those for
 * a resumed one.
 */
import { spawn } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

export type Step =
  /** Prints one line of JSON, in which "$uuid" becomes the uuid of the last message that had one. */
  | { readonly emit: unknown }
  /** Prints the text as it is, so lines may be broken or come in pieces. */
  | { readonly print: string; readonly to?: 'stderr' }
  /** Prints so many characters in one line of JSON. */
  | { readonly emitLong: number }
  /** Waits for the next message of this type. */
  | { readonly await: 'user' | 'control_response' }
  | { readonly awaitEnd: true }
  | { readonly awaitFor: number }
  /** Starts a command in a session of its own, which outlives the agent and may hold its output open. */
  | { readonly leave: string; readonly stdio?: 'ignore' | 'inherit' }
  | { readonly touch: string }
  | { readonly exit: number }
  | { readonly die: NodeJS.Signals }

export type Steps =
  | readonly Step[]
  | { readonly fresh: readonly Step[]; readonly resumed: readonly Step[] }

interface Message {
  readonly type: string
  readonly uuid?: string
}

const script = JSON.parse(process.env['STREAM_JSON_SCRIPT']!) as Steps
const isResumed = process.argv.some((argument) => argument.startsWith('--resume'))
const inbox: Message[] = []
let uuid = ''
let hasEnded = false
let played = 0
let wake = (): void => {}

record({ arguments: process.argv.slice(2), environment: process.env })
createInterface(process.stdin)
  .on('line', (line) => {
    record(JSON.parse(line))
    inbox.push(JSON.parse(line) as Message)
    wake()
  })
  .on('close', () => {
    record({ type: 'end', afterSteps: played })
    hasEnded = true
    wake()
  })
for (const step of 'fresh' in script ? script[isResumed ? 'resumed' : 'fresh'] : script) {
  await play(step)
  played++
}
process.exit()

async function play(step: Step): Promise<void> {
  if ('emit' in step) return write(`${JSON.stringify(step.emit).replaceAll('$uuid', uuid)}\n`)
  if ('print' in step) return write(step.print, step.to)
  if ('emitLong' in step) return write(longMessage(step.emitLong))
  if ('await' in step) return next(step.await)
  if ('awaitEnd' in step) return until(() => hasEnded)
  if ('awaitFor' in step) return sleep(step.awaitFor)
  if ('leave' in step)
    return spawn('sh', ['-c', step.leave], {
      detached: true,
      stdio: step.stdio ?? 'ignore',
    }).unref()
  if ('touch' in step) return writeFileSync(step.touch, '')
  if ('exit' in step) process.exit(step.exit)
  process.kill(process.pid, step.die)
  await sleep(5000)
}

function longMessage(length: number): string {
  const content = [{ type: 'text', text: 'x'.repeat(length) }]
  return `${JSON.stringify({ type: 'assistant', message: { id: 'long', content } })}\n`
}

async function next(type: string): Promise<void> {
  await until(() => inbox.some((message) => message.type === type))
  const [message] = inbox.splice(
    inbox.findIndex((one) => one.type === type),
    1,
  )
  uuid = message?.uuid ?? uuid
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise<void>((resolve) => (wake = resolve))
}

function write(text: string, to: 'stdout' | 'stderr' = 'stdout'): Promise<void> {
  return new Promise((resolve) => process[to].write(text, () => resolve()))
}

function record(what: unknown): void {
  appendFileSync('heard.jsonl', `${JSON.stringify(what)}\n`)
}
