/** An agent that uses the tools of its attempt: it asks a question and goes on later, or waits for guidance. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connectMcp } from '../scripted/mcp-client.ts'

const environment = process.env as Readonly<Record<string, string>>
const conductor = fileURLToPath(new URL('../../bin/conductor.js', import.meta.url))
const attempt = environment['CONDUCTOR_ATTEMPT']!
const prompt = readFileSync(environment['CONDUCTOR_PROMPT_FILE']!, 'utf8')

await using mcp = await connectMcp({
  command: [process.execPath, conductor, 'mcp', '--attempt', attempt],
  cwd: process.cwd(),
  environment,
})

console.log(`tools: ${mcp.tools.join(' ')}`)
console.log(`prompt: ${prompt}`)
if (prompt.includes('listen')) await listen()
else if (attempt.endsWith('-1')) await ask()
else console.log(`guidance: ${(await mcp.call('get_guidance')).text}`)

async function ask(): Promise<void> {
  const planning = { status: 'planning', note: 'reads the code' }
  console.log((await mcp.call('report_status', planning)).text)
  const wrong = await mcp.call('report_status', { status: 'dancing' })
  console.log(`wrong: ${wrong.isError} ${wrong.text}`)
  const added = await mcp.call('add_task', { id: 'found', run: 'true', name: 'Found on the way' })
  console.log(added.text)
  const twice = await mcp.call('add_task', { id: 'found', run: 'true' })
  console.log(`twice: ${twice.isError} ${twice.text}`)
  const question = { decision: 'Which colour?', options: ['red', 'blue'], context: 'for the door' }
  console.log((await mcp.call('ask_human', question)).text)
}

async function listen(): Promise<void> {
  for (let i = 0; i < 200; i++) {
    const { text } = await mcp.call('report_status', { status: 'working', note: `step ${i}` })
    if (text.includes('A person says')) return console.log(text)
    await sleep(50)
  }
}
