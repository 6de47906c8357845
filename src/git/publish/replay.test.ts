import { execFileSync } from 'node:child_process'

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { introduceUser } from '../../../test/repository/git-in.ts'
import { gitFolder, gitPlace, type GitPlace } from '../../../test/repository/git-place.ts'
import type { PieceOfWork, PublishGit, Replayed } from '../../conduct/forge-ports.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { openPublishGit } from './publish-git.ts'

const gitOf = (place: GitPlace): PublishGit =>
  openPublishGit(place.repository, { remote: 'origin', scratch: join(place.top, 'scratch') })

const head = (place: GitPlace): CommitId => commitId(place.git('rev-parse', 'HEAD'))

function made(replayed: Replayed): CommitId {
  expect(replayed).toEqual({ is: 'made', commit: expect.any(String) })
  return (replayed as { commit: CommitId }).commit
}

/** Runs a script on a branch that begins at a commit, and returns where it ends. */
function work(place: GitPlace, from: string, script: string): CommitId {
  place.git('checkout', '-q', '--force', '--detach', from)
  execFileSync('sh', ['-ec', `${PRELUDE}\n${script}`], { cwd: place.path, stdio: 'pipe' })
  return head(place)
}

const PRELUDE = `
tick=1700000000
save() { tick=$((tick + 60)); git add --all
  GIT_AUTHOR_DATE="$tick +0200" GIT_COMMITTER_DATE="$tick +0100" git commit -q --allow-empty -m "$1"; }
by() { git config user.name "$1"; git config user.email "$1@localhost"; }`

const log = (place: GitPlace, range: string, format = '%an %at %ct %s'): readonly string[] =>
  place.git('log', '--reverse', `--format=${format}`, range).split('\n').filter(Boolean)

/** What a plain rebase with git makes of the same work. */
function rebased(place: GitPlace, { base, commit }: PieceOfWork, onto: CommitId): string {
  place.git('checkout', '-q', '--force', '--detach', commit)
  place.git('rebase', '-q', '--onto', onto, base)
  return place.git('rev-parse', 'HEAD^{tree}')
}

const treeOf = (place: GitPlace, commit: string): string =>
  place.git('rev-parse', `${commit}^{tree}`)

