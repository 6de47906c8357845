import { execFileSync, execSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { asNobody } from '../../../test/repository/as-nobody.ts'
import { introduceUser } from '../../../test/repository/git-in.ts'
import {
  gitFolder,
  gitPlace,
  type GitFolder,
  type GitPlace,
} from '../../../test/repository/git-place.ts'
import type { Sealed, SealRequest, Worktree } from '../../conduct/worktree-ports.ts'
import { MOST_FILES_NAMED } from '../../core/landing/delivery.ts'
import { attemptId, runId, taskId } from '../../core/value/ids.ts'
import type { Sealing } from './commit-leftovers.ts'
import { sealWorktree } from './seal-worktree.ts'

const request: SealRequest = {
  run: runId(7),
  task: taskId('api'),
  attempt: attemptId(runId(7), taskId('api'), 1),
  subject: 'api: a way in',
  succeeded: true,
}

type Lane = Worktree & GitFolder

async function seal(
  place: GitPlace,
  lane: Lane,
  changes: Partial<Sealing> = {},
): Promise<Extract<Sealed, { ok: true }>> {
  const sealed = await sealWorktree(place.repository, lane, { ...request, ...changes })
  if (!sealed.ok) throw new Error(sealed.reason)
  return sealed
}

const ownFolder = (place: GitPlace, lane: Lane): string =>
  join(place.path, '.git/worktrees', lane.lane)

/** The content of a file on the lane's branch. */
const held = (place: GitPlace, lane: Lane, file: string): string =>
  place.git('show', `${lane.branch}:${file}`)

const rescued = (place: GitPlace): readonly string[] =>
  place
    .git('for-each-ref', '--format=%(*objectname)', 'refs/conductor/rescue')
    .split('\n')
    .filter(Boolean)

describe('what was left uncommitted', () => {
  it('becomes one commit that says who made it, and leaves a clean folder', async () => {
    using place = gitPlace({ 'a.txt': 'a\n', 'b.txt': 'b\n', '.gitignore': 'ignored\n' })
    const lane = place.worktree('task-api')
    lane.write('a.txt', 'a\nmore\n')
    lane.write('new/c.txt', 'c\n')
    lane.write('ignored', 'x')
    rmSync(join(lane.path, 'b.txt'))
    const { delivery, notes, unresolved } = await seal(place, lane)
    expect(delivery).toEqual({
      branch: 'conductor/task-api',
      commit: place.git('rev-parse', lane.branch),
      base: lane.base,
      changes: { filesCreated: 1, filesChanged: 2, linesAdded: 2, linesDeleted: 1 },
      files: [
        { path: 'a.txt', is: 'changed' },
        { path: 'b.txt', is: 'deleted' },
        { path: 'new/c.txt', is: 'added' },
      ],
      leftover: true,
    })
    expect([notes, unresolved]).toEqual([[], []])
    expect(lane.git('status', '--porcelain')).toBe('')
    expect(lane.git('log', '-1', '--format=%an|%B')).toBe(
      [
        'User|api: a way in',
        '',
        'Conductor committed this for the agent, which had left it uncommitted.',
        '',
        'Conductor-Run: 7',
        'Conductor-Task: api',
        'Conductor-Attempt: 7-api-1',
        'Conductor-Leftover: yes',
      ].join('\n'),
    )
  })

  it('is marked as unfinished when the attempt did not succeed', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-api')
    lane.write('new.txt', 'x')
    await seal(place, lane, { succeeded: false, subject: '\n\n' })
    expect(lane.git('log', '-1', '--format=%B')).toMatch(/^Work on api\n\nThis is unfinished/)
  })

  it('is nothing where nothing was done', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-api')
    expect(await seal(place, lane)).toEqual({
      ok: true,
      delivery: null,
      files: [],
      unresolved: [],
      hidden: [],
      elsewhere: [],
      notes: [],
    })
  })

  it('adds nothing to what the agent has committed itself', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-api')
    const commit = lane.commit('mine', { 'new.txt': 'x\n' })
    expect((await seal(place, lane)).delivery).toMatchObject({ commit, leftover: false })
    expect((await seal(place, lane)).delivery).toMatchObject({ commit, leftover: false })
  })

  it('puts very many files into one pack, and few into objects of their own', async () => {
    using place = gitPlace()
    const packs = (): number =>
      readdirSync(join(place.path, '.git/objects/pack')).filter((name) => name.endsWith('.pack'))
        .length
    const lane = place.worktree('task-api')
    lane.write('few.txt', 'few\n')
    await seal(place, lane)
    expect(packs()).toBe(0)
    for (let i = 0; i <= 1000; i++) lane.write(`many/${i}`, `${i}\n`)
    expect((await seal(place, lane)).delivery?.changes.filesCreated).toBe(1002)
    expect(packs()).toBe(1)
  })

  it('names so many of the files and counts them all', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-api')
    for (let i = 0; i < MOST_FILES_NAMED + 5; i++) lane.write(`new/${i}.txt`, 'x\n')
    const { delivery } = await seal(place, lane)
    expect(delivery?.files).toHaveLength(MOST_FILES_NAMED)
    expect(delivery?.changes.filesCreated).toBe(MOST_FILES_NAMED + 5)
  })

  it('does not need hooks to agree, keys to sign with or a name', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-api')
    for (const hook of ['pre-commit', 'commit-msg', 'reference-transaction', 'post-index-change']) {
      place.write(`.git/hooks/${hook}`, '#!/bin/sh\nexit 1\n')
      chmodSync(join(place.path, '.git/hooks', hook), 0o755)
    }
    place.git('config', 'commit.gpgSign', 'true')
    place.git('config', 'gpg.program', '/bin/false')
    place.git('config', 'user.name', '')
    lane.write('new.txt', 'x')
    await seal(place, lane)
    expect(lane.git('log', '-1', '--format=%an <%ae>')).toBe('Conductor <conductor@localhost>')
  })

  it('keeps names with line breaks, links, modes and changed case', async () => {
    using place = gitPlace({ 'Readme.md': 'r\n', 'run.sh': 'r\n' })
    const lane = place.worktree('task-api')
    lane.write('two\nlines', 'x')
    lane.write('"q\\uote\t', 'y')
    symlinkSync('nowhere', join(lane.path, 'link'))
    chmodSync(join(lane.path, 'run.sh'), 0o755)
    lane.git('mv', 'Readme.md', 'README.md')
    const { delivery } = await seal(place, lane)
    expect(delivery?.changes).toMatchObject({ filesCreated: 4, filesChanged: 2 })
    expect(held(place, lane, 'two\nlines')).toBe('x')
    expect(lane.git('ls-tree', 'HEAD', 'run.sh', 'link')).toMatch(/120000.*link\n100755.*run.sh/)
  })

  it('keeps what was changed behind assume-unchanged and skip-worktree', async () => {
    using place = gitPlace({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' })
    const lane = place.worktree('task-api')
    lane.git('update-index', '--assume-unchanged', 'a.txt')
    lane.git('update-index', '--skip-worktree', 'b.txt', 'c.txt')
    lane.write('a.txt', 'A\n')
    lane.write('b.txt', 'B\n')
    await seal(place, lane)
    expect(held(place, lane, 'a.txt') + held(place, lane, 'b.txt')).toBe('AB')
    expect(held(place, lane, 'c.txt')).toBe('c')
  })

  it('leaves what a sparse checkout does not show, and keeps what was written beside it', async () => {
    using place = gitPlace({ 'in/a.txt': 'a\n', 'out/b.txt': 'b\n' })
    const lane = place.worktree('task-api')
    lane.git('sparse-checkout', 'set', 'in')
    lane.write('out/new.txt', 'new\n')
    await seal(place, lane)
    expect(held(place, lane, 'out/b.txt')).toBe('b')
    expect(held(place, lane, 'out/new.txt')).toBe('new')
  })

  it('passes the filters the user has, and no guard of line ends stops it', async () => {
    using place = gitPlace({ '.gitattributes': '*.txt text\n', 'a.txt': 'a\n' })
    const lane = place.worktree('task-api')
    place.git('config', 'core.safecrlf', 'true')
    lane.write('a.txt', 'one\r\ntwo\n')
    await seal(place, lane)
    expect(held(place, lane, 'a.txt')).toBe('one\ntwo')
  })

  it('leaves pipes where they are, also where a file was', async () => {
    using place = gitPlace({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
    const lane = place.worktree('task-api')
    rmSync(join(lane.path, 'a.txt'))
    execFileSync('sh', ['-c', 'mkfifo a.txt other'], { cwd: lane.path })
    lane.write('b.txt', 'B\n')
    const { notes } = await seal(place, lane)
    expect(notes).toEqual(['a.txt is no file that git can hold.'])
    expect(held(place, lane, 'b.txt')).toBe('B')
  })

  it('is not committed at all when one file cannot be, and nothing is changed', async () => {
    using place = gitPlace({ '.gitattributes': '*.bad filter=bad\n', 'a.txt': 'a\n' })
    const lane = place.worktree('task-api')
    place.git('config', 'filter.bad.clean', 'false')
    place.git('config', 'filter.bad.required', 'true')
    lane.write('a.txt', 'A\n')
    lane.git('add', 'a.txt')
    lane.write('x.bad', 'x')
    const before = [lane.git('status', '--porcelain'), place.git('for-each-ref')]
    const index = readFileSync(join(ownFolder(place, lane), 'index'))
    const files = readdirSync(ownFolder(place, lane))
    const sealed = await sealWorktree(place.repository, lane, request)
    expect(sealed).toMatchObject({ ok: false, reason: expect.stringContaining('x.bad') })
    expect([lane.git('status', '--porcelain'), place.git('for-each-ref')]).toEqual(before)
    expect(readFileSync(join(ownFolder(place, lane), 'index')).equals(index)).toBe(true)
    expect(readdirSync(ownFolder(place, lane))).toEqual(files)
  })

  it('is refused when a folder cannot be read', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-api')
    lane.write('secret/x', 'x')
    chmodSync(join(lane.path, 'secret'), 0)
    const sealed = await asNobody(place.top, () => sealWorktree(place.repository, lane, request))
    chmodSync(join(lane.path, 'secret'), 0o755)
    expect(sealed).toMatchObject({ ok: false, reason: expect.stringContaining('secret') })
  })
})

describe('a HEAD that is elsewhere', () => {
  it('decides: the branch is moved to it, and what only the branch had is rescued', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-api')
    const left = lane.commit('left', { 'left.txt': 'l' })
    lane.git('switch', '-q', '-c', 'mine', lane.base)
    const mine = lane.commit('mine', { 'mine.txt': 'm' })
    lane.write('more.txt', 'more')
    const { delivery, notes } = await seal(place, lane)
    expect(delivery?.changes.filesCreated).toBe(2)
    expect(place.git('rev-parse', 'mine', `${lane.branch}^`)).toBe(`${mine}\n${mine}`)
    expect(lane.git('symbolic-ref', '--short', 'HEAD')).toBe(lane.branch)
    expect(lane.git('status', '--porcelain')).toBe('')
    expect(rescued(place)).toEqual([left])
    expect(notes).toEqual([
      'The agent had switched to mine; conductor/task-api was moved to what it held.',
      'Commits that were left behind are kept as refs/conductor/rescue/run-7/task-api/1.',
    ])
  })

  it('may be detached', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-api')
    lane.git('switch', '-q', '--detach')
    const commit = lane.commit('adrift', { 'x.txt': 'x' })
    const { delivery, notes } = await seal(place, lane)
    expect(delivery?.commit).toBe(commit)
    expect(notes).toEqual(['HEAD was detached; conductor/task-api was moved to where it stood.'])
    expect(rescued(place)).toEqual([])
  })

  it('may stand on no commit, or on a branch that was renamed', async () => {
    using place = gitPlace()
    const one = place.worktree('task-one')
    one.git('checkout', '-q', '--orphan', 'fresh')
    one.write('x.txt', 'x')
    expect((await seal(place, one)).delivery?.changes.filesCreated).toBe(1)
    const two = place.worktree('task-two')
    two.git('branch', '-m', 'renamed')
    const commit = two.commit('x', { x: 'x' })
    expect((await seal(place, two)).delivery).toMatchObject({ branch: two.branch, commit })
  })
})

