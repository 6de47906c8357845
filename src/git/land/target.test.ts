import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempRepository, type TempRepository } from '../../../test/repository/temp-repository.ts'
import { attemptId, commitId, runId, taskId, type CommitId } from '../../core/value/ids.ts'
import { GitRefused } from '../call/git-command.ts'
import { openTarget, startTarget, whyNotTarget } from './target.ts'

const head = (repo: TempRepository): CommitId => commitId(repo.git('rev-parse', 'main'))

const landing = (onto: CommitId, commit: CommitId, trailer = '') => ({
  onto,
  commit,
  message: `Land it\n\nWith words: ü\n${trailer}`,
})

async function merged(repo: TempRepository, onto: CommitId, commit: CommitId, trailer?: string) {
  const merge = await openTarget(repo, 'run').merge(landing(onto, commit, trailer))
  if (merge.is === 'conflict') throw new Error(JSON.stringify(merge))
  return merge.commit
}

const nowhere = commitId('deadbeef'.repeat(5))

describe('merging', () => {
  it('makes a commit with two parents and touches nothing else', async () => {
    const repo = tempRepository()
    const base = head(repo)
    const [ours, theirs] = [
      repo.commitOn(base, { 'a.txt': 'a\n' }),
      repo.commitOn(base, { 'deep/b.txt': 'b\n' }),
    ]
    const before = repo.git('for-each-ref')
    const commit = await merged(repo, ours, theirs)
    expect(repo.git('rev-parse', `${commit}^1`, `${commit}^2`)).toBe(`${ours}\n${theirs}`)
    expect(repo.git('log', '-1', '--format=%B%an <%ae>', commit)).toBe(
      'Land it\n\nWith words: ü\nUser <user@localhost>',
    )
    expect(repo.git('ls-tree', '-r', '--name-only', commit)).toBe('a.txt\ndeep/b.txt\nfirst.txt')
    expect([repo.git('status', '--porcelain'), repo.git('for-each-ref')]).toEqual(['', before])
  })

  it('also makes one where nothing would have to be merged', async () => {
    const repo = tempRepository()
    const ahead = repo.commitOn(head(repo), { a: 'a' })
    const commit = await merged(repo, head(repo), ahead)
    expect(repo.git('rev-parse', `${commit}^2`)).toBe(ahead)
  })

  it('signs as Conductor when git does not know the user', async () => {
    const repo = tempRepository()
    const ahead = repo.commitOn(head(repo), { a: 'a' })
    repo.git('config', '--unset', 'user.email')
    repo.git('config', '--unset', 'user.name')
    const home = process.env['HOME']
    process.env['HOME'] = join(repo.root, 'none')
    onTestFinished(() => void (process.env['HOME'] = home))
    const commit = await merged(repo, head(repo), ahead)
    expect(repo.git('log', '-1', '--format=%an <%ae> %cn <%ce>', commit)).toBe(
      'Conductor <conductor@localhost> Conductor <conductor@localhost>',
    )
  })

  it('tells every conflict with its kind and its three versions', async () => {
    const odd = 'an "odd"\n\tnäme'
    const many = '1\n2\n3\n4\n5\n6\n7\n8\n'
    const repo = tempRepository({ [odd]: 'one\n', gone: 'x', binary: BYTES(1), place: 'p', many })
    const base = head(repo)
    const ours = repo.commitOn(base, {
      [odd]: 'two\n',
      gone: null,
      new: 'mine',
      binary: BYTES(2),
      place: null,
      'place/in': 'z',
      many: null,
      many2: many,
    })
    const theirs = repo.commitOn(base, {
      [odd]: 'three\n',
      gone: 'y',
      new: 'yours',
      binary: BYTES(3),
      place: 'q',
      many: null,
      many3: many,
    })
    const merge = await openTarget(repo, 'run').merge(landing(ours, theirs))
    if (merge.is !== 'conflict') throw new Error('it merged')
    const show = (blob: string | null) => (blob === null ? null : repo.git('show', blob))
    const said = merge.conflicts
      .filter(({ path }) => path !== 'binary')
      .map(({ path, kind, ...of }) => [path, kind, show(of.base), show(of.target), show(of.task)])
    const list = many.trim()
    expect(said).toEqual([
      [odd, 'content', 'one', 'two', 'three'],
      ['gone', 'modify/delete', 'x', null, 'y'],
      ['many', 'rename/rename', list, null, null],
      ['many2', 'rename/rename', null, list, null],
      ['many3', 'rename/rename', null, null, list],
      ['new', 'add/add', null, 'mine', 'yours'],
      ['place', 'file/directory', 'p', null, 'q'],
    ])
    expect(merge.conflicts).toContainEqual(
      expect.objectContaining({ path: 'binary', kind: 'content' }),
    )
  })

  it('is refused clearly where histories do not meet', async () => {
    const repo = tempRepository()
    repo.git('checkout', '--quiet', '--orphan', 'other')
    const other = repo.commit({ b: 'b' })
    const target = openTarget(repo, 'run')
    await expect(target.merge(landing(head(repo), other))).rejects.toThrow(/no commit in common/)
    writeFileSync(join(repo.common, 'shallow'), '')
    await expect(target.merge(landing(head(repo), other))).rejects.toThrow(/--unshallow/)
  })

  it('is refused clearly where objects are gone', async () => {
    const repo = tempRepository()
    const lost = repo.commitOn(head(repo), { 'deep/file': 'b' })
    const tree = repo.git('rev-parse', `${lost}^{tree}`)
    const target = openTarget(repo, 'run')
    await expect(target.merge(landing(head(repo), nowhere))).rejects.toThrow(GitRefused)
    await expect(target.merge(landing(head(repo), nowhere))).rejects.toThrow(/git gc --prune=now/)
    const object = join(repo.common, 'objects', tree.slice(0, 2), tree.slice(2))
    expect(existsSync(object)).toBe(true)
    repo.git('update-ref', 'refs/heads/x', lost)
    rmSync(object)
    await expect(target.merge(landing(head(repo), lost))).rejects.toThrow(/git gc --prune=now/)
  })
})