describe('replaying work on another commit', () => {
  it('keeps authors, times and messages, commit by commit, and makes the same files as git rebase', async () => {
    using place = gitPlace({ 'a.txt': 'a\n', 'deep/er/b.txt': 'b\n', 'deep/c.txt': 'c\n' })
    const base = head(place)
    const commit = work(
      place,
      base,
      `by Ann; echo more >> deep/er/b.txt; save 'one, with "quotes" and ümlauts'
       by Bob; mkdir new; echo n > new/n.txt; git rm -q deep/c.txt; save two
       by User`,
    )
    const onto = work(place, base, 'echo other >> a.txt; save other')
    const end = made(await gitOf(place).replay([{ base, commit }], onto))
    expect(log(place, `${onto}..${end}`)).toEqual(log(place, `${base}..${commit}`))
    expect(log(place, `${onto}..${end}`, '%P %an')).toEqual([`${onto} Ann`, expect.any(String)])
    expect(treeOf(place, end)).toBe(rebased(place, { base, commit }, onto))
    expect(place.git('fsck', '--strict', '--no-dangling')).toBe('')
  })

  it('merges changes of the same file, and makes the same files as git rebase', async () => {
    using place = gitPlace({ 'a.txt': lines(20) })
    const base = head(place)
    const commit = work(
      place,
      base,
      "sed -i 's/^2$/two/' a.txt; save one; sed -i 's/^4$/four/' a.txt; save two",
    )
    const onto = work(place, base, "sed -i 's/^15$/other/' a.txt; save other")
    const end = made(await gitOf(place).replay([{ base, commit }], onto))
    expect(log(place, `${onto}..${end}`, '%s')).toEqual(['one', 'two'])
    expect(treeOf(place, end)).toBe(rebased(place, { base, commit }, onto))
  })

  it('leaves work as it is where it stands already, and drops what is there already', async () => {
    using place = gitPlace({ 'a.txt': lines(9) })
    const git = gitOf(place)
    const base = head(place)
    const first = work(place, base, "sed -i 's/^2$/two/' a.txt; save one")
    const commit = work(
      place,
      first,
      'echo b > b.txt; save two; save empty; echo c > c.txt; save three',
    )
    const both: PieceOfWork = { base, commit }
    expect(made(await git.replay([both], base))).toBe(commit)
    expect(made(await git.replay([both], first))).toBe(commit)
    expect(made(await git.replay([both, both], base))).toBe(commit)
    expect(
      made(
        await git.replay(
          [
            { base, commit: first },
            { base: first, commit },
          ],
          base,
        ),
      ),
    ).toBe(commit)
    const later = work(place, commit, "sed -i 's/^two$/more/' a.txt; save more")
    expect(made(await git.replay([both], later))).toBe(later)
    // The first commit was picked, and the second one came as a part of something else.
    const onto = work(
      place,
      base,
      `echo x > x; save x; git cherry-pick ${first}; echo b > b.txt; save b`,
    )
    const end = made(await git.replay([both], onto))
    expect(log(place, `${onto}..${end}`, '%s')).toEqual(['three'])
    expect(made(await git.replay([both], end))).toBe(end)
  })

  it('makes one commit of a piece with merges in it', async () => {
    using place = gitPlace({ 'a.txt': lines(9), 'b.txt': 'b\n' })
    const git = gitOf(place)
    const base = head(place)
    const side = work(place, base, 'by Ann; echo side > side.txt; save side; by User')
    const commit = work(
      place,
      base,
      `echo own > own.txt; save own; by Bob; echo more > more.txt; save 'newest work
and a body'; by User; git merge -q -m merged ${side}`,
    )
    const onto = work(place, base, 'echo other >> b.txt; save other')
    const end = made(await git.replay([{ base, commit }], onto))
    expect(log(place, `${onto}..${end}`, '%P %an %B')).toEqual([`${onto} Bob newest work`])
    expect(place.git('ls-tree', '--name-only', end).split('\n')).toEqual([
      'a.txt',
      'b.txt',
      'more.txt',
      'own.txt',
      'side.txt',
    ])
    const said = made(await git.replay([{ base, commit, message: 'Größe\n' }], onto))
    expect(log(place, `${onto}..${said}`, '%s')).toEqual(['Größe'])
  })

  it('makes the same files as git rebase of whatever files there are', async () => {
    using place = gitPlace({ 'a.txt': 'a\n', 'dir/one': lines(9), 'dir/two': lines(9) })
    const base = work(
      place,
      head(place),
      String.raw`ln -s a.txt link; printf 'a\0b' > binary; echo x > tool; chmod +x tool; printf 'a\r\nb\r\n' > crlf.txt
        printf '*.txt text=auto\n' > .gitattributes; mkdir folder; echo f > folder/file; echo plain > plain
        mkdir sub; git update-index --add --cacheinfo 160000,1111111111111111111111111111111111111111,sub; save base`,
    )
    const commit = work(
      place,
      base,
      String.raw`ln -sf dir link; printf 'a\0c' > binary; chmod -x tool; printf 'a\r\nmore\r\nb\r\n' > crlf.txt; save modes
        git mv dir/one moved; echo ten >> moved; save renamed
        git rm -rq folder; echo file > folder; git rm -q plain; mkdir plain; echo in > plain/in; save swapped
        mkdir 'ünï côdé'; echo u > 'ünï côdé/ß "q" \ '; printf x > "$(printf 'tab\tline\nend\n.')"; save names
        printf x > "$(printf 'latin\351')"; save bytes
        git update-index --cacheinfo 160000,2222222222222222222222222222222222222222,sub; git commit -qm sub`,
    )
    const elsewhere = work(place, base, 'echo o > other; save other')
    const same = work(place, base, 'echo ten > dir/three; echo more >> a.txt; save other')
    for (const onto of [elsewhere, same]) {
      const end = made(await gitOf(place).replay([{ base, commit }], onto))
      expect(log(place, `${onto}..${end}`, '%s')).toEqual(log(place, `${base}..${commit}`, '%s'))
      expect(place.git('ls-tree', '-r', end)).toBe(
        place.git('ls-tree', '-r', rebased(place, { base, commit }, onto)),
      )
    }
    expect(place.git('fsck', '--strict', '--no-dangling')).toBe('')
  })

  it('tells the conflicts as landing does, and leaves neither commits nor files behind', async () => {
    using place = gitPlace({ 'a.txt': lines(9), 'gone.txt': lines(9), 'b.txt': 'b\n' })
    const git = gitOf(place)
    const base = head(place)
    const commit = work(
      place,
      base,
      "echo b >> b.txt; save fine; sed -i 's/^2$/two/' a.txt; echo new > add.txt; git rm -q gone.txt; echo f > place; save bad",
    )
    const onto = work(
      place,
      base,
      "sed -i 's/^2$/zwei/' a.txt; echo neu > add.txt; echo 10 >> gone.txt; mkdir place; echo in > place/in; save other",
    )
    const commits = () =>
      place.git('cat-file', '--batch-all-objects', '--batch-check=%(objecttype)')
    const count = () =>
      commits()
        .split('\n')
        .filter((type) => type === 'commit').length
    const before = count()
    const replayed = await git.replay(
      [
        { base, commit: base },
        { base, commit },
      ],
      onto,
    )
    expect(replayed).toMatchObject({ is: 'conflict', piece: 1 })
    const conflicts = 'conflicts' in replayed ? replayed.conflicts : []
    expect(conflicts.map(({ path, kind }) => [path, kind])).toEqual([
      ['a.txt', 'content'],
      ['add.txt', 'add/add'],
      ['gone.txt', 'modify/delete'],
      ['place', 'file/directory'],
    ])
    const text = (blob: string | null) =>
      blob === null ? null : place.git('cat-file', 'blob', blob)
    const added = conflicts[1]!
    expect([added.base, added.target, added.task].map(text)).toEqual([null, 'neu', 'new'])
    expect(count()).toBe(before)
    expect(readdirSync(join(place.top, 'scratch'))).toEqual([])
    expect(place.git('for-each-ref', 'refs/conductor')).toBe('')
  })

  it('makes the same commits again, in another clone, and by another user', async () => {
    using place = gitPlace({ 'a.txt': lines(20), 'b.txt': 'b\n' })
    using clone = gitPlace()
    const base = head(place)
    const commit = work(
      place,
      base,
      "sed -i 's/^2$/two/' a.txt; save one; echo more >> b.txt; save two",
    )
    const onto = work(place, base, "sed -i 's/^15$/other/' a.txt; save other")
    const pieces = [{ base, commit }]
    const end = made(await gitOf(place).replay(pieces, onto))
    clone.git('fetch', '-q', place.path, commit, onto)
    clone.git('config', 'user.name', 'Somebody else')
    expect(made(await gitOf(clone).replay(pieces, onto))).toBe(end)
    expect(made(await gitOf(place).replay(pieces, onto))).toBe(end)
    const merged = made(await gitOf(place).merge([commit, onto], 'merged\n'))
    expect(made(await gitOf(place).merge([commit, onto], 'merged\n'))).toBe(merged)
    expect(log(place, `${merged}^!`, '%P %s')).toEqual([`${commit} ${onto} merged`])
    expect(made(await gitOf(place).merge([base, commit, base], 'merged\n'))).toBe(commit)
  })

  it('touches neither the checkout nor anything else that is the user’s', async () => {
    using place = gitPlace({ 'a.txt': lines(20), 'b.txt': 'b\n' })
    const git = gitOf(place)
    const base = head(place)
    const commit = work(place, base, "sed -i 's/^2$/two/' a.txt; save one")
    const onto = work(place, base, "sed -i 's/^15$/other/' a.txt; save other")
    place.write('a.txt', 'half done')
    place.git('add', 'a.txt')
    place.write('b.txt', 'half done, too')
    const sum = () =>
      execFileSync(
        'sh',
        ['-c', 'find . -path ./.git/objects -prune -o -type f -print0 | sort -z | xargs -0 cksum'],
        {
          cwd: place.path,
          encoding: 'utf8',
        },
      )
    const before = sum()
    const end = made(await git.replay([{ base, commit }], onto))
    made(await git.merge([commit, onto], 'merged\n'))
    await git.contains(onto, [{ base, commit }])
    await git.withFilesOf({ onto, from: commit, paths: ['a.txt'], parents: [onto], message: 'm' })
    expect(sum()).toBe(before)
    await git.keep(end, 'run-1/issue-1')
    const refs = place.git('for-each-ref', '--format=%(objectname) %(refname)', 'refs/conductor')
    expect(refs).toBe(`${end} refs/conductor/kept/published/run-1/issue-1`)
  })

  it('works in a repository with long names of objects, and in a shallow clone', async () => {
    using place = gitPlace()
    place.git('init', '-q', '--object-format=sha256', '../long')
    const long = { ...place, ...gitFolder(join(place.top, 'long')) }
    const there = { ...long, repository: { root: long.path, common: join(long.path, '.git') } }
    introduceUser(long.path)
    const base = long.commit('first', { 'a.txt': lines(20), 'b.txt': 'b\n' })
    const commit = work(
      there,
      base,
      "sed -i 's/^2$/two/' a.txt; save one; echo c > c.txt; save two",
    )
    const onto = work(there, base, "sed -i 's/^15$/other/' a.txt; save other")
    const end = made(await gitOf(there).replay([{ base, commit }], onto))
    expect(treeOf(there, end)).toBe(rebased(there, { base, commit }, onto))
    expect(await gitOf(there).contains(end, [{ base, commit }])).toBe(true)

    long.git('branch', '-q', 'tip', onto)
    place.git('init', '-q', '--object-format=sha256', '../shallow')
    const shallow = { ...place, ...gitFolder(join(place.top, 'shallow')) }
    introduceUser(shallow.path)
    shallow.git('fetch', '-q', '--depth=1', `file://${long.path}`, 'tip')
    const tip = work({ ...shallow }, onto, 'echo x > x.txt; save x')
    const here = {
      ...shallow,
      repository: { root: shallow.path, common: join(shallow.path, '.git') },
    }
    const next = work({ ...shallow }, onto, 'echo y > y.txt; save y')
    const put = made(await gitOf(here).replay([{ base: onto, commit: tip }], next))
    expect(log(here, `${next}..${put}`, '%s')).toEqual(['x'])
    expect(await gitOf(here).contains(next, [{ base: onto, commit: tip }])).toBe(false)
    // What is not here cannot be replayed, and is not called contained.
    await expect(gitOf(here).replay([{ base, commit }], next)).rejects.toThrow(/git/)
    expect(await gitOf(here).contains(next, [{ base, commit }])).toBe(false)
  })
})