describe('commits that were left behind', () => {
  it('are rescued, however that came', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-api')
    const one = lane.commit('one', { 'x.txt': '1' })
    lane.git('commit', '-q', '--amend', '-m', 'two')
    const two = lane.git('rev-parse', 'HEAD')
    lane.git('reset', '-q', '--hard', lane.base)
    lane.write('a.txt', 'stashed\n')
    lane.git('stash')
    const { notes, delivery } = await seal(place, lane)
    expect(delivery).toBeNull()
    expect(rescued(place).toSorted()).toEqual(
      [one, two, place.git('rev-parse', 'stash')].toSorted(),
    )
    expect(notes).toHaveLength(1)
    await seal(place, lane)
    expect(rescued(place)).toHaveLength(3)
  })

  it('are not what the agent only looked at, nor what the user stashed', async () => {
    using place = gitPlace()
    const old = place.git('commit-tree', '-m', 'published', 'HEAD^{tree}')
    place.git('tag', 'v1', old)
    const lane = place.worktree('task-api')
    lane.git('checkout', '-q', 'v1')
    lane.git('checkout', '-q', lane.branch)
    place.write('a.txt', 'user\n')
    place.git('stash')
    await seal(place, lane)
    expect(rescued(place)).toEqual([])
  })
})

describe('a merge that was begun', () => {
  /** The branch "other" and the lane have changed the same line. */
  function conflict(
    place: GitPlace,
    files: Readonly<Record<string, string>>,
    ours = 'ours\n',
  ): Lane {
    const lane = place.worktree('task-api')
    place.git('switch', '-q', '-c', 'other')
    place.commit('theirs', files)
    lane.commit('ours', { 'a.txt': ours })
    try {
      lane.git('merge', 'other')
    } catch {
      return lane
    }
    throw new Error('no conflict')
  }

  it('is committed with marks and one parent when nobody resolved it', async () => {
    using place = gitPlace()
    const lane = conflict(place, { 'a.txt': 'theirs\n' })
    const { unresolved, notes } = await seal(place, lane)
    expect(unresolved).toEqual(['a.txt'])
    expect(notes).toEqual(['A merge had been begun and not ended; it was ended as it stood.'])
    expect(held(place, lane, 'a.txt')).toContain('<<<<<<<')
    expect(lane.git('rev-list', '--parents', '-1', 'HEAD').split(' ')).toHaveLength(2)
    expect(lane.git('status')).not.toContain('merg')
  })

  it('is committed with both parents when it is resolved in the files, or by git add', async () => {
    for (const add of [false, true]) {
      using place = gitPlace()
      const lane = conflict(place, { 'a.txt': 'theirs\n' })
      lane.write('a.txt', 'both\n')
      if (add) lane.git('add', '-A')
      const { unresolved, delivery } = await seal(place, lane)
      expect([unresolved, delivery?.leftover]).toEqual([[], true])
      expect(lane.git('rev-parse', 'HEAD^2')).toBe(place.git('rev-parse', 'other'))
    }
  })

  it('is committed once, also when the first seal was cut off before it ended the merge', async () => {
    using place = gitPlace()
    const lane = conflict(place, { 'a.txt': 'theirs\n' })
    lane.write('a.txt', 'both\n')
    const own = ownFolder(place, lane)
    const before = ['MERGE_HEAD', 'index'].map(
      (name) => [name, readFileSync(join(own, name))] as const,
    )
    const { delivery } = await seal(place, lane)
    for (const [name, content] of before) writeFileSync(join(own, name), content)
    writeFileSync(join(own, 'conductor-index-1'), '')
    expect((await seal(place, lane)).delivery?.commit).toBe(delivery?.commit)
    expect(existsSync(join(own, 'MERGE_HEAD'))).toBe(false)
    expect(existsSync(join(own, 'conductor-index-1'))).toBe(false)
  })

  it('has both parents also when all of ours was taken', async () => {
    using place = gitPlace()
    const lane = conflict(place, { 'a.txt': 'theirs\n' })
    lane.git('checkout', '--ours', 'a.txt')
    expect((await seal(place, lane)).unresolved).toEqual([])
    expect(lane.git('rev-parse', 'HEAD^2')).toBe(place.git('rev-parse', 'other'))
  })

  it('is not resolved by declaring it so, or by committing the marks', async () => {
    using place = gitPlace()
    const lane = conflict(place, { 'a.txt': 'theirs\n' })
    lane.git('add', '-A')
    expect((await seal(place, lane)).unresolved).toEqual(['a.txt'])
    using second = gitPlace()
    const committed = conflict(second, { 'a.txt': 'theirs\n' })
    committed.commit('merged, not really')
    expect((await seal(second, committed)).unresolved).toEqual(['a.txt'])
  })

  it('is resolved where the marks that are left belong to the text of both sides', async () => {
    const doc = (end: string): string => `<<<<<<< HEAD\nq\n=======\nr\n>>>>>>> x\n${end}\n`
    for (const how of ['added', 'committed', 'with the marks'] as const) {
      using place = gitPlace()
      place.commit('how conflicts look', { 'a.txt': doc('end') })
      const lane = conflict(place, { 'a.txt': doc('theirs') }, doc('ours'))
      if (how !== 'with the marks') lane.write('a.txt', doc('both'))
      if (how === 'added') lane.git('add', '-A')
      if (how === 'committed' || how === 'with the marks') lane.commit('merged')
      const { unresolved } = await seal(place, lane)
      expect([how, unresolved]).toEqual([how, how === 'with the marks' ? ['a.txt'] : []])
    }
  })

  it('is told of any file that comes with marks which were not there before', async () => {
    const marks = '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> other\n'
    using place = gitPlace()
    place.commit('how conflicts look', { 'docs.md': marks })
    const lane = place.worktree('task-api')
    lane.commit('work', {
      'a.txt': marks,
      'docs.md': `More:\n${marks}`,
      'b.md': 'Title\n=======\n',
    })
    const { delivery, unresolved } = await seal(place, lane)
    expect(delivery).toMatchObject({ marked: ['a.txt'] })
    expect(unresolved).toEqual([])
  })

  it('is open where one side has deleted and nobody has decided', async () => {
    const deleted = (place: GitPlace): Lane => {
      const lane = place.worktree('task-api')
      place.git('switch', '-q', '-c', 'other')
      place.git('rm', '-q', 'a.txt')
      place.commit('theirs')
      lane.commit('ours', { 'a.txt': 'ours\n' })
      expect(() => lane.git('merge', 'other')).toThrow('git merge')
      return lane
    }
    using place = gitPlace()
    expect((await seal(place, deleted(place))).unresolved).toEqual(['a.txt'])
    using gone = gitPlace()
    const lane = deleted(gone)
    rmSync(join(lane.path, 'a.txt'))
    expect((await seal(gone, lane)).unresolved).toEqual([])
    expect(lane.git('rev-parse', 'HEAD^2')).toBe(gone.git('rev-parse', 'other'))
  })

  it('may be a rebase: nothing of either side is lost', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-api')
    place.git('switch', '-q', '-c', 'other')
    place.commit('theirs', { 'a.txt': 'theirs\n' })
    lane.commit('one', { 'x.txt': 'x' })
    const two = lane.commit('two', { 'a.txt': 'ours\n' })
    lane.git('config', 'rebase.autoStash', 'true')
    lane.write('x.txt', 'autostashed')
    expect(() => lane.git('rebase', 'other')).toThrow('git rebase')
    const { unresolved, notes } = await seal(place, lane)
    expect(unresolved).toEqual(['a.txt'])
    expect(notes[0]).toBe('A rebase had been begun and not ended; it was ended as it stood.')
    const kept = place.git('rev-list', '--glob=refs/conductor/rescue')
    expect(kept).toContain(two)
    const contents = rescued(place).map((id) => place.git('show', `${id}:x.txt`))
    expect(contents).toContain('autostashed')
    expect(lane.git('status')).toBe(
      `On branch ${lane.branch}\nnothing to commit, working tree clean`,
    )
  })
})

