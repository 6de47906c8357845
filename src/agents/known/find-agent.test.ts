import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { until } from '../../../test/until.ts'
import { identityOf } from '../../processes/process-table.ts'
import { checkAgent, programOf } from './find-agent.ts'
import { sayAgentCheck } from './say-agent.ts'

/** A home and a PATH of their own, with small scripts for agents. */
function place(scripts: Readonly<Record<string, string>> = {}) {
  const folder = tempFolder()
  const write = (file: string, text: string, mode = 0o600): void => {
    mkdirSync(dirname(join(folder.path, file)), { recursive: true })
    writeFileSync(join(folder.path, file), text)
    chmodSync(join(folder.path, file), mode)
  }
  for (const [name, body] of Object.entries(scripts))
    write(`bin/${name}`, `#!/bin/sh\n${body}\n`, 0o755)
  const environment = { HOME: folder.path, PATH: `${join(folder.path, 'bin')}:/usr/bin:/bin` }
  return { path: folder.path, write, environment, [Symbol.dispose]: folder[Symbol.dispose] }
}

const CLAUDE = { claude: 'echo "2.1.325 (Claude Code)"' }

describe('an agent', () => {
  it('that is there is found with its path and version', async () => {
    using at = place(CLAUDE)
    const path = join(at.path, 'bin', 'claude')
    const found = { is: 'found', program: 'claude', path, version: '2.1.325' }
    expect(await checkAgent('claude', at.environment)).toMatchObject(found)
    expect(await checkAgent(path, at.environment)).toMatchObject({ ...found, program: path })
  })

  it('that is not on the PATH, or may not be run, is missing', async () => {
    using at = place()
    at.write('bin/codex', '#!/bin/sh\necho codex-cli 9.9.9\n', 0o644)
    mkdirSync(join(at.path, 'bin', 'gemini'))
    for (const program of ['claude', 'codex', 'gemini'])
      expect(await checkAgent(program, at.environment)).toEqual({ is: 'missing', program })
  })

  it.each([
    ['claude', '2.0.99 (Claude Code)', '2.0.99'],
    ['codex', 'codex-cli 0.149.9', '0.149.9'],
    ['gemini', '0.9.1', '0.9.1'],
    ['opencode', '1.9.12', '1.9.12'],
  ])('that is older than the drivers need is too old: %s %s', async (name, says, version) => {
    using at = place({ [name]: `echo '${says}'` })
    expect(await checkAgent(name, at.environment)).toMatchObject({ is: 'too-old', version })
  })

  it.each([
    ['claude', '2.1.0 (Claude Code)'],
    ['codex', 'codex-cli 0.150.0'],
    ['gemini', '0.50.0-nightly.20260101'],
    ['opencode', '1.10.0'],
    ['claude', '10.0.0'],
  ])('that is just new enough is found: %s %s', async (name, says) => {
    using at = place({ [name]: `echo '${says}'` })
    expect(await checkAgent(name, at.environment)).toMatchObject({ is: 'found' })
  })

  it.each([
    ['fails', 'echo "Cannot find module" >&2; exit 1', 'Cannot find module'],
    ['fails in spite of a version', 'echo 2.1.325; exit 1', '2.1.325'],
    ['tells no version', 'echo hello', 'hello'],
  ])('that %s is broken, with what it printed', async (_, body, printed) => {
    using at = place({ claude: body })
    expect(await checkAgent('claude', at.environment)).toMatchObject({
      is: 'broken',
      isLate: false,
      printed,
    })
  })

  it('that never answers is broken after five seconds, and does not go on running', async () => {
    using at = place({ claude: 'sleep 60 & echo $! > "$HOME/pid"; wait' })
    const began = performance.now()
    const check = await checkAgent('claude', at.environment)
    expect(check).toMatchObject({ is: 'broken', isLate: true })
    expect(performance.now() - began).toBeLessThan(7000)
    expect(sayAgentCheck(check).text).toContain('within 5 seconds')
    const pid = Number(readFileSync(join(at.path, 'pid'), 'utf8'))
    await until('its child has ended', () => identityOf(pid) === null)
  }, 15_000)

  it('that is not well known is looked for and never started', async () => {
    using at = place({ mine: 'touch "$HOME/started"' })
    expect(await checkAgent('mine', at.environment)).toMatchObject({
      is: 'found',
      version: null,
      login: 'unknown',
    })
    expect(existsSync(join(at.path, 'started'))).toBe(false)
  })
})

