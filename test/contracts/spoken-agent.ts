/** What every agent that is spoken to while it works promises, whatever its model does. */
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { attemptFolder } from '../../src/core/value/home-paths.ts'
import { readTranscript } from '../../src/agents/transcript/read-transcript.ts'
import { textOf } from '../../src/core/transcript/text.ts'
import { attemptTask } from '../../src/conduct/attempt/attempt-task.ts'
import type { Agent, Assignment, StopReason } from '../../src/conduct/ports.ts'
import type { AgentSettings } from '../../src/core/agent/agent-settings.ts'
import type { Outcome } from '../../src/core/run/failure.ts'
import { attemptId, runId, taskId } from '../../src/core/value/ids.ts'
import { makeTask } from '../../src/core/plan/plan.ts'
import type { Sign } from '../../src/core/agent/sign.ts'
import { processesOf } from '../conductor.ts'
import { gitIn, makeRepository } from '../repository/git-in.ts'
import { startScriptedModel, type Script, type ScriptedModel } from '../scripted/scripted-model.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { until } from '../until.ts'

export interface AgentKind {
  readonly name: string
  /** Why the agent cannot be tested here; null: it can. */
  readonly missing: string | null
  /** Makes the agent, set up to ask the model at this URL. */
  make(place: AgentPlace, modelUrl: string, permissions: AgentSettings['permissions']): Agent
  /** Is called between the two attempts of a conversation, if what the agent does next would depend on the clock. */
  beforeGoingOn?(place: AgentPlace): void
  readonly can: {
    /** The agent fails when its model keeps failing; if not, it retries for minutes without a sign. */
    readonly givesUp: boolean
    /** The agent can resume a conversation at once; if not, it gets the whole prompt in a new one. */
    readonly resumesAtOnce: boolean
    /** The sandbox of the agent lets it write to .git. */
    readonly commits: boolean
    /** The agent asks for permission before it runs a command. */
    readonly asksLeave: boolean
    /** The agent retries by itself when a stream breaks once. */
    readonly mendsCut: boolean
  }
}

interface AgentPlace {
  readonly directory: string
  /** The `.conductor` folder. */
  readonly home: string
  /** HOME of the agent's process. */
  readonly userHome: string
}

/** Seconds. A large agent takes half a minute to start on a busy machine; this only ends what hangs. */
const PATIENCE = 100

const COMMIT = 'git add -A && git -c user.name=a -c user.email=a@b commit -qm "by the agent"'

