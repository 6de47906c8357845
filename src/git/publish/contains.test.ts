import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { gitPlace, type GitPlace } from '../../../test/repository/git-place.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { openPublishGit } from './publish-git.ts'

const gitOf = (place: GitPlace) =>
  openPublishGit(place.repository, { remote: 'origin', scratch: join(place.top, 'scratch') })

/** Runs a script on a branch that begins at a commit, and returns where it ends. */
function work(place: GitPlace, from: string, script: string): CommitId {
  place.git('checkout', '-q', '--force', '--detach', from)
  const save = 'save() { git add --all; git commit -q --allow-empty -m "$1"; }'
  execFileSync('sh', ['-ec', `${save}\n${script}`], { cwd: place.path, stdio: 'pipe' })
  return commitId(place.git('rev-parse', 'HEAD'))
}

const LINES = Array.from({ length: 20 }, (_, at) => `${at + 1}\n`).join('')

it('work is in a commit after a merge, a squash, a rebase and a cherry-pick, and when its lines were changed again', async () => {
  using place = gitPlace({ 'a.txt': LINES, 'b.txt': LINES, bin: Buffer.from([0, 1, 2]) })
  const git = gitOf(place)
  const base = commitId(place.git('rev-parse', 'HEAD'))
  const one = work(place, base, "sed -i 's/^2$/two/' a.txt; echo n > new.txt; save one")
  const two = work(place, one, "sed -i 's/^two$/TWO/' a.txt; git rm -q b.txt; save two")
  // The second piece began from a branch that had other work, too.
  const mixed = work(place, two, 'echo other > other.txt; save other')
  const three = work(place, mixed, "sed -i 's/^TWO$/2!/' a.txt; printf '\\0\\7' > bin; save three")
  const pieces = [
    { base, commit: two },
    { base: mixed, commit: three },
  ]
  const main = work(place, base, "sed -i 's/^19$/main/' a.txt; echo m > main.txt; save main")
  const squash = `git cherry-pick -n ${one} ${two} ${three}; save squashed`
  const ways: Readonly<Record<string, string>> = {
    merge: `git merge -q -m merged ${three}`,
    squash,
    rebase: `git cherry-pick ${one} ${two} ${three}`,
    'one by one': `git cherry-pick ${one}; echo x > x; save x; git cherry-pick ${two}; echo y > y; save y; git cherry-pick ${three}`,
    'squash, then others': `${squash}; echo z > z; save z`,
    'squash, then the same lines': `${squash}; sed -i 's/^2!$/zwei/' a.txt; save again; git rm -q new.txt; save gone`,
  }
  for (const [way, script] of Object.entries(ways))
    expect([way, await git.contains(work(place, main, script), pieces)]).toEqual([way, true])
  const nearMisses: Readonly<Record<string, string>> = {
    nothing: 'save nothing',
    'only the first piece': `git cherry-pick -n ${one} ${two}; save most`,
    'all but one file': `git cherry-pick -n ${one} ${two} ${three}; git reset -q; git checkout -q -- bin; save most`,
    'another binary': `git cherry-pick -n ${one} ${two} ${three}; printf '\\0\\10' > bin; save most`,
    'another mode': `git cherry-pick -n ${one} ${two} ${three}; git update-index --chmod=+x new.txt; git commit -qm most; git checkout -q -f`,
    'another indent': `git cherry-pick -n ${one} ${two} ${three}; printf ' n\\n' > new.txt; save most`,
  }
  for (const [miss, script] of Object.entries(nearMisses))
    expect([miss, await git.contains(work(place, main, script), pieces)]).toEqual([miss, false])
  expect(await git.contains(main, [])).toBe(true)
})

it('a merge driver that keeps one side does not hide that work is missing', async () => {
  using place = gitPlace({ 'a.txt': LINES, '.gitattributes': '* merge=ours\n' })
  place.git('config', 'merge.ours.driver', 'true')
  const base = commitId(place.git('rev-parse', 'HEAD'))
  const commit = work(place, base, "sed -i 's/^2$/two/' a.txt; save one")
  const main = work(place, base, "sed -i 's/^9$/nine/' a.txt; save other")
  expect(await gitOf(place).contains(main, [{ base, commit }])).toBe(false)
})

/** Which lines of which of three files a change replaces; a file is 8 equal lines, so that lines are easily mixed up. */
const edits = fc.uniqueArray(
  fc.record({ file: fc.nat(2), line: fc.nat(7), text: fc.constantFrom('x', 'y', 'same') }),
  {
    minLength: 1,
    maxLength: 4,
    selector: ({ file, line }) => `${file} ${line}`,
  },
)
type Edits = typeof edits extends fc.Arbitrary<infer Value> ? Value : never

it('of any edits, those are contained that are in the files, and nothing is called contained that is missing', async () => {
  using place = gitPlace(filesAfter([]))
  const base = commitId(place.git('rev-parse', 'HEAD'))
  const git = gitOf(place)
  await fc.assert(
    fc.asyncProperty(
      edits,
      edits,
      fc.array(fc.boolean(), { maxLength: 4 }),
      async (ours, others, left) => {
        const taken = ours.filter((_, at) => left[at] !== true)
        const commit = commitWith(place, base, filesAfter(ours))
        const clear = others.filter((one) => !ours.some((own) => own.file === one.file))
        const squash = commitWith(place, base, filesAfter([...clear, ...taken]))
        const isWhole = Object.entries(filesAfter([...clear, ...ours])).every(
          ([name, text]) => filesAfter([...clear, ...taken])[name] === text,
        )
        expect(await git.contains(squash, [{ base, commit }])).toBe(isWhole)
      },
    ),
    { numRuns: 12, seed: 16 },
  )
})

function filesAfter(edited: Edits): Record<string, string> {
  const files = [0, 1, 2].map(() => Array.from({ length: 8 }, () => 'same'))
  for (const { file, line, text } of edited) files[file]![line] = text
  return Object.fromEntries(files.map((lines, at) => [`${at}.txt`, `${lines.join('\n')}\n`]))
}

function commitWith(place: GitPlace, from: CommitId, files: Record<string, string>): CommitId {
  place.git('checkout', '-q', '--force', '--detach', from)
  return place.commit('edited', files)
}