describe('a commit with files of another', () => {
  it('has those files, and everything else as it was', async () => {
    using place = gitPlace({ 'a.txt': 'a\n', 'dir/b.txt': 'b\n', 'gone.txt': 'g\n', swap: 's\n' })
    const git = gitOf(place)
    const onto = head(place)
    const from = work(
      place,
      onto,
      'echo new > dir/b.txt; echo no > a.txt; git rm -q gone.txt swap; mkdir swap; echo in > swap/in; echo ü > ü; save from',
    )
    const paths = ['dir/b.txt', 'gone.txt', 'swap/in', 'ü', 'never-there']
    const request = { onto, from, paths, parents: [onto, from], message: 'files\n' }
    const commit = await git.withFilesOf(request)
    expect(await git.withFilesOf(request)).toBe(commit)
    expect(place.git('diff', '--name-only', commit, from)).toBe('a.txt')
    expect(log(place, `${commit}^!`, '%P %s')).toEqual([`${onto} ${from} files`])
    expect((await git.pathsOf({ base: onto, commit })).toSorted()).toEqual([
      'dir/b.txt',
      'gone.txt',
      'swap',
      'swap/in',
      'ü',
    ])
    expect(await git.isAncestor(onto, commit)).toBe(true)
    expect(await git.isAncestor(commit, onto)).toBe(false)
  })
})

const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `${at + 1}\n`).join('')
