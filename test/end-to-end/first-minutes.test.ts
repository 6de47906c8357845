/** What a new user meets: no agent chosen, no repository, a plan from standard input. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BIN, eventsIn, folder } from '../conductor.ts'
import { withAgents } from '../scripted/with-agents.ts'

const PROMPT = { 'tasks.yaml': 'tasks: [{id: a, prompt: hello}, {id: b, prompt: there}]\n' }
const CLAUDE = 'echo "2.1.325 (Claude Code)"'
const CODEX = 'echo 2.6.0'
const GEMINI = 'echo 0.60.0'

describe('a plan with prompts for which nobody has chosen an agent', () => {
  it('goes to the agent that is logged in, and says so in a line', async () => {
    const environment = { OPENAI_API_KEY: 'secret' }
    await using place = withAgents(
      { claude: CLAUDE, 'codex-acp': CODEX },
      { files: PROMPT, environment },
    )
    const { code, stdout } = await place.conductor('validate', 'tasks.yaml')
    expect([code, stdout.split('\n')[0]]).toEqual([
      0,
      'note: prompts go to codex, which is installed and logged in (for another: --agent <name>, or `agent: <name>` in .conductor/config.yaml)',
    ])
    expect((await place.conductor('doctor')).stdout).toMatch(/\[\+\] agent +prompts go to codex/)
    await place.conductor('run', 'tasks.yaml', '--no-ui')
    const [begin] = eventsIn(place.path)
    expect(begin).toMatchObject({ plan: { tasks: [{ agent: 'codex' }, { agent: 'codex' }] } })
  })

  it.each([
    ['none is there', {}, {}, /none is installed here; install one, such as Claude Code/],
    [
      'not logged in',
      { claude: CLAUDE },
      {},
      /claude 2\.1\.325 .*not logged in: run `claude` and type \/login/,
    ],
    [
      'several could have it',
      { 'codex-acp': CODEX, gemini: GEMINI },
      { OPENAI_API_KEY: 'x', GEMINI_API_KEY: 'x' },
      /choose one of codex, gemini: --agent codex, or `agent: codex` in/,
    ],
  ])('is refused when %s, with what to do', async (_, scripts, environment, says) => {
    await using place = withAgents(scripts, { files: PROMPT, environment })
    const { code, stdout, stderr } = await place.conductor('run', 'tasks.yaml')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/there is no agent for the prompt of "a", "b"/)
    expect(stderr).toMatch(says)
    const validated = await place.conductor('validate', 'tasks.yaml')
    expect([validated.code, validated.stderr]).toEqual([0, ''])
    expect(validated.stdout).toMatch(/^note: a run would be refused: there is no agent for the/)
    expect(validated.stdout).toMatch(says)
    const simulated = await place.conductor('simulate', 'tasks.yaml')
    expect([simulated.code, simulated.stderr]).toEqual([0, expect.stringMatching(says)])
    expect(existsSync(join(place.path, '.conductor'))).toBe(false)
  })
})

it('refuses a run whose agent is not there, and only notes that nobody is logged in', async () => {
  await using place = withAgents({ gemini: GEMINI }, { files: PROMPT })
  const refused = await place.conductor('run', 'tasks.yaml', '--agent', 'claude', '--no-ui')
  expect([refused.code, refused.stdout]).toEqual([2, ''])
  expect(refused.stderr).toMatch(
    /claude: claude was not found\n +install it: npm install -g @anthro/,
  )
  expect(existsSync(join(place.path, '.conductor'))).toBe(false)
  const noted = await place.conductor('validate', 'tasks.yaml', '--agent', 'claude')
  expect([noted.code, noted.stdout]).toEqual([
    0,
    expect.stringMatching(/^note: a run would be refused: claude: claude was not found/),
  ])
  const { code, stderr } = await place.conductor(
    'run',
    'tasks.yaml',
    '--agent',
    'gemini',
    '--no-ui',
  )
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/note: g\w* does not seem to be logged in/),
  ])
})

describe('init', () => {
  it('suggests agents that are on the machine, by their name alone: so they are driven', async () => {
    await using place = withAgents(
      { claude: CLAUDE, gemini: GEMINI },
      { environment: { GEMINI_API_KEY: 'x' } },
    )
    expect((await place.conductor('init')).code).toBe(0)
    const file = readFileSync(join(place.path, 'tasks.yaml'), 'utf8')
    expect(file).toContain('there is also claude.')
    expect(file).not.toContain('codex')
    place.write('tasks.yaml', file.replace('# agent: gemini', 'agent: gemini'))
    expect((await place.conductor('validate', 'tasks.yaml')).code).toBe(0)
    expect((await place.conductor('doctor')).stdout).not.toContain('[x] gemini')
    expect(file).not.toContain('command:')
  })

  it('suggests none where there is none', async () => {
    await using place = withAgents({})
    expect((await place.conductor('init')).code).toBe(0)
    expect(readFileSync(join(place.path, 'tasks.yaml'), 'utf8')).not.toContain('agent: ')
  })
})

describe('where no worktrees can be made', () => {
  const TWO = { 'tasks.yaml': 'tasks: [{id: a, run: "true"}, {id: b, run: "true"}]\n' }
  const git = (cwd: string, ...args: readonly string[]) => execFileSync('git', args, { cwd })

  it('because there is no repository, doctor and run say that tasks share the folder', async () => {
    await using place = folder(TWO)
    const doctor = await place.conductor('doctor')
    expect(doctor.stdout).toMatch(/\[!\] repository +.*share this folder\n +.*git init && /)
    const shared = /note: this is not a git repository: tasks that run at once share this folder/
    const run = await place.conductor('run', 'tasks.yaml', '--no-ui')
    expect([run.code, run.stderr]).toEqual([0, expect.stringMatching(shared)])
    expect((await place.conductor('run', 'tasks.yaml', '-p', '1', '--no-ui')).stderr).toBe('')
    expect((await place.conductor('init', 'more.yaml')).stderr).toMatch(shared)
  })

  it.each([
    ['where tasks have run', TWO, ['tasks.yaml']],
    ['in an empty folder', {}, []],
  ])('the remedy works as printed %s, and commits no record of a run', async (_, files, kept) => {
    await using place = folder(files)
    if (kept.length > 0) await place.conductor('run', 'tasks.yaml', '--no-ui')
    const { stdout } = await place.conductor('doctor')
    const [remedy] = /git init && .*$/m.exec(stdout)!
    const env = { ...process.env, EMAIL: 'me@example.com' }
    execFileSync('sh', ['-c', remedy], { cwd: place.path, env, stdio: 'ignore' })
    expect(git(place.path, 'ls-files').toString().split('\n').filter(Boolean)).toEqual(kept)
    expect((await place.conductor('doctor')).stdout).toMatch(/\[\+\] repository/)
  })

  it.each([
    [['init', '--quiet', '--bare', '.'], /this repository is bare[^]*git clone \. /],
    [['init', '--quiet', '.'], /no commit yet[^]*git commit --allow-empty -m "begin"/],
  ])('after git %j doctor is alarmed and run refuses, both with the remedy', async (init, says) => {
    await using place = folder(TWO)
    git(place.path, ...init)
    const doctor = await place.conductor('doctor')
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringMatching(says)])
    expect(doctor.stdout).toContain('[x] repository')
    const run = await place.conductor('run', 'tasks.yaml', '--no-ui')
    expect([run.code, run.stdout, run.stderr]).toEqual([2, '', expect.stringMatching(says)])
    // Commands that only look warn beforehand, and init writes nothing into a bare repository.
    const validated = (await place.conductor('validate', 'tasks.yaml')).stdout
    const simulated = (await place.conductor('simulate', 'tasks.yaml')).stderr
    const begun = await place.conductor('init', 'more.yaml')
    const isBare = init.includes('--bare')
    expect([begun.code, existsSync(join(place.path, 'more.yaml'))]).toEqual([
      isBare ? 2 : 0,
      !isBare,
    ])
    expect(begun.stderr).toMatch(says)
    for (const printed of [validated, simulated, ...(isBare ? [] : [begun.stderr])])
      expect(printed).toMatch(new RegExp(`note: a run would be refused: .*${says.source}`))
  })
})

describe('a plan from standard input', () => {
  const typed = (cwd: string, input: string, ...args: readonly string[]) =>
    spawnSync(process.execPath, [BIN, ...args], { cwd, input, encoding: 'utf8' })

  it('is checked, simulated and run like one from a file, and can be gone on with', async () => {
    await using place = folder()
    const plan = 'config: {budget_usd: 7}\ntasks: [{id: a, run: "test -e go"}]\n'
    expect(typed(place.path, plan, 'validate', '-').stdout).toContain('<stdin> is fine: 1 task')
    expect(typed(place.path, plan, 'simulate', '-').stdout).toContain('1 task with 1 agent')
    expect(existsSync(join(place.path, '.conductor'))).toBe(false)
    expect(typed(place.path, plan, 'run', '-', '--no-ui').status).toBe(1)
    place.write('go', '')
    const again = await place.conductor('retry', 'a', '--no-ui')
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('1 of 1 task landed')])
    expect(again.stderr).toBe('')
  })

  it('is refused with its place', async () => {
    await using place = folder()
    for (const command of ['run', 'validate', 'simulate'])
      expect(typed(place.path, 'tasks: [{id: a}]\n', command, '-')).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/^<stdin>:1:9 {2}.*nothing to do/),
      })
    expect(typed(place.path, '', 'run', '-').stderr).toMatch(/<stdin>/)
    expect(existsSync(join(place.path, '.conductor'))).toBe(false)
  })
})
