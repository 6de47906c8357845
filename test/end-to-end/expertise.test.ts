/** conductor expertise: what real runs have taught, and what becomes of the files in the checkout. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Expertise } from '../../src/core/expertise/expertise.ts'
import type { ExportDocument } from '../../src/core/expertise/exported.ts'
import { folder, repository } from '../conductor.ts'
import { playGame } from '../played/play.ts'
import { storeRuns } from '../played/stored-runs.ts'

const EXPERTS = '.claude/commands/experts'
const PROMPT = { is: 'prompt', text: 'Write it.' } as const

/** Two runs about the api: a red check that was mended, a task that was sent back, and a failure. */
function playShop(path: string): void {
  const worktrees = { isolation: 'worktree', check: 'npm test' } as const
  const first = playGame('users:\norders:', {
    ...worktrees,
    tasks: { users: { work: PROMPT, domain: 'API' }, orders: { work: PROMPT, domain: 'api' } },
    landings: { users: ['red'] },
  })
  const second = playGame('login:', {
    ...worktrees,
    tasks: { login: { name: 'Log "in"', domain: 'api' } },
    outcomes: { login: ['failed'] },
  })
  storeRuns(path, [
    { game: first, at: '2026-03-01T12:00:00Z' },
    { game: second, at: '2026-03-02T12:00:00Z' },
  ])
}

function shop() {
  const place = repository({ 'a.ts': '' })
  playShop(place.path)
  const read = (file: string): string => readFileSync(join(place.path, EXPERTS, file), 'utf8')
  const exported = (...words: readonly string[]) => place.conductor('expertise', 'export', ...words)
  return Object.assign(place, { read, exported })
}

it('shows what was learnt, by domain, from a run of real tasks', async () => {
  await using place = repository({
    'tasks.yaml': `
config: {check: test -d db}
tasks:
  - {id: table, name: Add a table, domain: database, run: "mkdir -p db && echo 1 > db/a.sql && echo 1 > db/b.sql"}
  - {id: column, name: Add a column to the database, dependencies: [table], run: "echo 2 > db/a.sql; echo 2 > db/b.sql"}
  - {id: page, name: Draw the page, run: "echo 'cannot draw: password=hunter2secret'; exit 3"}
`,
  })
  expect((await place.conductor('run', 'tasks.yaml', '--no-ui')).code).toBe(1)
  const { stdout } = await place.conductor('expertise')
  expect(stdout).toMatch(
    /^domain +tasks +landed +failed +confidence\ndatabase +2 +2 +0 +0\.75\nfrontend +1 +0 +1 +0\.33\n/,
  )
  expect(stdout).toContain(
    '  changes most: db/a.sql (2), db/b.sql (2)\n  change together: db/a.sql and db/b.sql\n',
  )
  expect(stdout).toMatch(
    /✗ \d{4}-\d\d-\d\d "Draw the page" failed: exit code 3; its last line: "cannot draw: password=\*+"/,
  )
  const { domains } = (await place.json('expertise')) as { domains: readonly Expertise[] }
  expect(domains[0]).toMatchObject({
    domain: 'database',
    usage_count: 2,
    files: [
      { path: 'db/a.sql', tasks: 2 },
      { path: 'db/b.sql', tasks: 2 },
    ],
    patterns: [{ description: '2 tasks changed both files', example: 'run 1, task column' }],
    techniques: [{ name: 'Check before landing; it passed 2 of 2 times', steps: ['test -d db'] }],
  })
})

it('writes three files for each domain, commits nothing, and writes nothing twice', async () => {
  await using place = shop()
  const dry = (await place.json('expertise', 'export', '--dry-run')) as ExportDocument
  expect(dry.files.map(({ result }) => result)).toEqual(['created', 'created', 'created'])
  expect(existsSync(join(place.path, '.claude'))).toBe(false)
  const { code, stdout } = await place.exported()
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('Wrote 3 files; 0 unchanged. Nothing is committed.'),
  ])
  expect(readdirSync(join(place.path, EXPERTS, 'api')).toSorted()).toEqual([
    'expertise.yaml',
    'question.md',
    'self-improve.md',
  ])
  expect(parse(place.read('api/expertise.yaml'))).toEqual({
    domain: 'api',
    description: 'What 3 tasks in 2 runs taught about api: 2 landed, 1 failed.',
    confidence: 0.6,
    usage_count: 3,
    version: 3,
    last_updated: '2026-03-02',
    files: ['a.test.ts', 'a.ts', 'b.ts'],
    patterns: [
      {
        name: 'a.test.ts and a.ts',
        description: '2 tasks changed both files',
        example: 'run 1, task users',
      },
      {
        name: 'a.test.ts and b.ts',
        description: '2 tasks changed both files',
        example: 'run 1, task users',
      },
      {
        name: 'a.ts and b.ts',
        description: '2 tasks changed both files',
        example: 'run 1, task users',
      },
    ],
    techniques: [],
    learnings: [
      {
        type: 'success',
        lesson:
          '"users" landed after the check "npm test" failed on its merge; its last line: "1 failed"',
        date: '2026-03-01',
      },
      {
        type: 'failure',
        lesson: '"Log \'in\'" failed: exit code 1; its last line: "last words"',
        date: '2026-03-02',
      },
    ],
  })
  const question = place.read('api/question.md')
  expect(parse(question.split('---')[1]!)).toEqual({
    'allowed-tools': 'Read, Grep, Glob',
    description: 'Ask the api expert of this repository a question',
    'argument-hint': ['question'],
  })
  expect(question).toContain(
    `USER_QUESTION: $ARGUMENTS\nEXPERTISE_PATH: ${EXPERTS}/api/expertise.yaml\n`,
  )
  const improve = place.read('api/self-improve.md')
  expect(improve).toMatch(
    /## When to run this\n\n- A task about api failed, or a reviewer sent one back/,
  )
  expect(improve).toContain('MAX_LINES: 1000\n')
  expect(
    place.git('status', '--porcelain', '--untracked-files=all', '--', '.claude').split('\n'),
  ).toEqual(
    ['expertise.yaml', 'question.md', 'self-improve.md'].map((file) => `?? ${EXPERTS}/api/${file}`),
  )
  expect((await place.exported()).stdout).toBe('Wrote 0 files; 3 unchanged.\n')
})