export function describeSpokenAgent(kind: AgentKind): void {
  describe.skipIf(kind.missing !== null)(`${kind.name}: an agent that is spoken to`, () => {
    it('does what its model says in the folder it is given, and tells of it', async () => {
      const at = await open(kind, [
        { tool: 'shell', command: 'echo made > made.txt', usage: { input: 1000, output: 100 } },
        { tool: 'shell', command: COMMIT },
        { say: 'All done here.', usage: { input: 1200, output: 50 } },
      ])
      expect(await at.attempt('Make made.txt')).toMatchObject({ is: 'succeeded' })
      expect(at.file('made.txt')).toBe('made\n')
      const newest = gitIn(at.directory, 'log', '--format=%s', '-1').trim()
      expect(newest === 'by the agent').toBe(kind.can.commits)
      expect(at.signs('conversation').length).toBeGreaterThan(0)
      expect(at.signs('tool').map(({ what }) => what)).toContainEqual(
        expect.stringContaining('made.txt'),
      )
      expect(at.signs('tool-ended').length).toBeGreaterThan(0)
      expect(at.signs('usage').at(-1)!.usage.inputTokens).toBeGreaterThan(0)
      expect(at.signs('usage').at(-1)!.usage.costUsd).toBeGreaterThan(0)
      expect(at.transcript()).toContain('All done here.')
      expect(JSON.stringify(at.requests())).toContain('Make made.txt')
    })

    it('hears guidance while it works, and shows others neither our environment nor its prompt', async () => {
      process.env['SOME_TOKEN_OF_OURS'] = 'not for agents'
      onTestFinished(() => void delete process.env['SOME_TOKEN_OF_OURS'])
      const at = await open(kind, [
        {
          tool: 'shell',
          command: `env > env.txt; touch begun; timeout 20 sh -c 'until [ -e go ]; do sleep 0.05; done'`,
        },
        { tool: 'shell', command: 'echo next > next.txt' },
        { say: 'Done.' },
      ])
      const outcome = at.attempt('A prompt for nobody else')
      await until('it has begun', () => at.has('begun'), PATIENCE)
      const commands = commandLines('-p', at.processes().join())
      const guided = at.agent.guide(at.id(1), 'GUIDANCE: fifteen minutes')
      writeFileSync(join(at.directory, 'go'), '')
      expect(await guided).toBe('steered')
      expect(await outcome).toMatchObject({ is: 'succeeded' })
      expect(JSON.stringify(at.requests())).toContain('GUIDANCE: fifteen minutes')
      expect(await at.agent.guide(at.id(1), 'too late')).toBe('too-late')
      expect(commands.length).toBeGreaterThan(1)
      expect(commands.join('\n')).not.toMatch(/sk-ant-scripted|for nobody else/)
      expect(at.file('env.txt')).not.toContain('not for agents')
      expect(at.file('env.txt')).toContain('CONDUCTOR_TASK=t')
    })

    it('says that nobody is logged in', async () => {
      const at = await open(kind, [{ error: 401 }])
      expect(await at.attempt('Begin')).toMatchObject({
        is: 'failed',
        failure: { is: 'not-logged-in' },
      })
    })

    it('gets over a model that may not be used for a moment, and over a stream that breaks, or says so', async () => {
      const at = await open(kind, [
        { error: 429, retryAfterSeconds: 1, times: 1 },
        { error: 529, times: 1 },
        { tool: 'shell', command: 'echo made > made.txt' },
        { cut: true, times: 1 },
        { say: 'Done.' },
      ])
      const expected = kind.can.mendsCut
        ? { is: 'succeeded' }
        : { is: 'failed', failure: { is: 'model' } }
      expect(await at.attempt('Begin')).toMatchObject(expected)
      expect(at.has('made.txt')).toBe(true)
    })

    const testLastingFailure = kind.can.givesUp ? itFails : itKeepsTrying
    testLastingFailure(kind)

    it('can be stopped in the middle of a tool, with all that has moved away', async () => {
      // The process is known by its command line, not by its pid, which is another one inside an agent's sandbox.
      const shed = `sleep 307.${randomInt(1_000_000_000)}`
      const at = await open(kind, [
        {
          tool: 'shell',
          command:
            'setsid sleep 300 & (setsid sh -c "sleep 301 & sleep 302" &) ; ' +
            `env -i setsid -f sh -c 'cd /; exec ${shed}' </dev/null >/dev/null 2>&1; ` +
            `until ps -A -o args= | grep -qx '${shed}'; do :; done; touch begun; sleep 303`,
        },
        { say: 'Done.' },
      ])
      const outcome = at.attempt('Begin')
      await until('it has begun', () => at.has('begun'), PATIENCE)
      expect(commandLines('-A')).toContain(shed)
      at.stop('preempted')
      expect(await outcome).toMatchObject({ is: 'preempted' })
      expect(at.processes()).toEqual([])
      expect(commandLines('-A')).not.toContain(shed)
    })

    it('can be stopped while its model is silent, leaves nothing running, and goes on with the conversation', async () => {
      const at = await open(kind, [
        { tool: 'shell', command: 'echo one > one.txt' },
        { hang: true, times: 1 },
        { tool: 'shell', command: 'echo two > two.txt' },
        { say: 'Done.' },
      ])
      const outcome = at.attempt('Remember the word MARMALADE')
      await at.model.reached(at.script, 1)
      at.stop('lost')
      expect(await outcome).toMatchObject({ is: 'lost' })
      expect(at.processes()).toEqual([])
      kind.beforeGoingOn?.(at.place)
      const { id } = at.signs('conversation').at(-1)!
      const before = at.requests().length
      const second = await at.attempt('Remember the word MARMALADE', {
        id,
        say: 'PLEASE go on',
        spentUsd: 0,
      })
      expect(second).toMatchObject({ is: 'succeeded' })
      expect(at.has('two.txt')).toBe(true)
      const after = JSON.stringify(at.requests().slice(before))
      expect(after).toContain('MARMALADE')
      expect(after.includes('PLEASE go on')).toBe(kind.can.resumesAtOnce)
    })

    it.skipIf(!kind.can.asksLeave)('asks for leave, and does not do what is denied', async () => {
      const at = await open(
        kind,
        [{ tool: 'shell', command: 'echo made > made.txt' }, { say: 'Then not.' }],
        'ask',
      )
      const outcome = at.attempt('Begin')
      await until('it asks', () => at.signs('permission').length > 0, PATIENCE)
      const { request } = at.signs('permission')[0]!
      expect(request.what).toContain('made.txt')
      const denied = { allowed: false, why: 'not that file' }
      expect(await at.agent.decide(at.id(1), 'another', denied)).toBe(false)
      expect(await at.agent.decide(at.id(1), request.id, denied)).toBe(true)
      expect((await outcome).is).toMatch(/succeeded|failed/)
      expect(at.has('made.txt')).toBe(false)
      expect(at.signs('permission-over').map(({ id }) => id)).toContain(request.id)
    })
  })
}

