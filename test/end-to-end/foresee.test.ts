/** conductor foresee, as a user types it. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openForesight } from '../../src/app/foresee/open-foresight.ts'
import { findWorkspace } from '../../src/app/place/workspace.ts'
import { BIN, eventsIn, folder, type Folder, type FolderOptions } from '../conductor.ts'
import { gitIn } from '../repository/git-in.ts'
import { madeHistory, partsHistory } from '../repository/made-history.ts'
import { tempFolder } from '../repository/temp-folder.ts'

interface Answer {
  readonly commit: string
  readonly files: readonly {
    readonly path: string
    readonly p: number
    readonly evidence: readonly { readonly is: string }[]
  }[]
}

/** A checkout of the made history: a copy of a clone, which costs a tenth of another clone. */
function checkout(commits = 60, options: FolderOptions = {}): Folder {
  const place = folder({}, options)
  cpSync(clones.get(commits) ?? cloned(commits), place.path, { recursive: true })
  return place
}

const clones = new Map<number, string>()
const cloning = tempFolder()
afterAll(() => cloning[Symbol.dispose]())

function cloned(commits: number): string {
  const path = join(cloning.path, String(commits))
  using made = madeHistory(partsHistory(commits))
  gitIn(cloning.path, 'clone', '-q', made.path, path)
  gitIn(path, 'config', 'user.name', 'You')
  gitIn(path, 'config', 'user.email', 'you@example.com')
  clones.set(commits, path)
  return path
}