describe('a worktree that is not as it should be', () => {
  it('may have stale locks', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-api')
    lane.write('x.txt', 'x')
    const own = ownFolder(place, lane)
    for (const lock of ['index.lock', 'HEAD.lock', 'logs/HEAD.lock'])
      writeFileSync(join(own, lock), '')
    const branch = join(place.path, '.git/refs/heads', `${lane.branch}.lock`)
    writeFileSync(branch, '')
    utimesSync(branch, 1, 1)
    const { notes } = await seal(place, lane)
    expect(notes).toEqual([
      'A stale index.lock was removed.',
      'A stale HEAD.lock was removed.',
      'A stale logs/HEAD.lock was removed.',
      'A stale lock of its branch was removed.',
    ])
    expect(held(place, lane, 'x.txt')).toBe('x')
  })

  it('[W24] may be gone: what was committed is delivered, and that it is gone is told', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-api')
    const lost = lane.commit('one', { 'x.txt': 'x' })
    lane.git('commit', '-q', '--amend', '-m', 'two')
    const commit = lane.git('rev-parse', 'HEAD')
    rmSync(lane.path, { recursive: true })
    const { delivery, gone } = await seal(place, lane)
    expect(delivery).toMatchObject({ commit, leftover: false })
    expect(gone).toEqual({ path: lane.path, movedTo: null, inItsPlace: null })
    expect(rescued(place)).toEqual([lost])
  })

  it('[W24] may have been replaced: nothing is delivered as if everything had been deleted', async () => {
    using place = gitPlace()
    const stands: readonly ((path: string) => void)[] = [
      (path) => mkdirSync(path),
      (path) => mkdirSync(join(path, 'other'), { recursive: true }),
      (path) => writeFileSync(path, 'a file'),
      (path) => symlinkSync(place.path, path),
      (path) => symlinkSync(mkdtempSync(join(place.top, 'any-')), path),
      (path) => symlinkSync(place.worktree('beside').path, path),
      (path) => place.git('clone', '-q', place.path, path),
    ]
    const words = ['folder', 'folder', 'a file', 'a link', 'a link', 'a link', 'repository']
    place.write('precious.txt', 'not the agent’s')
    for (const [number, put] of stands.entries()) {
      const lane = place.worktree(`task-${number}`)
      rmSync(lane.path, { recursive: true })
      put(lane.path)
      const { delivery, gone } = await seal(place, lane)
      const inItsPlace = expect.stringContaining(words[number]!)
      expect([delivery, gone]).toEqual([null, { path: lane.path, movedTo: null, inItsPlace }])
      expect(existsSync(lane.path)).toBe(true)
      expect(place.git('rev-parse', lane.branch)).toBe(lane.base)
    }
  })

  it('[W24] may have been moved: it is told where it is, and git knows it there', async () => {
    using place = gitPlace()
    const known = place.worktree('task-a')
    place.git('worktree', 'move', known.path, `${known.path}-elsewhere`)
    const unknown = place.worktree('task-b')
    renameSync(unknown.path, `${unknown.path}-elsewhere`)
    for (const lane of [known, unknown]) {
      const movedTo = `${lane.path}-elsewhere`
      expect((await seal(place, lane)).gone).toMatchObject({ path: lane.path, movedTo })
      expect(place.git('worktree', 'list')).toContain(movedTo)
    }
  })

  it('may have lost its .git, its index, or all git knew of it', async () => {
    using place = gitPlace()
    const losses: readonly ((lane: Lane) => string)[] = [
      (lane) => join(lane.path, '.git'),
      (lane) => join(ownFolder(place, lane), 'index'),
      (lane) => ownFolder(place, lane),
    ]
    for (const [number, loss] of losses.entries()) {
      const lane = place.worktree(`task-${number}`)
      lane.write('x.txt', 'x')
      rmSync(loss(lane), { recursive: true })
      const { delivery, notes } = await seal(place, lane)
      expect([delivery?.changes.filesCreated, notes.length]).toEqual([1, 1])
      expect(held(place, lane, 'x.txt') + held(place, lane, 'a.txt')).toBe('xa')
    }
    expect(place.git('status', '--porcelain')).toBe('')
  })

  it('may have an index or a HEAD that git cannot read', async () => {
    using place = gitPlace()
    for (const [number, file] of ['index', 'HEAD'].entries()) {
      const lane = place.worktree(`task-${number}`)
      lane.write('x.txt', 'x')
      writeFileSync(join(ownFolder(place, lane), file), 'garbage')
      const { delivery, notes } = await seal(place, lane)
      expect(delivery?.changes).toMatchObject({ filesCreated: 1 })
      expect(notes).toEqual([expect.stringContaining(`Its ${file} was missing or damaged`)])
      expect(held(place, lane, 'x.txt') + held(place, lane, 'a.txt')).toBe('xa')
      expect(lane.git('status', '--porcelain')).toBe('')
    }
  })

  it('may have a branch that cannot be moved: then nothing is changed', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-api')
    lane.write('x.txt', 'x')
    place.write('.git/refs/heads/conductor/task-api.lock/x', '')
    const files = readdirSync(ownFolder(place, lane))
    expect(await sealWorktree(place.repository, lane, request)).toMatchObject({ ok: false })
    expect(lane.git('status', '--porcelain')).toBe('?? x.txt')
    expect(readdirSync(ownFolder(place, lane))).toEqual(files)
  })
})