const BYTES = (value: number): Buffer => Buffer.from([0, value, 255, value])

describe('the tip', () => {
  it('moves from where it was thought to be, and only from there', async () => {
    const repo = tempRepository()
    const base = head(repo)
    const next = repo.commitOn(base, { a: 'a' })
    const target = openTarget(repo, 'conductor/run-1')
    expect(await target.tip()).toBeNull()
    expect(await target.advance(base, next)).toBe(false)
    expect(await target.advance(null, base)).toBe(true)
    expect(await target.advance(null, next)).toBe(false)
    expect(await target.advance(next, base)).toBe(false)
    expect(await target.tip()).toBe(base)
    expect(await target.advance(base, next)).toBe(true)
    expect(await target.tip()).toBe(next)
    expect(repo.git('reflog', '--format=%gs', 'conductor/run-1')).toBe(
      'conductor: work has landed\nconductor: a run begins here',
    )
  })

  it('does not move to what is not there', async () => {
    const repo = tempRepository()
    await expect(openTarget(repo, 'run').advance(null, nowhere)).rejects.toThrow(
      /objects are missing/,
    )
  })

  it('never moves below a checkout, however late that was made', async () => {
    const repo = tempRepository()
    const target = await startTarget(repo, 'run', head(repo))
    const next = repo.commitOn(head(repo), { a: 'a' })
    repo.git('worktree', 'add', '--quiet', '../look', 'run')
    await expect(target.advance(head(repo), next)).rejects.toThrow(/checked out in .*\/look, and/)
    repo.git('worktree', 'remove', '../look')
    expect(await target.advance(head(repo), next)).toBe(true)
  })

  it('is moved by one of many at once', async () => {
    const repo = tempRepository()
    const base = head(repo)
    const target = await startTarget(repo, 'run', base)
    const commits = ['a', 'b', 'c', 'd'].map((name) => repo.commitOn(base, { [name]: name }))
    const moved = await Promise.all(commits.map((commit) => target.advance(base, commit)))
    expect(moved.filter(Boolean)).toHaveLength(1)
    expect(await target.tip()).toBe(commits[moved.indexOf(true)])
  })
})

