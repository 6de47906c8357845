import { execFileSync } from 'node:child_process'

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gitPlace, type GitPlace } from '../../../test/repository/git-place.ts'
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
})

const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `${at + 1}\n`).join('')