describe('what git ignores', () => {
  const before = (place: GitPlace) => ({
    [join(place.path, '.git/info/exclude')]: place.read('.git/info/exclude'),
  })

  it('[W25] is told and stays, when only rules of the attempt itself make it so', async () => {
    using place = gitPlace({ 'a.txt': 'a\n', '.gitignore': 'old/\n*.log\n' })
    const lane = place.worktree('task-api')
    lane.write('.gitignore', 'old/\n*.log\nnew/\n')
    for (const file of ['old/x', 'x.log', 'new/x', 'nested/x', 'cache/x', 'work.txt'])
      lane.write(file, 'x')
    lane.write('nested/.gitignore', '*\n')
    lane.write('cache/.gitignore', '*\n')
    lane.write('cache/CACHEDIR.TAG', 'Signature: 8a477f597d28d172789f06886806bc55')
    const { delivery, hidden, notes } = await seal(place, lane)
    expect(delivery?.files.map(({ path }) => path)).toEqual(['.gitignore', 'work.txt'])
    expect(hidden).toEqual(['nested/.gitignore', 'nested/x', 'new/'])
    expect(notes).toEqual([expect.stringContaining('"new/" in .gitignore')])
  })

  it('[W25] counts an exception that the attempt took away', async () => {
    using place = gitPlace({ 'a.txt': 'a\n', '.gitignore': '*.log\n!work.log\n' })
    const lane = place.worktree('task-api')
    lane.write('.gitignore', '*.log\n')
    lane.write('work.log', 'x')
    expect((await seal(place, lane)).hidden).toEqual(['work.log'])
  })

  it('[W25] is delivered all the same, when a rule was added where every worktree has it', async () => {
    using place = gitPlace({ 'a.txt': 'a\n', '.gitignore': 'old/\n' })
    const shared = before(place)
    const lane = place.worktree('task-api')
    place.write('.git/info/exclude', '*\n.env\n')
    for (const file of ['work.txt', 'in/deep.txt', 'in/old/x', '.env']) lane.write(file, 'x')
    for (const inside of ['own', 'in/own']) {
      lane.git('init', '-q', inside)
      lane.write(`${inside}/file`, 'f')
    }
    const sealed = await sealWorktree(place.repository, lane, request, shared)
    expect(sealed).toMatchObject({ ok: true, hidden: ['.env'], elsewhere: ['in/own', 'own'] })
    expect(sealed).toHaveProperty(
      'notes',
      expect.arrayContaining([expect.stringContaining('rules that were added during the run')]),
    )
    expect(place.git('ls-tree', '-r', '--name-only', lane.branch)).toBe(
      '.gitignore\na.txt\nin/deep.txt\nwork.txt',
    )
  })
})