describe('a lock that is in the way', () => {
  /** Older than any process that runs. */
  const oldLock = (file: string): string => {
    writeFileSync(file, '')
    utimesSync(file, 1e9, 1e9)
    return file
  }

  it('is removed when it is old and no git is there that could have made it', async () => {
    const repo = tempRepository()
    const notes: string[] = []
    const target = openTarget(repo, 'run', { onNote: (note) => notes.push(note) })
    const lock = oldLock(join(repo.common, 'refs/heads/run.lock'))
    expect(await target.advance(null, head(repo))).toBe(true)
    expect(notes).toEqual([`removed ${lock}, which a git that is gone had left behind`])
  })

  it('of all packed refs is treated the same', async () => {
    const repo = tempRepository()
    const notes: string[] = []
    const target = openTarget(repo, 'run', { onNote: (note) => notes.push(note) })
    await target.keep(head(repo), 'x')
    repo.git('pack-refs', '--all')
    oldLock(join(repo.common, 'packed-refs.lock'))
    await target.letGo('x')
    expect(notes).toHaveLength(1)
    expect(repo.git('for-each-ref', 'refs/conductor')).toBe('')
  })
})

describe('starting a target', () => {
  it('takes the first name that is free', async () => {
    const repo = tempRepository()
    const names: string[] = []
    for (let i = 0; i < 3; i++)
      names.push((await startTarget(repo, 'conductor/run-7', head(repo))).branch)
    expect(names).toEqual(['conductor/run-7', 'conductor/run-7-2', 'conductor/run-7-3'])
  })

  it('finds another where a branch has part of the name', async () => {
    const repo = tempRepository()
    repo.git('branch', 'conductor')
    expect((await startTarget(repo, 'conductor/run-7', head(repo))).branch).toBe('conductor-run-7')
    expect((await startTarget(repo, 'conductor/run-7', head(repo))).branch).toBe(
      'conductor-run-7-2',
    )
    repo.git('branch', 'run/7/deep')
    expect((await startTarget(repo, 'run/7', head(repo))).branch).toBe('run/7-2')
  })

  it('leaves alone a branch that is only about to be', async () => {
    const repo = tempRepository()
    const base = head(repo)
    repo.git('checkout', '--quiet', '--orphan', 'run')
    expect((await startTarget(repo, 'run', base)).branch).toBe('run-2')
  })
})

describe('why a branch cannot be the target', () => {
  it('is that someone works on it', async () => {
    const repo = tempRepository()
    repo.git('worktree', 'add', '--quiet', '-b', 'theirs', '../theirs')
    expect(await whyNotTarget(repo, 'main')).toMatch(
      /"main" is checked out in .*\/repo,.*`git switch --detach`/,
    )
    expect(await whyNotTarget(repo, 'theirs')).toMatch(/\/theirs, /)
    repo.git('checkout', '--quiet', '--detach')
    expect(await whyNotTarget(repo, 'main')).toBeNull()
    mkdirSync(join(repo.common, 'rebase-merge'))
    writeFileSync(join(repo.common, 'rebase-merge/head-name'), 'refs/heads/main\n')
    expect(await whyNotTarget(repo, 'main')).toMatch(/checked out/)
  })

  it('is its name', async () => {
    const repo = tempRepository()
    repo.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main')
    expect(await whyNotTarget(repo, 'a..b')).toMatch(/cannot be the name/)
    expect(await whyNotTarget(repo, '-x')).toMatch(/cannot be the name/)
    expect(await whyNotTarget(repo, 'alias')).toMatch(/only another name for "main"/)
    expect(await whyNotTarget(repo, 'main/x')).toMatch(/beside "main"/)
    expect(await whyNotTarget(repo, 'new/branch')).toBeNull()
  })
})