describe('who is logged in', () => {
  const ALL = { ...CLAUDE, codex: 'echo 1.0.0', gemini: 'echo 1.0.0', opencode: 'echo 2.0.0' }

  it.each([
    ['claude', 'ANTHROPIC_API_KEY'],
    ['claude', 'ANTHROPIC_AUTH_TOKEN'],
    ['claude', 'CLAUDE_CODE_OAUTH_TOKEN'],
    ['codex', 'OPENAI_API_KEY'],
    ['codex', 'CODEX_API_KEY'],
    ['gemini', 'GEMINI_API_KEY'],
    ['gemini', 'GOOGLE_API_KEY'],
    ['opencode', 'OPENROUTER_API_KEY'],
  ])('is told for %s by %s', async (name, by) => {
    using at = place(ALL)
    const check = await checkAgent(name, { ...at.environment, [by]: 'key' })
    expect(check).toMatchObject({ login: 'yes', by })
    const empty = await checkAgent(name, { ...at.environment, [by]: '' })
    expect(empty).not.toMatchObject({ login: 'yes' })
  })

  it.each([
    ['claude', '.claude/.credentials.json'],
    ['codex', '.codex/auth.json'],
    ['gemini', '.gemini/oauth_creds.json'],
    ['opencode', '.local/share/opencode/auth.json'],
  ])('is told for %s by ~/%s, which is not read', async (name, file) => {
    using at = place(ALL)
    at.write(file, '', 0o000)
    const by = join(at.path, file)
    expect(await checkAgent(name, at.environment)).toMatchObject({ login: 'yes', by })
  })

  it('is told by files that were moved', async () => {
    using at = place(ALL)
    at.write('elsewhere/auth.json', '')
    const environment = { ...at.environment, CODEX_HOME: join(at.path, 'elsewhere') }
    expect(await checkAgent('codex', environment)).toMatchObject({ login: 'yes' })
  })

  it('is nobody when nothing tells', async () => {
    using at = place(ALL)
    for (const name of ['codex', 'gemini'])
      expect(await checkAgent(name, at.environment)).toMatchObject({ login: 'no' })
  })

  it('is unknown when only somebody else could tell', async () => {
    using at = place(ALL)
    const environment = { ...at.environment, CLAUDE_CODE_USE_BEDROCK: '1' }
    expect(await checkAgent('claude', environment)).toMatchObject({ login: 'unknown' })
    expect(await checkAgent('opencode', at.environment)).toMatchObject({ login: 'unknown' })
  })
})

describe('the words', () => {
  const found = { is: 'found', program: 'codex', path: '/bin/codex', version: '1.0.0' } as const

  it('say what to do', () => {
    const remedies = [
      sayAgentCheck({ is: 'missing', program: 'claude' }),
      sayAgentCheck({ is: 'missing', program: './mine.sh' }),
      sayAgentCheck({ ...found, login: 'no', by: '/home/you/.codex/auth.json' }),
      sayAgentCheck({ ...found, is: 'too-old', version: '0.1.0', oldest: '0.150.0' }),
    ].map(({ remedy }) => remedy)
    expect(remedies).toEqual([
      'install it: npm install -g @anthropic-ai/claude-code',
      'correct its command, or PATH',
      'run `codex login`, or set CODEX_API_KEY',
      'update it: npm install -g @openai/codex@latest',
    ])
  })

  it('leave well alone', () => {
    expect(sayAgentCheck({ ...found, login: 'yes', by: 'CODEX_API_KEY' })).toEqual({
      text: 'codex 1.0.0 (/bin/codex), logged in by CODEX_API_KEY',
      remedy: null,
    })
  })

  it('repeat what a broken agent printed, without keys and escape codes', () => {
    const printed = '\x1b[31mbad key sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789\x1b[0m'
    const { text } = sayAgentCheck({ ...found, is: 'broken', isLate: false, printed })
    expect(text).toContain('bad key')
    expect(text).not.toMatch(/abcdefghij|\x1b/)
  })
})

describe('the program of a command', () => {
  it.each([
    ['claude -p --permission-mode acceptEdits', 'claude'],
    ['  FOO=1 BAR=2 ./scripts/agent.sh --careful', './scripts/agent.sh'],
    ['cd sub && claude', null],
    ['FOO="a b" claude', null],
    ['$AGENT -p', null],
    ['(claude -p)', null],
    ['', null],
  ])('%j is %j', (line, program) => {
    expect(programOf(line)).toBe(program)
  })
})