describe('work that went astray', () => {
  const since = (at: number) => ({ folder: { usedAt: at, handedOverAt: 0 } })

  it('[W28] is on another branch: that is told, and can be landed', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-api')
    lane.git('switch', '-q', '-c', 'feature-x')
    const commit = lane.commit('n', { 'n.txt': 'n\n' })
    lane.git('switch', '-q', lane.branch)
    const { delivery, astray } = await seal(place, lane)
    expect([delivery, astray?.places]).toEqual([null, ['on branch feature-x']])
    expect(astray).toMatchObject({ delivery: { commit }, files: ['n.txt'] })
    expect(place.git('rev-parse', lane.branch)).toBe(lane.base)
    const later = await seal(place, lane, since(Date.now() + 2000))
    expect([later.delivery, later.astray]).toEqual([null, undefined])

    lane.write('more.txt', 'm\n')
    const both = await seal(place, lane)
    expect([both.astray, both.files]).toEqual([undefined, ['more.txt']])
    expect(both.notes).toEqual([expect.stringContaining('committed on branch feature-x is not')])
  })

  it('[W28] is stashed: files that git did not know included', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-api')
    lane.write('a.txt', 'changed\n')
    lane.write('in/new.txt', 'n\n')
    lane.git('stash', '-q', '--include-untracked')
    const { astray } = await seal(place, lane)
    expect(astray?.places).toEqual([expect.stringContaining('in a stash (')])
    const { commit } = astray!.delivery!
    const show = (file: string): string => place.git('show', `${commit}:${file}`)
    expect(['a.txt', 'in/new.txt'].map(show)).toEqual(['changed', 'n'])
    expect(place.git('for-each-ref', '--format=%(refname)', `--contains=${commit}`)).toContain(
      'kept',
    )
    expect((await seal(place, lane)).astray?.delivery?.commit).toBe(commit)
    expect(lane.git('stash', 'list')).toContain('stash@{0}')
    expect(lane.git('status', '--porcelain')).toBe('')
  })

  it('[W28] is in several places: they are told, and nothing is chosen', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-api')
    for (const name of ['one', 'two']) {
      lane.git('switch', '-q', '-c', name, lane.base)
      lane.commit(name, { [name]: name })
    }
    lane.git('switch', '-q', lane.branch)
    const { astray } = await seal(place, lane)
    expect(astray).toEqual({
      places: ['on branch one', 'on branch two'],
      delivery: null,
      files: [],
    })
  })

  it('[W28] is not what its agent took back itself, nor what it only looked at', async () => {
    using place = gitPlace()
    place.git('branch', 'user')
    const lane = place.worktree('task-api')
    lane.git('switch', '-q', 'user')
    lane.git('switch', '-q', lane.branch)
    lane.commit('tried', { 'n.txt': 'n\n' })
    lane.git('reset', '-q', '--hard', lane.base)
    const { delivery, astray } = await seal(place, lane)
    expect([delivery, astray]).toEqual([null, undefined])
  })

  it('[W28] is called .git and is no repository: it is told, and stays', async () => {
    using place = gitPlace({ 'a.txt': 'a\n', 'kept/a.txt': 'a\n' })
    const lane = place.worktree('task-api')
    lane.write('test/fixture/.git/config', '[core]\n')
    lane.git('init', '-q', 'kept')
    lane.git('init', '-q', 'own')
    lane.git('init', '-q', 'own/deep')
    lane.write('own/file', 'f')
    const { delivery, elsewhere, notes } = await seal(place, lane)
    expect(delivery).toBeNull()
    expect(elsewhere).toEqual(['own', 'kept/.git', 'test/fixture/.git'])
    expect(notes.map((note) => note.split(' ')[0])).toEqual([
      'own',
      'kept/.git',
      'test/fixture/.git',
    ])
    expect(lane.read('test/fixture/.git/config')).toBe('[core]\n')
  })
})