describe('what has landed', () => {
  it('is found by the trailers of merges', async () => {
    const repo = tempRepository()
    const base = head(repo)
    const [one, two] = [1, 2].map((n) => attemptId(runId(7), taskId('api'), n))
    const work = repo.commitOn(base, { a: 'a' }, 'work\n\nConductor-Attempt: 7-other-1')
    const first = await merged(repo, base, work, `\nConductor-Attempt: ${one}\n`)
    const more = repo.commitOn(base, { b: 'b' })
    const second = await merged(
      repo,
      first,
      more,
      `\nConductor-Task: x\nConductor-Attempt: ${two}\n`,
    )
    const target = openTarget(repo, 'run')
    expect(await target.landings(base, second)).toEqual(
      new Map([
        [one, first],
        [two, second],
      ]),
    )
    expect(await target.landings(first, second)).toEqual(new Map([[two, second]]))
    expect(await target.landings(base, base)).toEqual(new Map())
  })

  it('is what the tip has in its history', async () => {
    const repo = tempRepository()
    const base = head(repo)
    const [side, other] = [repo.commitOn(base, { a: 'a' }), repo.commitOn(base, { b: 'b' })]
    const target = openTarget(repo, 'run')
    const tip = await merged(repo, base, side)
    expect(await target.reached([base, side, other, tip, nowhere], tip)).toEqual(
      new Set([base, side, tip]),
    )
    expect(await target.reached([], tip)).toEqual(new Set())
  })
})

it('keeps a commit that nothing else leads to, until it is let go', async () => {
  const repo = tempRepository()
  const commit = repo.commitOn(head(repo), { a: 'a' })
  const target = openTarget(repo, 'run')
  await target.keep(commit, '7/train-1')
  repo.git('reflog', 'expire', '--expire=now', '--all')
  repo.git('gc', '--quiet', '--prune=now')
  expect(repo.git('cat-file', '-t', commit)).toBe('commit')
  await target.letGo('7/train-1')
  await target.letGo('7/train-1')
  repo.git('gc', '--quiet', '--prune=now')
  expect(() => repo.git('cat-file', '-t', commit)).toThrow('could not get object info')
})

it('counts what lies between two commits', async () => {
  const repo = tempRepository({ 'a\tb\n:c': '1\n2\n', gone: '1\n', binary: BYTES(1) })
  const base = head(repo)
  const next = repo.commitOn(base, {
    'a\tb\n:c': '1\n3\n4\n',
    gone: null,
    binary: BYTES(2),
    ':new A': '1\n2\n3\n',
  })
  expect(await openTarget(repo, 'run').countChanges(base, next)).toEqual({
    filesCreated: 1,
    filesChanged: 3,
    linesAdded: 5,
    linesDeleted: 2,
  })
})

it('works in a repository with the longer names of SHA-256, and in a shallow clone', async () => {
  const repo = tempRepository()
  const clone = join(repo.root, '..', 'clone')
  for (let i = 0; i < 3; i++) repo.commit({ [`f${i}`]: 'f' })
  repo.git('clone', '--quiet', '--depth=1', `file://${repo.root}`, clone)
  repo.git('init', '--quiet', '--object-format=sha256', '-b', 'main', '../sha256')
  for (const root of [clone, join(repo.root, '..', 'sha256')]) {
    const git = (...args: readonly string[]) => commitId(repo.git('-C', root, ...args))
    const commit = (name: string): CommitId => {
      git('-c', 'user.name=n', '-c', 'user.email=e', 'commit', '-q', '--allow-empty', '-m', name)
      return git('rev-parse', 'HEAD')
    }
    const [base, next] = [commit('one'), commit('two')]
    const target = await startTarget({ root, common: join(root, '.git') }, 'run', base)
    const merge = await target.merge(landing(base, next, '\nConductor-Attempt: 7-a-1\n'))
    if (merge.is === 'conflict') throw new Error('it should merge')
    expect(await target.advance(null, merge.commit)).toBe(false)
    expect(await target.advance(base, merge.commit)).toBe(true)
    expect([...(await target.landings(base, merge.commit)).values()]).toEqual([merge.commit])
  }
})

it('never moves the checkout of the user', async () => {
  const repo = tempRepository()
  const target = await startTarget(repo, 'run', head(repo))
  const before = readFileSync(join(repo.common, 'index'))
  const next = repo.commitOn(head(repo), { a: 'a' })
  const commit = await merged(repo, head(repo), next)
  await target.advance(head(repo), commit)
  expect(existsSync(join(repo.root, 'a'))).toBe(false)
  expect(readFileSync(join(repo.common, 'index')).length).toBe(before.length)
})
