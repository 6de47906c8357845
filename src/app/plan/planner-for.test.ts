import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import type { Config } from '../../config/config.ts'
import { PLAIN_AGENT } from '../../config/known-agents.ts'
import { usualConfig } from '../../config/resolve-config.ts'
import { plannerFor, type PlannerWish } from './planner-for.ts'

/** A machine with a home of its own, and `claude` if that is said. */
function machine({ claude, isLoggedIn = false }: { claude?: string; isLoggedIn?: boolean } = {}) {
  const folder = tempFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const bin = join(folder.path, 'bin')
  mkdirSync(bin)
  mkdirSync(join(folder.path, '.claude'))
  if (claude !== undefined) {
    writeFileSync(join(bin, 'claude'), `#!/bin/sh\necho "${claude}"\n`)
    chmodSync(join(bin, 'claude'), 0o755)
  }
  if (isLoggedIn) writeFileSync(join(folder.path, '.claude', '.credentials.json'), '{}')
  return { PATH: bin, HOME: folder.path }
}

const NOTHING_TYPED: PlannerWish = { backend: null, model: null }
const CLAUDE = '2.1.325 (Claude Code)'

async function planner(
  environment: Readonly<Record<string, string>>,
  wish: Partial<PlannerWish> = {},
  config: Partial<Config> = {},
) {
  const made = await plannerFor(
    { ...usualConfig(), ...config },
    { ...NOTHING_TYPED, ...wish },
    environment,
  )
  if (!made.ok) throw new Error(`${made.problem.message} (${made.problem.hint})`)
  return { ...made.planner, backend: made.planner.model?.backend ?? 'offline' }
}

describe('who plans, when nothing is said about it', () => {
  it('is the API where there is a key', async () => {
    const environment = { ...machine({ claude: CLAUDE, isLoggedIn: true }), ANTHROPIC_API_KEY: 'k' }
    expect(await planner(environment)).toMatchObject({ backend: 'api', insists: false })
  })

  it('is claude where somebody is logged in', async () => {
    const environment = machine({ claude: CLAUDE, isLoggedIn: true })
    expect(await planner(environment)).toMatchObject({ backend: 'cli', because: null })
  })

  it.each([
    ['it is not installed', {}, 'claude is not installed'],
    ['nobody is logged in', { claude: CLAUDE }, 'nobody is logged in to claude'],
    ['it is too old', { claude: '1.0.3', isLoggedIn: true }, 'claude does not work'],
    ['it does not work', { claude: 'Segmentation fault' }, 'claude does not work'],
  ])('is no model, which is said, where %s', async (_what, there, because) => {
    expect(await planner(machine(there))).toMatchObject({
      backend: 'offline',
      because: expect.stringContaining(because),
      insists: false,
    })
  })
})

describe('who plans', () => {
  it.each(['api', 'cli', 'offline'] as const)(
    'is %s when that is typed, and nothing else',
    async (backend) => {
      expect(await planner(machine(), { backend })).toMatchObject({
        backend,
        because: null,
        insists: true,
      })
    },
  )

  it('is what the settings say, which does not insist', async () => {
    const planning = { backend: 'api', model: null, timeoutSeconds: 30 } as const
    expect(await planner(machine(), {}, { planning })).toMatchObject({
      backend: 'api',
      insists: false,
      timeoutSeconds: 30,
    })
  })

  it('is the configured agent', async () => {
    const agents = { house: { ...PLAIN_AGENT, command: ['house-model --json'] } }
    const made = await planner(machine(), { backend: 'agent' }, { agent: 'house', agents })
    expect(made.model).toMatchObject({ backend: 'agent', name: 'the agent "house"' })
  })

  it.each(['codex', 'gemini', 'opencode', 'claude-acp'])(
    'is %s, if that is the configured agent',
    async (agent) => {
      const made = await planner(machine(), { backend: 'agent' }, { agent })
      expect(made.model).toMatchObject({ backend: 'agent', name: `the agent "${agent}"` })
    },
  )

  it('is claude, if that is the configured agent', async () => {
    expect(await planner(machine(), { backend: 'agent' }, { agent: 'claude' })).toMatchObject({
      backend: 'cli',
    })
  })

  it.each([
    ['no agent is configured', null, 'no agent is configured'],
    ['the agent is not known', 'nobody', 'agent "nobody" has no command'],
  ])('is a question to the user when %s', async (_what, agent, message) => {
    const wish = { ...NOTHING_TYPED, backend: 'agent' as const }
    const made = await plannerFor({ ...usualConfig(), agent }, wish, machine())
    expect(made).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining(message), hint: expect.any(String) },
    })
  })
})
