/** The commands that a user types to have a real agent work for them. */
import { chmodSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Summary } from '../../src/core/report/summary.ts'
import { agentCli, type AgentCliName } from '../scripted/agent-clis.ts'
import { eventsIn, processesOf, repository } from '../conductor.ts'
import { startScriptedModel, type Script } from '../scripted/scripted-model.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { until } from '../until.ts'
import { settingsFor } from './cli-settings.ts'
import { asOfAnEarlierMinute } from './gemini-conversations.ts'

const COMMIT = 'git add -A && git -c user.name=a -c user.email=a@b commit -qm made'

/** A repository whose one task goes to the agent, with a model that plays the script. */
async function shopWith(
  agent: string,
  clis: readonly AgentCliName[],
  script: Script,
  { config = '', task = '' }: { config?: string; task?: string } = {},
) {
  const model = await startScriptedModel()
  onTestFinished(() => model[Symbol.asyncDispose]())
  const userHome = tempFolder()
  onTestFinished(() => userHome[Symbol.dispose]())
  const settings = clis.map((cli) => settingsFor(cli, model.urlOf(script), userHome.path))
  const folders = settings.map(({ path }) => dirname(path))
  const environment = Object.assign({}, ...settings.map(({ env }) => env)) as Record<string, string>
  environment['PATH'] = [...folders, environment['PATH']].join(':')
  const shop = repository(
    {
      'README.md': 'hello\n',
      '.conductor/config.yaml': `agent: ${agent}\n${config}`,
      'tasks.yaml': `tasks:\n  - id: make\n    prompt: Make made.txt\n${task}`,
    },
    { environment },
  )
  mkdirSync(join(shop.path, '.conductor'), { recursive: true })
  const requestBodies = () => JSON.stringify(model.requestsOf(script).map(({ body }) => body))
  return { shop, userHome: userHome.path, model, script, requestBodies }
}

const made: Script = [
  { tool: 'shell', command: 'echo made > made.txt' },
  { tool: 'shell', command: COMMIT },
  { say: 'Done.' },
]

const all: readonly (readonly [string, readonly AgentCliName[]])[] = [
  ['claude', ['claude']],
  ['codex', ['codex-acp', 'codex']],
  ['gemini', ['gemini']],
  ['opencode', ['opencode']],
]

const missing = (clis: readonly AgentCliName[]): boolean =>
  clis.some((cli) => agentCli(cli) === null)

for (const [agent, clis] of all)
  describe.skipIf(missing(clis))(`conductor run --agent ${agent}`, () => {
    it('carries a question to the person and the answer back, and lands what the agent made', async () => {
      const ask = {
        decision: 'How are tokens refreshed?',
        options: ['sliding', 'fixed'],
        context: 'They expire after an hour.',
      }
      const { shop, userHome, requestBodies } = await shopWith(agent, clis, [
        { tool: 'mcp', server: 'conductor', name: 'ask_human', input: ask },
        { say: 'I wait for the answer.' },
        { tool: 'write', path: 'made.txt', text: 'made\n' },
        { tool: 'shell', command: COMMIT },
        { say: 'Done.' },
      ])
      await using _shop = shop
      const { code, stdout, stderr } = await shop.conductor('run', 'tasks.yaml', '--no-ui')
      expect(stderr).not.toContain('cannot')
      expect(stdout).toContain('How are tokens refreshed?')
      expect(code).toBe(1)
      expect(requestBodies()).toContain('Make made.txt')
      const status = await shop.conductor('status')
      expect(status.stdout).toMatch(/STUCK/)
      expect(status.stdout).toContain('sliding')
      expect(status.stdout).toContain('They expire after an hour.')
      if (agent === 'gemini') asOfAnEarlierMinute(userHome)
      const guided = await shop.conductor('guide', 'make', 'SLIDING, 15 minutes', '--no-ui')
      expect(requestBodies()).toContain('SLIDING, 15 minutes')
      expect(guided.code).toBe(0)
      expect(conversationsIn(shop.path).size).toBe(1)
      const summary = (await shop.json('report')) as Summary
      expect(summary.results[0]).toMatchObject({ status: 'landed', attempts: 2 })
      expect(summary.tokens).toBeGreaterThan(0)
      expect(shop.landed('made.txt')).toBe('made')
      expect(shop.landed('.conductor/session-prompt.md')).toBe(null)
    })
  })

/** The ids of the conversations that agents had. */
const conversationsIn = (path: string): ReadonlySet<string> =>
  new Set(
    eventsIn(path).flatMap((event) =>
      event.type === 'conversation-started' ? [event.conversation.id] : [],
    ),
  )

