/** conductor foresee, as a user types it. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openForesight } from '../../src/app/foresee/open-foresight.ts'
import { findWorkspace } from '../../src/app/place/workspace.ts'
import { BIN, folder, type Folder } from '../conductor.ts'
import { gitIn } from '../repository/git-in.ts'
import { madeHistory, partsHistory } from '../repository/made-history.ts'

interface Answer {
  readonly commit: string
  readonly files: readonly {
    readonly path: string
    readonly p: number
    readonly evidence: readonly { readonly is: string }[]
  }[]
}

/** A checkout of the made history. */
function checkout(commits = 60): Folder {
  const place = folder()
  using made = madeHistory(partsHistory(commits))
  gitIn(place.path, 'clone', '-q', made.path, '.')
  return place
}

describe('conductor foresee', () => {
  it('names files with their chances and why, and keeps its index', async () => {
    await using place = checkout()
    const { code, stdout: out } = await place.conductor('foresee', 'router: it counts requests')
    expect(code).toBe(0)
    expect(out).toMatch(/^ +\d+ % {2}src\/router\/router\.ts$/m)
    expect(out).toMatch(/similar to \d+ earlier commits, for example [0-9a-f]{7} "router: it /)
    expect(out).toContain('the word `router` is in its path')
    expect(out).toMatch(/On your last \d+ commits that changed up to 10 files: \d+ of 10 files/)
    expect(existsSync(join(place.path, '.conductor/foresight/index'))).toBe(true)
    expect(gitIn(place.path, 'status', '--porcelain')).toBe('')
    const answer: Answer = await place.json('foresee', 'router: it counts requests', '--top', '2')
    expect(answer.files).toHaveLength(2)
    expect(answer.files[0]).toMatchObject({ path: 'src/router/router.ts' })
    expect(answer.files[0]!.evidence.map(({ is }) => is)).toContain('similar-commits')
  })

  it('shares the index with all worktrees', async () => {
    await using place = checkout(20)
    gitIn(place.path, 'worktree', 'add', '-q', 'side', '-b', 'side')
    execFileSync(process.execPath, [BIN, 'foresee', 'router: closes'], {
      cwd: join(place.path, 'side'),
    })
    expect(existsSync(join(place.path, '.conductor/foresight/index'))).toBe(true)
    expect(existsSync(join(place.path, 'side/.conductor'))).toBe(false)
  })

  it('at an older commit knows nothing later', async () => {
    await using place = checkout(30)
    await place.conductor('foresee', 'cache: copies')
    const answer: Answer = await place.json('foresee', 'cache: copies', '--at', 'HEAD~25')
    expect(answer.commit).toBe(gitIn(place.path, 'rev-parse', 'HEAD~25').trim())
    const similar = JSON.stringify(answer)
    const later = gitIn(place.path, 'rev-list', '-25', 'HEAD').trim().split('\n')
    for (const commit of later) expect(similar).not.toContain(commit)
  })

  it('shows for a plan the files of each task, and the pairs that may collide', async () => {
    await using place = checkout()
    place.write(
      'tasks.yaml',
      `tasks:
  - {id: one, name: "router: it counts requests", run: "true"}
  - {id: two, name: "router: it closes idle requests", run: "true"}
  - {id: three, name: "mailer: it copies letters", run: "true"}
`,
    )
    const { code, stdout: out } = await place.conductor('foresee', '--plan', 'tasks.yaml')
    expect(code).toBe(0)
    expect(out).toMatch(/Most likely to touch a common file\n +\d+ % {2}one and two {2}src\/router/)
    const answer = (await place.json('foresee', '--plan', 'tasks.yaml')) as {
      collisions: { tasks: string[]; p: number }[]
    }
    expect(answer.collisions[0]!.tasks).toEqual(['one', 'two'])
    expect(answer.collisions[0]!.p).toBeGreaterThan(0.5)
  })

  it('replays past commits, also in a bare repository', async () => {
    await using place = folder()
    using made = madeHistory(partsHistory(50))
    gitIn(place.path, 'init', '-q', '--bare', '.')
    gitIn(place.path, 'fetch', '-q', made.path, 'main:refs/heads/main')
    gitIn(place.path, 'symbolic-ref', 'HEAD', 'refs/heads/main')
    const answer = (await place.json('foresee', '--replay', '20')) as {
      commits: { commit: string; files: { path: string; p: number }[] }[]
      rightness: { tasks: number; recall10: number }
    }
    expect(answer.commits.map(({ commit }) => commit)).toEqual(
      made.git('rev-list', '--reverse', '-20', 'main').trim().split('\n'),
    )
    expect(answer.rightness).toMatchObject({ tasks: 20, recall10: 1 })
    const { stdout: out } = await place.conductor('foresee', '--replay', '5', '--lag', '3')
    expect(out).toContain('5 commits that changed 1 to 10 existing files')
    expect(out).toContain('knowing only what was 3 commits old')
  })

  it('answers where nothing can be kept, and says so', async () => {
    await using place = checkout(20)
    place.write('.conductor', 'in the way')
    const { code, stdout, stderr } = await place.conductor('foresee', 'router: it counts')
    expect(code).toBe(0)
    expect(stdout).toContain('src/router/router.ts')
    expect(stderr).toContain('note: the index could not be kept: the folder ')
  })

  it('learns from outcomes of attempts', async () => {
    await using place = checkout(20)
    const outcome = { subject: 'quux fails', body: '', files: ['README.md'], commits: [] }
    place.write('.conductor/foresight/outcomes.jsonl', `${JSON.stringify(outcome)}\n`)
    const answer: Answer = await place.json('foresee', 'quux works', '--top', '1')
    expect(answer.files[0]).toMatchObject({ path: 'README.md' })
  })

  it('builds its index anew when asked', async () => {
    await using place = checkout(10)
    const { stdout: out } = await place.conductor('foresee', '--rebuild')
    expect(out).toMatch(/^The index is built: 11 files, 10 commits, up to [0-9a-f]{9}\.$/m)
  })
})

describe('bad input is refused with a remedy', () => {
  it.each([
    [['foresee', 'x', '--at', 'nowhere'], 'there is no commit nowhere'],
    [['foresee', '  '], 'the text is empty'],
    [['foresee'], 'there is nothing to foresee'],
    [['foresee', '--replay', '0'], 'a whole number of at least 1'],
    [['foresee', '--replay', '5', '--at', 'nowhere'], 'there is no commit nowhere'],
    [['foresee', 'x', '--plan', 'tasks.yaml'], 'a text and a plan are two questions'],
    [['foresee', '--plan', 'none.yaml'], 'none.yaml'],
  ])('%j', async (words, message) => {
    await using place = checkout(5)
    const { code, stderr } = await place.conductor(...words)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  it('without a repository, and without a commit', async () => {
    await using place = folder()
    const nowhere = await place.conductor('foresee', 'x')
    expect([nowhere.code, nowhere.stderr]).toEqual([
      2,
      expect.stringContaining('not a git repository'),
    ])
    gitIn(place.path, 'init', '-q')
    const empty = await place.conductor('foresee', '--replay', '5')
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('no commit yet')])
  })
})

describe('the process that foresees for other parts', () => {
  it('answers at once, says how it stands, and ends', async () => {
    await using place = checkout()
    const program = process.argv[1]!
    process.argv[1] = BIN
    await using foresight = openForesight(findWorkspace(place.path))
    process.argv[1] = program
    const tasks = [
      { id: 'a', subject: 'router: it counts requests', body: '', files: [] },
      { id: 'b', subject: 'mailer: it copies', body: '', files: ['README.md'] },
    ]
    const foreseen = await foresight.foresee(tasks)
    expect(foreseen.get('a')?.[0]?.path).toBe('src/router/router.ts')
    expect(foreseen.get('b')?.map(({ path }) => path)).toContain('README.md')
    await expect.poll(async () => (await foresight.standing()).is).toBe('ready')
    await foresight.close()
    expect((await foresight.foresee(tasks)).get('a')).toEqual([])
    expect(await foresight.standing()).toMatchObject({ is: 'none' })
  })

  it('foresees nothing where there is no repository, and says why', async () => {
    await using place = folder()
    const program = process.argv[1]!
    process.argv[1] = BIN
    await using foresight = openForesight(findWorkspace(place.path))
    process.argv[1] = program
    const task = { id: 'a', subject: 'router', body: '', files: [] }
    expect((await foresight.foresee([task])).get('a')).toEqual([])
    expect(await foresight.standing()).toMatchObject({
      is: 'none',
      why: expect.stringContaining('not a git repository') as string,
    })
  })
})