it('keeps what somebody has changed, also a newer version, until it is forced, with a copy', async () => {
  await using place = shop()
  await place.exported()
  const yaml = join(place.path, EXPERTS, 'api/expertise.yaml')
  const first = readFileSync(yaml, 'utf8')
  // Git may have checked it out with other line ends, which nobody typed.
  writeFileSync(yaml, first.replaceAll('\n', '\r\n'))
  expect((await place.exported()).code).toBe(0)
  const changed = first.replace('version: 3', 'version: 4')
  writeFileSync(yaml, changed)
  const kept = await place.exported()
  expect(kept.code).toBe(1)
  expect(kept.stdout).toContain(
    `  kept     ${EXPERTS}/api/expertise.yaml\n           ${EXPERTS}/api/expertise.yaml was written or changed by somebody else\n`,
  )
  expect(kept.stdout).toContain('conductor expertise export --force')
  expect(readFileSync(yaml, 'utf8')).toBe(changed)
  const forced = (await place.json('expertise', 'export', '--force')) as ExportDocument
  const copy = forced.files.find(({ result }) => result === 'updated')!.copy!
  expect([readFileSync(copy, 'utf8'), readFileSync(yaml, 'utf8')]).toEqual([changed, first])

  // Somebody with more runs has exported and pushed it; this store has fewer.
  rmSync(join(place.path, '.conductor'), { recursive: true })
  storeRuns(place.path, [{ game: playGame('one:', { tasks: { one: { domain: 'api' } } }) }])
  const older = await place.exported('api')
  expect(older.code).toBe(1)
  expect(older.stdout).toMatch(/is version 3 of 2026-03-02, and this store has only version 1 of /)
  expect(readFileSync(yaml, 'utf8')).toBe(first)
})

it('refuses a place that leads out of the checkout or is no folder, and says what git ignores', async () => {
  await using place = shop()
  const outside = join(place.path, '../outside')
  mkdirSync(outside)
  const refused = async (says: string): Promise<void> => {
    const { code, stderr } = await place.exported()
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${says}; nothing was written`)])
    rmSync(join(place.path, '.claude'), { recursive: true })
  }
  symlinkSync(outside, join(place.path, '.claude'))
  await refused('.claude leads out of the repository, or into its .git folder')
  expect(readdirSync(outside)).toEqual([])
  place.write('.claude', 'a file')
  await refused('.claude is not a folder')
  mkdirSync(join(place.path, EXPERTS, 'api/expertise.yaml'), { recursive: true })
  await refused(`${EXPERTS}/api/expertise.yaml is not a file`)
  mkdirSync(join(place.path, 'tools'))
  symlinkSync('tools', join(place.path, '.claude'))
  place.write('.gitignore', 'tools/\n.claude\n')
  const { code } = await place.exported()
  expect([code, existsSync(join(place.path, 'tools/commands/experts/api/question.md'))]).toEqual([
    0,
    true,
  ])
  rmSync(join(place.path, '.claude'))
  expect((await place.exported()).stdout).toContain(
    'Git ignores 3 of these files, so they will not be committed; `git add --force` adds them.',
  )
})

it('tells a repository without runs, or without an end of a task, how to go on', async () => {
  await using place = folder({})
  const { code, stderr } = await place.conductor('expertise')
  expect([code, stderr]).toEqual([2, expect.stringContaining('no run has been started here yet')])
  storeRuns(place.path, [{ game: playGame('a:', { tasks: { a: { needsHuman: true } } }) }])
  const empty = await place.conductor('expertise')
  expect([empty.code, empty.stdout]).toEqual([
    0,
    expect.stringContaining('Nothing has been learnt yet'),
  ])
  expect((await place.conductor('expertise', 'export')).stdout).toBe(empty.stdout)
  expect((await place.conductor('status')).code).toBe(0)
})

it('refuses a domain that is not known, and an agent of a run', async () => {
  await using place = shop()
  const unknown = await place.exported('apo')
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    expect.stringMatching(/nothing has been learnt about "apo" here\s+did you mean "api"\?/),
  ])
  await using inAttempt = folder({}, { environment: { CONDUCTOR_ATTEMPT: '1-a-1' } })
  playShop(inAttempt.path)
  const agent = await inAttempt.conductor('expertise', 'export')
  expect([agent.code, agent.stderr]).toEqual([
    2,
    expect.stringContaining('an agent of a run cannot write into the checkout'),
  ])
  expect(existsSync(join(inAttempt.path, '.claude'))).toBe(false)
})