describe('conductor foresee', () => {
  it('names files with their chances and why, and keeps its index', async () => {
    await using place = checkout()
    const { code, stdout: out } = await place.conductor('foresee', 'router: it counts requests')
    expect(code).toBe(0)
    expect(out).toMatch(/^ +\d+ % {2}src\/router\/router\.ts$/m)
    expect(out).toMatch(/similar to \d+ earlier commits, for example [0-9a-f]{7} "router: it /)
    expect(out).toContain('the word `router` is in its path')
    expect(out).toMatch(
      /On your last \d+ commits that changed up to 10 files: \d+ % of the changed files/,
    )
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
    expect(out).toMatch(
      /Most likely to touch a common file \(.*\)\n {2}one and two: \w+.* {2}src\/router/,
    )
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
    expect(out).not.toContain('has only')
    const more = await place.conductor('foresee', '--replay', '2000')
    expect(more.stdout).toMatch(/^The history has only \d+ such commits, not 2000\.\n/)
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

  it('counts only commits in its own figures, and tells what it learnt from runs apart', async () => {
    await using place = checkout(40)
    const figures = async (): Promise<Record<string, number>> => {
      const answer: { standing: Record<string, number> } = await place.json('foresee', 'router: x')
      return answer.standing
    }
    const before = await figures()
    const outcome = { subject: 'quux', body: '', files: ['new.md'], commits: [] }
    place.write('.conductor/foresight/outcomes.jsonl', `${JSON.stringify(outcome)}\n`.repeat(2))
    expect(before).toMatchObject({ outcomes: 0 })
    expect(await figures()).toEqual({ ...before, outcomes: 2 })
    const { stdout } = await place.conductor('foresee', 'router: x')
    expect(stdout).toContain('and from 2 tasks of your runs that are not in it yet.')
    expect(stdout).toContain(`On your last ${before['commits']} commits`)
  })

  it('builds its index anew when asked', async () => {
    await using place = checkout(10)
    const { stdout: out } = await place.conductor('foresee', '--rebuild')
    expect(out).toMatch(/^The index is built: 11 files, 10 commits, up to [0-9a-f]{9}\.$/m)
  })
})

describe('bad input is refused with a remedy', () => {
  let place: Folder
  beforeAll(() => void (place = checkout(5, { isShared: true })))
  afterAll(() => place[Symbol.asyncDispose]())

  it.each([
    [['foresee', 'x', '--at', 'nowhere'], 'there is no commit nowhere'],
    [['foresee', '  '], 'the text is empty'],
    [['foresee'], 'there is nothing to foresee'],
    [['foresee', 'x', '--lag', '3'], '--lag is only for --replay'],
    [['foresee', 'x', '--subject-only'], '--subject-only is only for --replay'],
    [['foresee', '--replay', '0'], 'a whole number of at least 1'],
    [['foresee', '--replay', '5', '--at', 'nowhere'], 'there is no commit nowhere'],
    [['foresee', 'x', '--plan', 'tasks.yaml'], 'a text and a plan are two questions'],
    [['foresee', '--plan', 'none.yaml'], 'none.yaml'],
  ])('%j', async (words, message) => {
    const { code, stderr } = await place.conductor(...words)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  it('in a clone without trees', async () => {
    await using place = folder()
    using made = madeHistory(partsHistory(5))
    made.git('config', 'uploadpack.allowFilter', 'true')
    const flags = ['-q', '--filter=tree:0', '--no-checkout']
    gitIn(place.path, 'clone', ...flags, `file://${made.path}`, '.')
    for (const words of [['--replay', '5'], ['router: it counts']]) {
      const { code, stderr } = await place.conductor('foresee', ...words)
      expect([code, stderr]).toEqual([2, expect.stringContaining('the history cannot be read')])
      expect(stderr).toContain('git fetch --refetch --filter=blob:none')
    }
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
    const { files: foreseen } = await foresight.foresee(tasks)
    expect(foreseen.get('a')?.[0]?.path).toBe('src/router/router.ts')
    expect(foreseen.get('b')?.map(({ path }) => path)).toContain('README.md')
    await expect.poll(() => foresight.standing()).toMatchObject({ is: 'ready' })
    const known = await foresight.foresee(tasks)
    await foresight.expect(tasks)
    const changed = { ...tasks[1]!, subject: 'router: it copies' }
    const { files } = await foresight.foresee([{ ...tasks[0]!, id: 'renamed' }, changed])
    expect(files.get('renamed')).toEqual(known.files.get('a'))
    expect(files.get('b')).toEqual((await foresight.foresee([changed])).files.get('b'))
    expect(files.get('b')).not.toEqual(known.files.get('b'))
    await foresight.close()
    expect((await foresight.foresee(tasks)).files.get('a')).toEqual([])
    expect(await foresight.standing()).toMatchObject({ is: 'none' })
  })

  it('foresees nothing where there is no repository, and says why', async () => {
    await using place = folder()
    const program = process.argv[1]!
    process.argv[1] = BIN
    await using foresight = openForesight(findWorkspace(place.path))
    process.argv[1] = program
    const task = { id: 'a', subject: 'router', body: '', files: [] }
    expect((await foresight.foresee([task])).files.get('a')).toEqual([])
    expect(await foresight.standing()).toMatchObject({
      is: 'none',
      why: expect.stringContaining('not a git repository') as string,
    })
  })
})

describe('a plan whose tasks would touch the same file', () => {
  const TASKS = `config: {agent: me}
tasks:
  - {id: count, name: "router: it counts requests", prompt: "count requests"}
  - {id: copies, name: "router: it copies requests", prompt: "copy requests"}
  - {id: mail, name: "mailer: it closes", prompt: "close the connection"}
  - {id: keep, name: "cache: it checks", prompt: "check the entries"}
`
  // keep changes the file of mail, which nothing foretells; neither is done before the other has begun.
  const AGENT = [
    'cat > /dev/null; begun=$CONDUCTOR_ROOT/.conductor/begun; mkdir -p $begun',
    'case $CONDUCTOR_TASK in mail|keep) part=mailer ;; *) part=router ;; esac; file=src/$part/$part.ts',
    'if grep -q "^<<<<<<<" $file; then sed -i "/^[<=>]\\{7\\}/d" $file; exit; fi',
    'echo "// $CONDUCTOR_TASK" >> $file; touch $begun/$CONDUCTOR_TASK; sleep 0.2',
    'while [ $part = mailer -a ! \\( -e $begun/mail -a -e $begun/keep \\) ]; do sleep 0.05; done',
  ].join('; ')
  const prepared = (): Folder => {
    const place = checkout()
    place.write(
      '.conductor/config.yaml',
      `collisions: {apart_above: 0.3}\nagents: {me: {command: [sh, -c, '${AGENT}']}}\n`,
    )
    place.write('tasks.yaml', TASKS)
    return place
  }

  it('says so before it runs, and a person can allow it', async () => {
    await using place = prepared()
    const { predicted_conflicts: pairs }: Pairs = await place.json('plan', 'show')
    expect(pairs[0]).toMatchObject({
      task_ids: ['count', 'copies'],
      predicted_files: expect.arrayContaining(['src/router/router.ts']),
      verdict: 'apart',
      why: expect.arrayContaining(['foreseen']),
    })
    expect((await place.conductor('simulate')).stdout).toMatch(/kept apart +count and copies: /)
    const shown: Pairs = await place.json('simulate')
    const validated: Pairs = await place.json('validate')
    const idsOf = ({ batches }: Pairs) => batches.map(({ task_ids }) => task_ids)
    expect(idsOf(validated)).toEqual(idsOf(shown))
    expect(idsOf(validated)).toHaveLength(2)
    place.write(
      'tasks.yaml',
      TASKS.replace('name: "router: it copies', 'together_with: [count], $&'),
    )
    const allowed: Pairs = await place.json('plan', 'show')
    expect(allowed.predicted_conflicts[0]).toMatchObject({ verdict: 'free', decided_by: 'user' })
    place.write(
      '.conductor/config.yaml',
      'collisions: {foresee: false}\nagents: {me: {command: cat}}\n',
    )
    place.write('tasks.yaml', TASKS)
    expect((await place.json('plan', 'show')) as Pairs).toMatchObject({ predicted_conflicts: [] })
  })

  it('never has them at once in a run, lets an agent resolve the conflict that nobody foresaw, says how right that was, and learns what was touched', async () => {
    await using place = prepared()
    const { code, stdout } = await place.conductor('run', '--no-ui', '-p', '4')
    expect(code).toBe(0)
    expect(stdout).toMatch(/conflicts +1 .*\n +foresight +\d of \d predicted files changed/)
    const at = (type: string, task: string): number =>
      eventsIn(place.path).findIndex(
        (event) => event.type === type && 'task' in event && event.task === task,
      )
    const [first, second] =
      at('attempt-started', 'count') < at('attempt-started', 'copies')
        ? ['count', 'copies']
        : ['copies', 'count']
    expect(at('attempt-started', second)).toBeGreaterThan(at('task-landed', first))
    const summary: { foresight: { right_files: number } } = await place.json('report')
    expect(summary).toMatchObject({ landing: { conflicts: 1, merge_success_rate: 0.75 } })
    expect(summary.foresight.right_files).toBeGreaterThan(0)
    const landed = gitIn(place.path, 'show', 'conductor/run-1:src/mailer/mailer.ts')
    expect(landed).toMatch(/\/\/ (?:mail\n\/\/ keep|keep\n\/\/ mail)$/)
    const outcomes = readFileSync(join(place.path, '.conductor/foresight/outcomes.jsonl'), 'utf8')
    expect(
      outcomes
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toContainEqual(
      expect.objectContaining({
        subject: 'router: it counts requests',
        files: ['src/router/router.ts'],
      }),
    )
  })
})

it('conflicts of earlier runs are learned from: report and simulate say how often they happened', async () => {
  await using place = checkout(40)
  // Both add a line at the same place, and neither is done before the other has begun.
  const agent =
    'cat > /dev/null; echo "// $CONDUCTOR_TASK" >> src/router/router.ts; touch $CONDUCTOR_ROOT/.conductor/$CONDUCTOR_TASK; while [ ! -e $CONDUCTOR_ROOT/.conductor/one ] || [ ! -e $CONDUCTOR_ROOT/.conductor/two ]; do sleep 0.05; done'
  place.write('.conductor/config.yaml', `agents: {me: {command: [sh, -c, '${agent}']}}\n`)
  place.write(
    'tasks.yaml',
    `config: {agent: me}
tasks:
  - {id: one, name: "router: it counts requests", prompt: "count requests"}
  - {id: two, name: "router: it copies requests", prompt: "copy requests"}
`,
  )
  const before = await place.conductor('simulate', '-p', '2')
  expect(before.stdout).toContain('no run here has shown it yet')
  await place.conductor('run', '--no-ui', '-p', '2', '--allow-collisions')
  const { stdout } = await place.conductor('report')
  const learned = /1 pair changed a common file at once, of which git could not merge 1/
  expect(stdout).toMatch(learned)
  expect((await place.conductor('simulate', '-p', '2')).stdout).toMatch(learned)
})

it('tasks that foresight keeps apart stay apart over kill -9 and resume, and nothing is lost', async () => {
  await using place = checkout(40)
  const go = join(place.path, '.conductor/go')
  // The last line of each file of the history is whole, so each task adds one of its own.
  const agent = `cat > /dev/null; part=router; [ $CONDUCTOR_TASK = mail ] && part=mailer; echo "// $CONDUCTOR_TASK" >> src/$part/$part.ts; while [ ! -e ${go} ]; do sleep 0.05; done`
  place.write(
    '.conductor/config.yaml',
    `collisions: {apart_above: 0.3}\nagents: {me: {command: [sh, -c, '${agent}']}}\n`,
  )
  place.write(
    'tasks.yaml',
    `config: {agent: me}
tasks:
  - {id: count, name: "router: it counts requests", prompt: "count requests"}
  - {id: copies, name: "router: it copies requests", prompt: "copy requests"}
  - {id: mail, name: "mailer: it closes", prompt: "close the connection"}
`,
  )
  const run = place.start('run', '--no-ui', '-p', '3')
  await run.says(/mail.*started/)
  await run.says(/(?:count|copies).*started/)
  run.signal('SIGKILL')
  await run.done
  // What would be foreseen now does not matter: the run knows what was foreseen when it began.
  gitIn(place.path, 'commit', '-q', '--allow-empty', '-m', 'router: nothing')
  place.write('.conductor/go', '')
  const { code, stdout } = await place.conductor('resume', '--no-ui')
  expect([code, stdout]).toEqual([0, expect.stringContaining('3 of 3 tasks landed')])

  const events = eventsIn(place.path)
  const working = new Set<string>()
  for (const event of events) {
    if (event.type === 'attempt-started') working.add(event.task)
    if (event.type === 'attempt-ended') working.delete(event.task)
    expect(working.has('count') && working.has('copies')).toBe(false)
  }
  const landed = events.flatMap((event) => (event.type === 'task-landed' ? [event.task] : []))
  expect(landed.toSorted()).toEqual(['copies', 'count', 'mail'])
  const target = gitIn(place.path, 'show', 'conductor/run-1:src/router/router.ts')
  expect(target.match(/^\/\/ (?:count|copies)$/gm)?.toSorted()).toEqual(['// copies', '// count'])
  expect(gitIn(place.path, 'show', 'conductor/run-1:src/mailer/mailer.ts')).toContain('// mail')
})

describe('the epic of a task', () => {
  it('says where it works, so that it collides with tasks there and not elsewhere', async () => {
    await using place = checkout(40)
    const chanceWith = async (epic: string): Promise<number> => {
      place.write(
        'tasks.yaml',
        `tasks:
  - {id: one, name: "router: it counts requests", run: "true"}
  - {id: two, name: "it closes idle ones", epic: ${epic}, run: "true"}
`,
      )
      const { collisions } = (await place.json('foresee', '--plan', 'tasks.yaml')) as {
        collisions: { p: number }[]
      }
      return collisions[0]?.p ?? 0
    }
    expect(await chanceWith('router')).toBeGreaterThan(0.5)
    expect(await chanceWith('mailer')).toBeLessThan(0.2)
  })
})

interface Pairs {
  readonly batches: readonly { readonly task_ids: readonly string[] }[]
  readonly predicted_conflicts: readonly object[]
}