describe('a run without claude', () => {
  it('says what to do when there is no claude', async () => {
    await using shop = repository(
      { 'tasks.yaml': 'tasks: [{id: make, prompt: x}]\n' },
      { environment: { PATH: '/usr/bin:/bin' } },
    )
    const { code, stdout, stderr } = await shop.conductor('run', 'tasks.yaml', '--agent', 'claude')
    expect(stdout + stderr).toContain('npm install -g @anthropic-ai/claude-code')
    expect(code).not.toBe(0)
  })
})

describe('a run with a claude of long ago', () => {
  it('says that it is too old, and how to get a newer one', async () => {
    const old = `#!/bin/sh
case "$1" in --version) echo "1.0.3 (Claude Code)";; *) echo "error: unknown option" >&2; exit 1;; esac
`
    await using shop = repository({
      'tasks.yaml': 'tasks: [{id: make, prompt: x}]\n',
      'bin/claude': old,
      '.conductor/config.yaml': 'agents: {claude: {driver: claude, command: bin/claude}}\n',
    })
    chmodSync(join(shop.path, 'bin/claude'), 0o755)
    shop.git('commit', '-qam', 'It can be run')
    const { code, stdout } = await shop.conductor('run', 'tasks.yaml', '--agent', 'claude')
    expect(stdout).toContain('1.0.3 is too old')
    expect(stdout).toContain('npm install -g @anthropic-ai/claude-code')
    expect(code).toBe(1)
  })
})

describe.skipIf(missing(['claude']))('a run with claude', () => {
  it('tells the agent what a person types while it works', async () => {
    const { shop, requestBodies, model, script } = await shopWith(
      'claude',
      ['claude'],
      [{ tool: 'shell', command: 'echo first', waitFor: 'guidance' }, ...made],
    )
    await using _shop = shop
    const running = shop.start('run', 'tasks.yaml', '--no-ui')
    await model.reached(script, 0)
    await shop.conductor('guide', 'make', 'USE TABS')
    model.release('guidance')
    expect((await running.done).code).toBe(0)
    expect(requestBodies()).toContain('USE TABS')
  })

  it('goes on in the same conversation after the coordinator was killed', async () => {
    const { shop, requestBodies, model, script } = await shopWith(
      'claude',
      ['claude'],
      [
        { tool: 'shell', command: 'echo made > made.txt' },
        { hang: true, times: 1 },
        { tool: 'shell', command: COMMIT },
        { say: 'Done.' },
      ],
    )
    await using _shop = shop
    const running = shop.start('run', 'tasks.yaml', '--no-ui')
    await model.reached(script, 1)
    running.child.kill('SIGKILL')
    await running.done
    await until('it does not go on alone', () => processesOf(shop.path).length === 0)
    const { code } = await shop.conductor('resume', '--no-ui')
    expect(code).toBe(0)
    expect(await shop.json('report')).toMatchObject({ cost_is_partial: true })
    expect(processesOf(shop.path)).toEqual([])
    expect(shop.landed('made.txt')).toBe('made')
    expect(conversationsIn(shop.path).size).toBe(1)
    expect(requestBodies()).toContain('Go on where you stopped')
  })

  it('stops when its budget is used up, and goes on when it is raised', async () => {
    const { shop } = await shopWith(
      'claude',
      ['claude'],
      [
        { tool: 'shell', command: 'echo one', usage: { input: 10_000, output: 10 } },
        { tool: 'shell', command: 'echo two', slowSeconds: 1 },
        ...made,
      ],
      { config: 'budget_usd: 1\nprices: {"claude*": {input: 500, output: 25}}\n' },
    )
    await using _shop = shop
    const first = await shop.conductor('run', 'tasks.yaml', '--no-ui')
    expect(first.stdout).toContain('has spent')
    expect(first.code).toBe(1)
    expect(shop.landed('made.txt')).toBe(null)
    const second = await shop.conductor('budget', 'none', '--no-ui')
    expect(second.code).toBe(0)
    expect(shop.landed('made.txt')).toBe('made')
  })

  it('asks the person before it does what it may not, and does not when that is denied', async () => {
    const { shop } = await shopWith('claude', ['claude'], made, {
      config: 'agents: {claude: {permissions: ask}}\n',
    })
    await using _shop = shop
    const running = shop.start('run', 'tasks.yaml', '--no-ui')
    await running.says('waits for your permission')
    expect((await shop.conductor('allow', 'make')).code).toBe(0)
    await until(
      'it asks again',
      async () => (await shop.conductor('deny', 'make', 'no')).code === 0,
    )
    await running.done
    expect(processesOf(shop.path)).toEqual([])
  })

  it('says what to do when nobody is logged in', async () => {
    const { shop } = await shopWith('claude', ['claude'], [{ error: 401 }])
    await using _shop = shop
    const { code, stdout } = await shop.conductor('run', 'tasks.yaml', '--no-ui')
    expect(stdout).toMatch(/not logged in/)
    expect(stdout).toMatch(/\/login/)
    expect(code).toBe(1)
  })
})
