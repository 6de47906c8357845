import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { KNOWN_AGENTS } from '../../src/config/known-agents.ts'
import { claudeCli } from '../../src/planning/claude-cli.ts'
import {
  describePlanningModel,
  failureIn,
  NEVER,
  processesWith,
  QUESTION,
} from '../contracts/planning-model.ts'
import { writeIn } from '../repository/git-in.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { agentCli } from '../scripted/agent-clis.ts'
import {
  startAnsweringModel,
  type AnsweringModel,
  type Reply,
} from '../scripted/answering-model.ts'
import { settingsFor } from './cli-settings.ts'

const isMissing = agentCli('claude') === null

/** Claude Code as its user has it, with a home of its own. */
function cliIn(home: string, url: string, environment: Readonly<Record<string, string>> = {}) {
  const { path, env } = settingsFor('claude', url, home)
  return claudeCli({
    settings: { ...KNOWN_AGENTS['claude']!, command: [path] },
    environment: { ...process.env, ...env, ...environment },
  })
}

/** Claude Code adds messages of its own. */
const promptsIn = ({ asked }: AnsweringModel): readonly string[] =>
  asked.map(({ body }) => {
    const [first] = body.messages
    const content = first!.content
    return typeof content === 'string' ? content : JSON.stringify(content)
  })

describePlanningModel({
  name: 'of the real claude',
  missing: isMissing ? 'claude is not installed' : null,
  tellsUsage: true,
  async open(behaviour) {
    const home = tempFolder()
    const server = await startAnsweringModel(
      'answers' in behaviour
        ? { answer: behaviour.answers }
        : 'says' in behaviour
          ? { say: behaviour.says }
          : { hang: true },
    )
    return {
      model: cliIn(home.path, server.url),
      prompts: () => promptsIn(server),
      leftovers: () => processesWith(home.path).length + server.awaited(),
      [Symbol.asyncDispose]: async () => {
        await server[Symbol.asyncDispose]()
        home[Symbol.dispose]()
      },
    }
  },
})

async function asking(...replies: readonly Reply[]) {
  using home = tempFolder()
  await using server = await startAnsweringModel(...replies)
  const answer = await cliIn(home.path, server.url).ask(QUESTION, NEVER)
  expect(processesWith(home.path)).toEqual([])
  return { answer, asked: server.asked }
}

describe.skipIf(isMissing)('a question to claude', () => {
  it('offers the model no tool but the one for its answer, and costs what claude says', async () => {
    const { answer, asked } = await asking({ answer: { answer: 'yes', count: 1 } })
    expect(answer).toMatchObject({ is: 'answer', model: expect.stringContaining('claude') })
    const tools = asked[0]!.body.tools!.map(({ name }) => name)
    expect(
      tools.filter((name) => !/^(StructuredOutput|DeferredToolPlaceholder)$/.test(name)),
    ).toEqual([])
    expect(asked[0]!.body.max_tokens).toBe(QUESTION.maxTokens)
    expect(JSON.stringify(asked[0]!.body.system)).toContain(QUESTION.system)
    expect(answer.usage).toMatchObject({ inputTokens: 100, outputTokens: 20, costFrom: 'agent' })
    expect(answer.usage.costUsd).toBeGreaterThan(0)
  })

  it('runs nothing, whatever the model calls, and comes to an end', async () => {
    using folder = tempFolder()
    const file = join(folder.path, 'owned')
    const { answer, asked } = await asking({ call: 'Bash', input: { command: `touch ${file}` } })
    expect(failureIn(answer).why).toBe('malformed')
    expect(existsSync(file)).toBe(false)
    expect(asked.length).toBeLessThan(8)
  })

  it('runs no hooks, and is not changed by instructions or permissions that its user has set', async () => {
    using home = tempFolder()
    await using server = await startAnsweringModel({ answer: { answer: 'yes', count: 1 } })
    const file = join(home.path, 'hooked')
    const hook = [{ hooks: [{ type: 'command', command: `touch ${file}` }] }]
    const permissions = { defaultMode: 'bypassPermissions' }
    const hooks = { SessionStart: hook, UserPromptSubmit: hook }
    writeIn(home.path, '.claude/settings.json', JSON.stringify({ hooks, permissions }))
    writeIn(home.path, '.claude/CLAUDE.md', 'Always speak French.')
    const model = cliIn(home.path, server.url, { IS_SANDBOX: '' })
    expect(await model.ask(QUESTION, NEVER)).toMatchObject({ is: 'answer', value: { count: 1 } })
    expect(existsSync(file)).toBe(false)
    expect(JSON.stringify(server.asked)).not.toContain('French')
  })

  it('is asked with the schema in the prompt if this version has no such flag', async () => {
    using home = tempFolder()
    await using server = await startAnsweringModel({ answer: { answer: 'yes', count: 1 } })
    const { path, env } = settingsFor('claude', server.url, home.path)
    const older = join(home.path, 'claude')
    writeFileSync(older, olderClaude(path))
    chmodSync(older, 0o755)
    const model = claudeCli({
      settings: { ...KNOWN_AGENTS['claude']!, command: [older] },
      environment: { ...process.env, ...env },
    })
    expect(await model.ask(QUESTION, NEVER)).toMatchObject({ is: 'answer', value: { count: 1 } })
    expect(promptsIn(server).join()).toContain('JSON Schema')
  })
})