describe('repositories inside', () => {
  it('stay as they are and are told of, with and without commits', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-api')
    lane.write('x.txt', 'x')
    lane.git('init', '-q', 'empty')
    lane.write('empty/file', 'f')
    lane.git('clone', '-q', place.path, 'deep/clone')
    const { notes, delivery } = await seal(place, lane)
    expect(notes.map((note) => note.split(' ')[0])).toEqual(['deep/clone', 'empty'])
    expect(delivery?.changes.filesCreated).toBe(1)
    expect(lane.git('ls-tree', '-r', '--name-only', 'HEAD')).toBe('a.txt\nx.txt')
    expect(lane.read('empty/file')).toBe('f')
  })

  it('may be submodules: what was done in one is told of and stays', async () => {
    using place = gitPlace()
    using library = gitPlace({ 'lib.txt': 'l\n' })
    const allow = ['-c', 'protocol.file.allow=always']
    place.git(...allow, 'submodule', '--quiet', 'add', library.path, 'lib')
    place.commit('with a library')
    const lane = place.worktree('task-api')
    lane.git(...allow, 'submodule', '--quiet', 'update', '--init')
    expect((await seal(place, lane)).notes).toEqual([])
    lane.write('lib/new.txt', 'n')
    expect((await seal(place, lane)).notes).toEqual([
      'lib holds work that is in no repository but its own.',
    ])
  })

  it('[W16] may have commits that no remote has: they are kept, and the command that is told publishes them', async () => {
    using place = gitPlace()
    using library = gitPlace({ 'lib.txt': 'l\n' })
    const allow = ['-c', 'protocol.file.allow=always']
    place.git(...allow, 'submodule', '--quiet', 'add', library.path, 'lib')
    place.commit('with a library')
    const lane = place.worktree('task-api')
    lane.git(...allow, 'submodule', '--quiet', 'update', '--init')
    const inside = gitFolder(join(lane.path, 'lib'))
    introduceUser(inside.path)
    const commit = inside.commit('in the library', { 'new.txt': 'n\n' })
    const {
      notes: [note],
      delivery,
    } = await seal(place, lane)
    expect(delivery?.unpublished).toMatchObject([{ path: 'lib', commit, url: library.path }])
    inside.git('remote', 'rename', 'origin', 'upstream')
    inside.git('remote', 'set-url', 'upstream', 'https://me:hunter2@example.com/lib.git')
    const { delivery: elsewhere } = await seal(place, lane)
    expect(elsewhere?.unpublished).toMatchObject([{ url: 'https://example.com/lib.git' }])
    inside.git('remote', 'remove', 'upstream')
    const alone = await seal(place, lane)
    expect(alone.delivery?.unpublished).toMatchObject([{ path: 'lib', commit, url: null }])
    expect(alone.notes).toEqual([expect.stringMatching(/make a repository .*`git push <url> /)])
    rmSync(lane.path, { recursive: true })
    execSync(/`(.*)`/.exec(note!)![1]!, { cwd: place.path, stdio: 'ignore' })
    expect(library.git('rev-parse', lane.branch)).toBe(commit)
  })

  /** A worktree with a submodule that has a submodule; commits in both, which no remote has. */
  function inBoth() {
    const place = gitPlace()
    const library = gitPlace({ 'lib.txt': 'l\n' })
    const core = gitPlace({ 'core.txt': 'c\n' })
    onTestFinished(() => [place, library, core].forEach((one) => one[Symbol.dispose]()))
    const allow = ['-c', 'protocol.file.allow=always']
    library.git(...allow, 'submodule', '--quiet', 'add', core.path, 'core')
    library.commit('with a core')
    place.git(...allow, 'submodule', '--quiet', 'add', library.path, 'lib')
    place.commit('with a library')
    const lane = place.worktree('task-api')
    lane.git(...allow, 'submodule', '--quiet', 'update', '--init', '--recursive')
    const [inner, outer] = ['lib/core', 'lib'].map((path) => gitFolder(join(lane.path, path)))
    for (const each of [inner!, outer!]) introduceUser(each.path)
    const deep = inner!.commit('in the core', { 'new.txt': 'n\n' })
    const commit = outer!.commit('in the library')
    return { place, library, core, lane, deep, commit }
  }

  it('[W16] may have submodules themselves: what must be pushed first is told first', async () => {
    const { place, core, lane, deep, commit } = inBoth()
    lane.write('lib/uncommitted.txt', 'u')
    const { delivery, notes } = await seal(place, lane)
    expect(delivery?.unpublished).toMatchObject([
      { path: 'lib/core', commit: deep, url: core.path },
      { path: 'lib', commit },
    ])
    expect(notes.at(-1)).toBe('lib holds work that is in no repository but its own.')
    rmSync(lane.path, { recursive: true })
    execSync(/`(.*)`/.exec(notes[0]!)![1]!, { cwd: place.path, stdio: 'ignore' })
    expect(core.git('rev-parse', lane.branch)).toBe(deep)
  })

  it.each([
    ['its folder', (lane: GitFolder) => rmSync(lane.path, { recursive: true })],
    ['the submodule', (lane: GitFolder) => lane.git('submodule', '--quiet', 'deinit', '-f', 'lib')],
  ])('[W16] are kept and told when %s is gone', async (_, remove) => {
    const { place, lane, deep, commit } = inBoth()
    lane.commit('the library is newer')
    remove(lane)
    const { delivery, notes } = await seal(place, lane)
    expect(delivery?.unpublished).toMatchObject([{ commit: deep }, { commit }])
    expect(notes).toEqual([
      expect.stringContaining('lib/core'),
      expect.stringContaining('git push'),
    ])
    expect(place.git('cat-file', '-t', deep)).toBe('commit')
  })
})
