import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drivenAgent } from '../../src/planning/driven-agent.ts'
import {
  describePlanningModel,
  failureIn,
  NEVER,
  processesWith,
  QUESTION,
} from '../contracts/planning-model.ts'
import { tempFolder } from '../repository/temp-folder.ts'

const SEPARATOR = '=== end of prompt ==='

/** Keeps its prompt, and its end, in the folder; then does what the line says. */
const agentThat = (line: string, folder: string) =>
  drivenAgent({
    agent: 'house',
    line: `{ cat; echo; echo "${SEPARATOR}"; } >> "$FOLDER/prompts"; ${line}`,
    environment: { PATH: process.env['PATH'] ?? '', FOLDER: folder },
  })

describePlanningModel({
  name: 'of any agent with a command',
  missing: null,
  tellsUsage: false,
  async open(behaviour) {
    const folder = tempFolder()
    const said = 'answers' in behaviour ? JSON.stringify(behaviour.answers) : ''
    writeFileSync(join(folder.path, 'says'), 'says' in behaviour ? behaviour.says : said)
    const line = 'hangs' in behaviour ? 'sleep 600 & sleep 600' : 'cat "$FOLDER/says"'
    return {
      model: agentThat(line, folder.path),
      prompts: () => promptsIn(folder.path),
      leftovers: () => processesWith(folder.path).length,
      [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
    }
  },
})

function promptsIn(folder: string): readonly string[] {
  const file = join(folder, 'prompts')
  return existsSync(file) ? readFileSync(file, 'utf8').split(SEPARATOR).slice(0, -1) : []
}

async function asking(line: string) {
  using folder = tempFolder()
  const answer = await agentThat(line, folder.path).ask(QUESTION, NEVER)
  expect(processesWith(folder.path)).toEqual([])
  return { answer, prompt: promptsIn(folder.path).join() }
}

describe('an agent that plans', () => {
  it('gets what to do, the question and the schema', async () => {
    const { prompt } = await asking('echo "{}"')
    expect(prompt).toContain(QUESTION.system)
    expect(prompt).toContain(QUESTION.prompt)
    expect(prompt).toContain(JSON.stringify(QUESTION.schema))
  })

  it('works in an empty folder that is gone afterwards', async () => {
    const { answer } = await asking(
      `touch made; printf '{"in": "%s", "files": "%s"}' "$PWD" "$(ls)"`,
    )
    const { in: where, files } = (answer as { value: { in: string; files: string } }).value
    expect(files).toBe('made')
    expect(existsSync(where)).toBe(false)
  })

  it('may end with any exit code, if it has answered', async () => {
    expect((await asking(`echo '{"answer": "yes"}'; exit 3`)).answer).toMatchObject({
      is: 'answer',
      value: { answer: 'yes' },
    })
  })

  it('may leave its input unread', async () => {
    using folder = tempFolder()
    const agent = drivenAgent({ agent: 'deaf', line: `echo '{"a": 1}'`, environment: {} })
    const question = { ...QUESTION, prompt: 'x'.repeat(3_000_000) }
    expect(await agent.ask(question, NEVER)).toMatchObject({ is: 'answer', value: { a: 1 } })
    expect(processesWith(folder.path)).toEqual([])
  })

  it('may leave a process running, which is ended', async () => {
    const { answer } = await asking(`(setsid sleep 600 &) ; echo '{"a": 1}'`)
    expect(answer).toMatchObject({ is: 'answer', value: { a: 1 } })
  })

  it('is ended whenever it is cancelled, also before it has begun', async () => {
    using folder = tempFolder()
    const agent = agentThat('sleep 600', folder.path)
    const delays = [0, 1, 2, 4, 8, 16, 32, 64]
    const answers = delays.map((delay) => agent.ask(QUESTION, abortedAfter(delay)))
    const whys = (await Promise.all(answers)).map((answer) => failureIn(answer).why)
    expect(new Set(whys)).toEqual(new Set(['cancelled']))
    expect(processesWith(folder.path)).toEqual([])
  })

  it('fails with its own words', async () => {
    const { answer } = await asking(`echo "no \u001b[31mcredit left" >&2; exit 4`)
    expect(failureIn(answer)).toMatchObject({
      why: 'error',
      says: 'the agent "house" failed with exit code 4: no credit left',
    })
  })

  it('may be missing', async () => {
    const { answer } = await asking('no-such-agent --plan')
    expect(failureIn(answer)).toMatchObject({ why: 'missing-cli', remedy: expect.any(String) })
  })

  it('may print without end, and is ended in time', async () => {
    using folder = tempFolder()
    const agent = agentThat('yes "{}}{"', folder.path)
    const failure = failureIn(await agent.ask(QUESTION, AbortSignal.timeout(1000)))
    expect(failure.why).toBe('timeout')
    expect(processesWith(folder.path)).toEqual([])
  })
})

function abortedAfter(milliseconds: number): AbortSignal {
  const cancelling = new AbortController()
  setTimeout(() => cancelling.abort(), milliseconds)
  return cancelling.signal
}