function itFails(kind: AgentKind): void {
  it.each([
    { error: 429, is: 'rate-limited' },
    { error: 529, is: 'model' },
  ] as const)('fails when its model answers $error for good', async ({ error, is }) => {
    const at = await open(kind, [{ error }])
    expect(await at.attempt('Begin')).toMatchObject({ is: 'failed', failure: { is } })
  })
}

function itKeepsTrying(kind: AgentKind): void {
  it('keeps trying when its model answers 429 and 529, and can be stopped', async () => {
    const at = await open(kind, [{ error: 429, times: 1 }, { error: 529 }])
    const outcome = at.attempt('Begin')
    await at.model.reached(at.script, 1)
    at.stop('cancelled')
    expect(await outcome).toMatchObject({ is: 'cancelled' })
  })
}

/** An agent of this kind with a repository of its own; at the end of the test none of its processes may be left. */
async function open(
  kind: AgentKind,
  script: Script,
  permissions: AgentSettings['permissions'] = 'work',
) {
  const folder = tempFolder()
  const directory = join(folder.path, 'a repository')
  mkdirSync(directory)
  makeRepository(directory, { 'first.txt': 'first\n' })
  const place = {
    directory,
    home: join(folder.path, '.conductor'),
    userHome: join(folder.path, 'home'),
  }
  mkdirSync(join(place.home, 'run-1'), { recursive: true })
  mkdirSync(place.userHome)
  const model: ScriptedModel = await startScriptedModel()
  const agent = kind.make(place, model.urlOf(script), permissions)
  const processes = () => processesOf(folder.path)
  onTestFinished(async () => {
    await agent.close()
    expect(processes()).toEqual([])
    await model[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })
  const heard: Sign[] = []
  let attempts = 0
  let stopping = new AbortController()
  const id = (number: number) => attemptId(runId(1), taskId('t'), number)
  const attempt = (
    prompt: string,
    conversation: Assignment['conversation'] = null,
  ): Promise<Outcome> => {
    const task = makeTask({
      id: taskId('t'),
      work: { is: 'prompt', text: prompt },
      agent: kind.name,
    })
    stopping = new AbortController()
    const number = ++attempts
    const assignment: Assignment = {
      run: runId(1),
      attempt: id(number),
      number,
      task,
      worker: 1,
      place: { directory, environment: {}, isWorktree: false },
      prompt,
      conversation,
    }
    const watch = {
      hear: (sign: Sign) => void heard.push(sign),
      agentEnded: async () => null,
    }
    return attemptTask(agent, assignment, stopping, watch)
  }
  return {
    agent,
    model,
    script,
    place,
    directory,
    processes,
    id,
    attempt,
    stop: (reason: StopReason) => stopping.abort(reason),
    signs: <Is extends Sign['is']>(is: Is) =>
      heard.filter((sign): sign is Sign & { is: Is } => sign.is === is),
    requests: () => model.requestsOf(script).map(({ body }) => body),
    file: (path: string) => readFileSync(join(directory, path), 'utf8'),
    has: (path: string) => existsSync(join(directory, path)),
    transcript: () =>
      readTranscript(
        attemptFolder(place.home, {
          run: runId(1),
          task: taskId('t'),
          worker: 1,
          number: attempts,
        }),
      )
        .map(textOf)
        .join(''),
  }
}

/** Processes that end meanwhile are left out. */
const commandLines = (...which: readonly string[]): readonly string[] =>
  execFileSync('ps', [...which, '-o', 'args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
