import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gitFolder, gitPlace, type GitPlace } from '../../../test/repository/git-place.ts'
import { gitIn, makeRepository } from '../../../test/repository/git-in.ts'
import type { Worktree } from '../../conduct/worktree-ports.ts'
import { commitId } from '../../core/value/ids.ts'
import { fileText } from './file-text.ts'
import { taskDiff, type FileDiff, type TaskDiff } from './task-diff.ts'

const placeOf = (place: GitPlace) => ({
  repository: place.repository,
  scratch: join(place.top, 'scratch'),
})

const byPath = ({ files }: TaskDiff): Readonly<Record<string, FileDiff>> =>
  Object.fromEntries(files.map((file) => [file.path, file]))

const lines = (count: number, word = 'line'): string =>
  Array.from({ length: count }, (_, number) => `${word} ${number}\n`).join('')

describe('the diff of a task', () => {
  it('has each file with what became of it, its lines and its patch', async () => {
    using place = gitPlace({
      'changed.txt': lines(20),
      'gone.txt': 'gone\n',
      'old/name.txt': lines(30),
      'run.sh': '#!/bin/sh\n',
    })
    const lane = place.worktree('task-one')
    lane.git('mv', 'old/name.txt', 'new name.txt')
    chmodSync(join(lane.path, 'run.sh'), 0o755)
    const commit = lane.commit('mine', {
      'changed.txt': lines(20).replace('line 7\n', 'seven\n'),
      'gone.txt': null,
      'new.txt': 'one\ntwo\n',
      'new name.txt': `${lines(30)}more\n`,
    })
    const diff = await taskDiff(placeOf(place), { base: lane.base, commit })
    expect(diff).toMatchObject({ base: lane.base, commit, isCut: false })
    const said = diff.files.map(({ path, status, added, deleted }) => [
      path,
      status,
      added,
      deleted,
    ])
    expect(said).toEqual([
      ['changed.txt', 'modified', 1, 1],
      ['gone.txt', 'deleted', 0, 1],
      ['new name.txt', 'renamed', 1, 0],
      ['new.txt', 'added', 2, 0],
      ['run.sh', 'mode', 0, 0],
    ])
    const files = byPath(diff)
    expect(files['new name.txt']!.oldPath).toBe('old/name.txt')
    expect(files['run.sh']!.patch).toContain('new mode 100755')
    // Joined, the patches are what git itself prints.
    const whole = diff.files.map(({ patch }) => patch).join('')
    expect(whole).toBe(`${place.git('diff', '-M', lane.base, commit)}\n`)
    for (const { patch, bytes } of diff.files) expect(Buffer.byteLength(patch!)).toBe(bytes)
  })

  it('has what is uncommitted and untracked in a worktree, and leaves nothing behind', async () => {
    using place = gitPlace({ 'a.txt': 'a\n', '.gitignore': 'ignored\n' })
    const lane = place.worktree('task-one')
    lane.commit('mine', { 'committed.txt': 'c\n' })
    lane.write('a.txt', 'b\n')
    lane.write('untracked.txt', 'u\n')
    lane.write('ignored', 'i\n')
    const objects = place.git('count-objects')
    const diff = await taskDiff(placeOf(place), lane)
    expect(diff.commit).toBeNull()
    expect(diff.files.map(({ path }) => path)).toEqual(['a.txt', 'committed.txt', 'untracked.txt'])
    expect(byPath(diff)['a.txt']!.patch).toContain('-a\n+b\n')
    expect(readdirSync(join(place.top, 'scratch'))).toEqual([])
    expect(place.git('count-objects')).toBe(objects)
    expect(lane.git('status', '--porcelain')).toBe(' M a.txt\n?? untracked.txt')
  })

  it('is against the target what landing would change there, and nothing after it has landed', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-one')
    const theirs = place.commit('theirs', { 'b.txt': 'b\n' })
    lane.git('merge', '--quiet', 'main')
    const commit = lane.commit('mine', { 'c.txt': 'c\n' })
    const subject = { base: lane.base, commit }
    const paths = async (target?: string) => {
      const { base, files } = await taskDiff(placeOf(place), subject, target ? { target } : {})
      return { base, paths: files.map(({ path }) => path) }
    }
    expect(await paths()).toEqual({ base: lane.base, paths: ['b.txt', 'c.txt'] })
    expect(await paths('main')).toEqual({ base: theirs, paths: ['c.txt'] })
    place.git('merge', '--quiet', '--no-ff', lane.branch)
    expect(await paths('main')).toEqual({ base: commit, paths: [] })
    expect(await paths()).toEqual({ base: lane.base, paths: ['b.txt', 'c.txt'] })
  })

  it('knows files by any name', async () => {
    using place = gitPlace()
    const names = [
      '"quoted".txt',
      'two\nlines',
      'tab\tin',
      'ümlaut/ß 日本.txt',
      ' a',
      '-x',
      ':(glob)*',
    ]
    names.push('*', '[a]', '\\', 'diff --git a b')
    const lane = place.worktree('task-one')
    for (const name of names) lane.write(name, `in ${name}\n`)
    const { files } = await taskDiff(placeOf(place), lane)
    expect(files.map(({ path }) => path).sort()).toEqual(names.toSorted())
    for (const name of names) {
      const alone = await taskDiff(placeOf(place), lane, { file: name })
      expect(alone.files).toEqual(files.filter(({ path }) => path === name))
      expect(alone.files[0]!.patch).toContain('+in ')
      expect(await textAfter(place, lane, name)).toBe(`in ${name}\n`)
    }
  })

  it('has links, files that became links, submodules, line ends and texts in other codes', async () => {
    using place = gitPlace({ 'file.txt': 'text\n', 'crlf.txt': 'a\r\nb\r\n', 'same.txt': 'same\n' })
    mkdirSync(join(place.top, 'library'))
    makeRepository(join(place.top, 'library'), { 'l.txt': 'l\n' })
    place.git(
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      '../library',
      'lib',
    )
    place.git('config', '-f', '.gitmodules', 'submodule.lib.ignore', 'all')
    place.commit('with a library')
    const lane = place.worktree('task-one')
    const library = gitFolder(join(place.top, 'library')).commit('more', { 'm.txt': 'm\n' })
    lane.git('update-index', '--cacheinfo', `160000,${library},lib`)
    lane.git('commit', '--quiet', '--message=a newer library')
    rmSync(join(lane.path, 'file.txt'))
    symlinkSync('/etc/passwd', join(lane.path, 'file.txt'))
    symlinkSync('nowhere', join(lane.path, 'link'))
    lane.write('crlf.txt', 'a\r\nc\r\n')
    lane.write('latin.txt', Buffer.from([0xe4, 0x0a]))
    const diff = await taskDiff(placeOf(place), lane)
    const files = byPath(diff)
    expect(Object.keys(files)).toEqual(['crlf.txt', 'file.txt', 'latin.txt', 'lib', 'link'])
    expect(files['crlf.txt']!.patch).toContain(' a\r\n-b\r\n+c\r\n')
    expect(files['file.txt']).toMatchObject({ status: 'modified' })
    expect(files['file.txt']!.patch).toMatch(/deleted file mode 100644[\s\S]*new file mode 120000/)
    expect(files['latin.txt']).toMatchObject({ isBinary: false, added: 1 })
    expect(files['lib']!.patch).toContain(`+Subproject commit ${library}`)
    expect(files['link']!.patch).toContain('+nowhere')
    expect(await textAfter(place, lane, 'file.txt')).toBe('/etc/passwd')
    expect(await textAfter(place, lane, 'lib')).toBeNull()
  })

  it('keeps apart a file and a folder that came in its place', async () => {
    using place = gitPlace({ a: 'a\n' })
    const lane = place.worktree('task-one')
    rmSync(join(lane.path, 'a'))
    lane.write('a/b', 'b\n')
    const whole = byPath(await taskDiff(placeOf(place), lane))
    expect(Object.keys(whole)).toEqual(['a', 'a/b'])
    for (const file of ['a', 'a/b'])
      expect((await taskDiff(placeOf(place), lane, { file })).files).toEqual([whole[file]])
  })

  it('pays no attention to how the user likes diffs', async () => {
    using place = gitPlace({ 'a.txt': lines(30) })
    const lane = place.worktree('task-one')
    const commit = lane.commit('mine', { 'a.txt': lines(30).replace('line 15\n', 'x\n') })
    const subject = { base: lane.base, commit }
    const before = await taskDiff(placeOf(place), subject)
    place.git('config', 'diff.noprefix', 'true')
    place.git('config', 'diff.external', 'false')
    place.git('config', 'diff.context', '10')
    place.git('config', 'color.ui', 'always')
    place.git('config', 'diff.renames', 'false')
    expect(await taskDiff(placeOf(place), subject)).toEqual(before)
  })

  it('leaves out patches that are binary or too long, and has a long one when it is asked for alone', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-one')
    lane.write('binary', Buffer.from([0, 1, 2, 0]))
    lane.write('long.txt', lines(30_000))
    lane.write('huge.txt', lines(100_000, 'a longer line'.repeat(16)))
    lane.write('small.txt', 'small\n')
    const work = { base: lane.base, commit: lane.commit('mine') }
    const files = byPath(await taskDiff(placeOf(place), work))
    expect(files['binary']).toMatchObject({ isBinary: true, added: null, patch: null })
    expect(files['long.txt']).toMatchObject({ isBinary: false, added: 30_000, patch: null })
    expect(files['long.txt']!.bytes).toBeGreaterThan(200_000)
    expect(files['huge.txt']!.bytes).toBeGreaterThan(20_000_000)
    expect(files['small.txt']!.patch).toContain('+small')
    const alone = await taskDiff(placeOf(place), work, { file: 'long.txt' })
    expect(Buffer.byteLength(alone.files[0]!.patch!)).toBe(files['long.txt']!.bytes)
    const huge = await taskDiff(placeOf(place), work, { file: 'huge.txt' })
    expect(huge.files[0]).toEqual(files['huge.txt'])
    const wanted = { file: 'huge.txt', mostBytesPerFile: 30_000_000 }
    const whole = (await taskDiff(placeOf(place), work, wanted)).files[0]!
    expect(Buffer.byteLength(whole.patch!)).toBe(whole.bytes)
    for (const file of ['huge.txt', 'binary'])
      expect(await fileText(placeOf(place), work, { file, side: 'after' })).toBeNull()
  }, 60_000)

  it('has no more of all patches together than is wanted', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-one')
    for (const name of ['a', 'b', 'c']) lane.write(name, lines(100))
    const [a, b, c] = (await taskDiff(placeOf(place), lane, { mostBytes: 2500 })).files
    expect([a!.patch === null, b!.patch === null, c!.patch === null]).toEqual([false, false, true])
    expect(c!.bytes).toBe(a!.bytes)
  })

  it('is cut after so many files, of which each has its own patch', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-one')
    mkdirSync(join(lane.path, 'many'))
    for (let number = 0; number < 5000; number++)
      writeFileSync(join(lane.path, 'many', `${number}.txt`), `${number}\n`)
    const work = { base: lane.base, commit: lane.commit('mine') }
    const { files, isCut } = await taskDiff(placeOf(place), work)
    expect({ count: files.length, isCut }).toEqual({ count: 2000, isCut: true })
    for (const { path, patch } of files)
      expect(patch).toContain(`+++ b/${path}\n@@ -0,0 +1 @@\n+${/(\d+)\.txt/.exec(path)![1]}\n`)
    const all = await taskDiff(placeOf(place), work, { mostFiles: 10_000 })
    expect({ count: all.files.length, isCut: all.isCut }).toEqual({ count: 5000, isCut: false })
    const last = await taskDiff(placeOf(place), work, { file: 'many/999.txt' })
    expect(last).toMatchObject({ isCut: false, files: [{ path: 'many/999.txt', added: 1 }] })
  }, 60_000)

  it('is empty where nothing has changed', async () => {
    using place = gitPlace()
    const lane = place.worktree('task-one')
    expect(await taskDiff(placeOf(place), lane)).toMatchObject({ files: [], isCut: false })
  })
})