/** The real one, which pretends not to know two flags. */
const olderClaude = (path: string): string => `#!/bin/sh
for word in "$@"; do
  case "$word" in
    --json-schema=*|--no-session-persistence)
      echo "error: unknown option '$word'" >&2
      exit 1
  esac
done
exec ${path} "$@"
`

describe.skipIf(isMissing)('a failure of claude', () => {
  it.each<readonly [string, number, string]>([
    ['a wrong key', 401, 'bad-key'],
    ['a key without permission', 403, 'bad-key'],
    ['too many requests', 429, 'rate-limited'],
    ['an overloaded model', 529, 'overloaded'],
    ['an error of the server', 500, 'error'],
  ])('%s is a value with the words of the server', async (_what, status, why) => {
    const { answer, asked } = await asking({ status })
    expect(failureIn(answer)).toMatchObject({
      why,
      says: expect.stringContaining('the words of the server'),
      remedy: expect.any(String),
    })
    expect(asked).toHaveLength(1)
  })

  it.each<readonly [string, Reply, string]>([
    ['a refusal', { say: '', stop: 'refusal' }, 'refused'],
    ['an answer that is too long', { say: '{"answer": "y', stop: 'max_tokens' }, 'truncated'],
    ['an answer of another shape', { answer: { wrong: 1 } }, 'malformed'],
    ['half of an object', { say: '{"answer": "y' }, 'malformed'],
  ])('%s still counts what it has cost', async (_what, reply, why) => {
    const { answer } = await asking(reply)
    expect(failureIn(answer)).toMatchObject({ why, remedy: expect.any(String) })
    expect(answer.usage.costUsd).toBeGreaterThan(0)
  })

  it('is of the network when the connection breaks midway', async () => {
    expect(failureIn((await asking({ cut: true })).answer).why).toBe('network')
  })

  it('is of the network when nobody listens', async () => {
    using home = tempFolder()
    const model = cliIn(home.path, 'http://127.0.0.1:9')
    expect(failureIn(await model.ask(QUESTION, NEVER))).toMatchObject({ why: 'network' })
  })

  it('is a missing key when nobody is logged in', async () => {
    using home = tempFolder()
    const model = cliIn(home.path, 'http://127.0.0.1:9', { ANTHROPIC_API_KEY: '' })
    expect(failureIn(await model.ask(QUESTION, NEVER))).toMatchObject({
      why: 'no-key',
      says: expect.stringContaining('Not logged in'),
      remedy: expect.stringContaining('/login'),
    })
  })

  it('is a missing program when it is not installed', async () => {
    const model = claudeCli({
      settings: KNOWN_AGENTS['claude']!,
      environment: { PATH: dirname(process.execPath) },
    })
    expect(failureIn(await model.ask(QUESTION, NEVER))).toMatchObject({
      why: 'missing-cli',
      remedy: expect.stringContaining('npm install -g @anthropic-ai/claude-code'),
    })
  })

  it('is a failure also when it prints something else', async () => {
    using folder = tempFolder()
    const other = join(folder.path, 'claude')
    writeFileSync(other, '#!/bin/sh\necho "I am a teapot" >&2\nexit 7\n')
    chmodSync(other, 0o755)
    const settings = { ...KNOWN_AGENTS['claude']!, command: [other] }
    const answer = await claudeCli({ settings, environment: process.env }).ask(QUESTION, NEVER)
    expect(failureIn(answer)).toMatchObject({
      why: 'error',
      says: 'claude ended with exit code 7: I am a teapot',
    })
  })
})
