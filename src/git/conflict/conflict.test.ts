import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gitPlace, type GitPlace } from '../../../test/repository/git-place.ts'
import type { ConflictKind, Keep } from '../../core/conflict/conflict.ts'
import { applyDecisions, type Decisions } from '../../core/conflict/resolution.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { readConflict, type Sides } from './read-conflict.ts'
import { commitResolution } from './write-resolution.ts'

/** One file of each kind, as both sides have changed it. */
const BEFORE = `
seq 9 > text.txt; seq 9 | sed 's/$/\\r/' > windows.txt; printf 'no end' > end.txt
for name in renamed deleted kept; do seq 9 | sed "s/^/$name /" > $name.txt; done
printf 'a\\0b' > binary.dat; ln -s text.txt link; echo plain > plain
printf 'caf\\351\\n' > latin.txt; seq 200000 > large.txt
mkdir old; for n in 1 2 3; do seq 9 | sed "s/^/$n /" > old/$n; done
sub() { git update-index --add --cacheinfo 160000,$(printf %040d 0 | tr 0 $1),sub; }
git add --all; sub 1; git commit -qm before`
const TASK = `
sed -i 's/^2$/task 2/; s/^8$/task 8/' text.txt; sed -i 's/^2/task/' windows.txt; printf 'task end' > end.txt
git mv renamed.txt task.txt; sed -i 's/5/task/' task.txt deleted.txt; git rm -q kept.txt
printf 'a\\0task' > binary.dat; ln -sf task link; echo task > both.txt; echo file > place
echo same > mode.txt; chmod +x mode.txt; echo new > old/new; git rm -q plain; mkdir plain; echo in > plain/in
printf 'task \\351\\n' > latin.txt; echo task >> large.txt; echo task > clean-task.txt
git add --all; sub 2; git commit -qm task`
const LANDED = `
sed -i 's/^2$/landed 2/; s/^8$/landed 8/' text.txt; sed -i 's/^2/landed/' windows.txt; printf 'landed end' > end.txt
git mv renamed.txt landed.txt; sed -i 's/5/landed/' landed.txt kept.txt; git rm -q deleted.txt
printf 'a\\0landed' > binary.dat; ln -sf landed link; echo landed > both.txt; mkdir place; echo in > place/in
echo same > mode.txt; git mv old now; echo changed > plain
printf 'landed \\351\\n' > latin.txt; echo landed >> large.txt; echo landed > clean-landed.txt
git add --all; sub 3; git commit -qm landed`

const KINDS: Readonly<Record<string, ConflictKind>> = {
  'binary.dat': 'binary',
  'both.txt': 'text',
  'deleted.txt': 'deleted',
  'end.txt': 'text',
  'kept.txt': 'deleted',
  'large.txt': 'large',
  'latin.txt': 'binary',
  link: 'link',
  'mode.txt': 'mode',
  'now/new': 'moved',
  place: 'folder',
  plain: 'folder',
  'renamed.txt': 'renamed',
  sub: 'submodule',
  'text.txt': 'text',
  'windows.txt': 'text',
}

function collide(place: GitPlace): Sides {
  const script = [
    BEFORE,
    'git branch landed; git checkout -q -b task',
    TASK,
    'git checkout -q -f landed',
    LANDED,
    'git checkout -q -f main',
  ].join('\n')
  execFileSync('sh', ['-ec', script], { cwd: place.path, stdio: 'pipe' })
  const at = (name: string): CommitId => commitId(place.git('rev-parse', name))
  return { onto: at('landed'), commit: at('task') }
}

async function conflictIn(place: GitPlace, sides: Sides) {
  const scratch = join(place.top, 'scratch')
  mkdirSync(scratch, { recursive: true })
  const git = { in: place.path }
  const found = await readConflict({ repository: place.repository, scratch, git }, sides)
  const resolve = async (decisions: Decisions): Promise<CommitId> => {
    const applied = applyDecisions(found, decisions)
    if (!applied.ok) throw new Error(JSON.stringify(applied.problem))
    const { tree } = found
    const resolving = { ...sides, tree, resolved: applied.resolved, message: 'resolved\n' }
    return commitResolution(place.repository, scratch, resolving)
  }
  const alike = (keep: Keep): Decisions =>
    Object.fromEntries(found.files.map(({ path }) => [path, { keep }]))
  return { found, resolve, alike }
}

it('every kind of conflict is read with its versions, and resolved to either side', async () => {
  using place = gitPlace()
  const sides = collide(place)
  const { found, resolve, alike } = await conflictIn(place, sides)
  expect(Object.fromEntries(found.files.map(({ path, kind }) => [path, kind]))).toEqual(KINDS)
  const list = (commit: string): string => place.git('ls-tree', '-r', commit)

  // Of a side, all files in conflict are as that side has them; the rest is merged.
  for (const [keep, side, other] of [
    ['landed', sides.onto, 'clean-task.txt'],
    ['task', sides.commit, 'clean-landed.txt'],
  ] as const) {
    const commit = await resolve(alike(keep))
    expect(place.git('log', '-1', '--format=%P %s', commit)).toBe(
      `${sides.commit} ${sides.onto} resolved`,
    )
    const merged = new Set(list(commit).split('\n'))
    const own = list(side).split('\n')
    const theirs = own.filter((row) => !merged.has(row) && !/\told\//.test(row))
    expect(theirs).toEqual([])
    const added = [...merged].filter((row) => !own.includes(row) && !/\tnow\//.test(row))
    expect(added).toEqual([expect.stringContaining(other)])
  }

  const mixed = await resolve({
    ...alike('task'),
    'text.txt': { hunks: ['landed', { text: 'my 8' }] },
    'windows.txt': { hunks: [{ text: 'mine\nand more' }] },
    'end.txt': { keep: 'both' },
    'both.txt': { keep: 'both' },
    'renamed.txt': { keep: 'both' },
    'deleted.txt': { text: 'written anew\n' },
  })
  const read = (path: string): string =>
    execFileSync('git', ['show', `${mixed}:${path}`], { cwd: place.path, encoding: 'utf8' })
  expect(read('text.txt')).toBe('1\nlanded 2\n3\n4\n5\n6\n7\nmy 8\n9\n')
  expect(read('windows.txt')).toMatch(/^1\r\nmine\r\nand more\r\n3\r\n/)
  expect(read('end.txt')).toBe('landed end\ntask end')
  expect(read('both.txt')).toBe('landed\ntask\n')
  expect(read('deleted.txt')).toBe('written anew\n')
  expect([read('landed.txt'), read('task.txt')]).toEqual([
    expect.stringContaining('renamed landed\n'),
    expect.stringContaining('renamed task\n'),
  ])
  expect(read('plain/in') + read('place')).toBe('in\nfile\n')
})

it('its token stays while other work lands, and changes with a version in conflict', async () => {
  using place = gitPlace({ 'a.txt': 'a\n' })
  const base = commitId(place.git('rev-parse', 'HEAD'))
  const task = place.commit('task', { 'a.txt': 'task\n' })
  place.git('checkout', '-q', '--detach', base)
  const onto = place.commit('landed', { 'a.txt': 'landed\n' })
  const token = async (sides: Sides) => (await conflictIn(place, sides)).found.token
  const first = await token({ onto, commit: task })
  const beside = place.commit('beside', { 'b.txt': 'b\n' })
  expect(await token({ onto: beside, commit: task })).toBe(first)
  const again = place.commit('again', { 'a.txt': 'landed again\n' })
  expect(await token({ onto: again, commit: task })).not.toBe(first)
  expect((await conflictIn(place, { onto: base, commit: task })).found.files).toEqual([])
})