const textAfter = (place: GitPlace, lane: Worktree, file: string): Promise<string | null> =>
  fileText(placeOf(place), lane, { file, side: 'after' })

describe('the text of a changed file', () => {
  it('is there before and after, under its old name too', async () => {
    using place = gitPlace({ 'old.txt': lines(10), 'gone.txt': 'gone\n' })
    const lane = place.worktree('task-one')
    renameSync(join(lane.path, 'old.txt'), join(lane.path, 'new.txt'))
    lane.write('new.txt', `${lines(10)}end\n`)
    rmSync(join(lane.path, 'gone.txt'))
    const text = (file: string, side: 'before' | 'after') =>
      fileText(placeOf(place), lane, { file, side })
    expect(await text('new.txt', 'before')).toBe(lines(10))
    expect(await text('new.txt', 'after')).toBe(`${lines(10)}end\n`)
    expect(await text('gone.txt', 'before')).toBe('gone\n')
    expect(await text('gone.txt', 'after')).toBeNull()
    expect(await text('old.txt', 'before')).toBeNull()
  })

  it('is of nothing but a changed file', async () => {
    using place = gitPlace({ 'a.txt': 'a\n', 'same.txt': 'same\n' })
    place.write('secret.txt', 'secret\n')
    const lane = place.worktree('task-one')
    lane.write('a.txt', 'b\n')
    const outside = ['same.txt', '../repository/secret.txt', join(place.path, 'secret.txt'), '.git']
    for (const file of [
      ...outside,
      '',
      '.',
      '..',
      '/etc/passwd',
      'a.txt/',
      './a.txt',
      'HEAD:a.txt',
    ]) {
      expect(await textAfter(place, lane, file)).toBeNull()
      expect((await taskDiff(placeOf(place), lane, { file })).files).toEqual([])
    }
  })
})

it('says no when the worktree is gone', async () => {
  using place = gitPlace()
  const base = commitId(gitIn(place.path, 'rev-parse', 'HEAD'))
  const gone = { base, path: join(place.top, 'gone') }
  await expect(taskDiff(placeOf(place), gone)).rejects.toThrow(/git|ENOENT/)
})
