import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { BIN, eventsIn, repository, type RepositoryFolder } from '../conductor.ts'
import { reachOnce } from '../reach-once.ts'
import { gitIn, writeIn } from '../repository/git-in.ts'

const PLAN = `
config: {parallel: 2, check: "! grep -rq broken --include=*.txt ."}
tasks:
  - {id: bread, run: "echo bread > bread.txt; mkdir -p far/away; echo far > far/away/a.txt"}
  - {id: eggs, run: "echo eggs >> list.txt; rm old.txt"}
`

/** A run that is over, with two landed tasks, and main where it was. */
const landed = reachOnce(async () => {
  const shop = repository({
    'list.txt': 'milk\n',
    'old.txt': 'old\n',
    'notes.md': 'n\n',
    'tasks.yaml': PLAN,
  })
  const { code, stdout } = await shop.conductor('run', 'tasks.yaml')
  if (code !== 0) throw new Error(`not all has landed:\n${stdout}`)
  return shop
})

const result = (shop: RepositoryFolder): string => shop.git('rev-parse', 'conductor/run-1')
const main = (shop: RepositoryFolder): string => shop.git('rev-parse', 'main')
const files = (shop: RepositoryFolder): readonly string[] =>
  ['bread.txt', 'far/away/a.txt', 'list.txt', 'old.txt'].map((file) =>
    existsSync(join(shop.path, file)) ? readFileSync(join(shop.path, file), 'utf8').trim() : '-',
  )

const BEFORE = ['-', '-', 'milk', 'old']
const AFTER = ['bread', 'far', 'milk\neggs', '-']

it('shows what has landed, merges it by a fast-forward with the checkout, and undoes that', async () => {
  await using shop = await landed()
  const before = main(shop)
  writeIn(shop.path, 'mine.txt', 'not tracked')

  const shown = await shop.conductor('take')
  expect(shown.code).toBe(2)
  expect(shown.stdout).toMatch(/^Run 1: 2 landed, 0 conflicts, /)
  expect(shown.stdout).toMatch(/\[\+\] bread {2}[0-9a-f]{9} {2}checked/)
  expect(shown.stdout).toContain(
    '2 commits on conductor/run-1: 2 files created, 2 changed (+3, -1)',
  )
  expect(shown.stdout).toContain('not taken yet')
  expect(shown.stdout).toMatch(/conductor take --merge +main moves forward from/)
  expect(shown.stderr).toContain('Nothing was taken: choose one of these')
  expect((await shop.conductor('status')).stdout).toContain('Result: not taken yet: conductor take')

  const tried = await shop.conductor('take', '--check')
  expect(tried.stdout).toBe(
    'Run 1 can be taken into main by a fast-forward; the check passed. Nothing was changed.\n',
  )
  expect([main(shop), files(shop)]).toEqual([before, BEFORE])

  const taken = await shop.conductor('take', '--merge')
  expect(taken.stdout).toContain(`Run 1 was taken into main at ${result(shop).slice(0, 9)}`)
  expect(taken.stdout).toContain('Undo it with: conductor take --undo')
  expect([main(shop), files(shop)]).toEqual([result(shop), AFTER])
  expect(shop.git('status', '--porcelain', '--', ':!.conductor')).toBe('?? mine.txt')
  expect(shop.git('reflog', '-1', '--format=%gs', 'HEAD')).toBe('conductor: take run 1')

  const again = await shop.json('take', '--merge')
  expect(again).toMatchObject({ is_new: false, how: 'fast-forward', into: 'main' })
  expect((await shop.conductor('runs')).stdout).toMatch(/taken into main at [0-9a-f]{9}, .* ago/)
  expect((await shop.conductor('report')).stdout).toMatch(/The result was taken into main at/)
  expect(await shop.json('report')).toMatchObject({
    landing: { taken: { how: 'fast-forward', into: 'main', is_all: true } },
  })

  const undone = await shop.conductor('take', '--undo')
  expect(undone.stdout).toContain(`Undone: main is back at ${before.slice(0, 9)}`)
  expect([main(shop), files(shop)]).toEqual([before, BEFORE])
  expect(existsSync(join(shop.path, 'far'))).toBe(false)
  expect(shop.git('status', '--porcelain', '--', ':!.conductor')).toBe('?? mine.txt')
  const kept = shop.git('for-each-ref', '--format=%(objectname)', 'refs/conductor/kept/taken')
  expect(kept.split('\n').toSorted()).toEqual([before, result(shop)].toSorted())
  expect((await shop.conductor('take', '--undo')).stderr).toContain('run 1 has not been taken')
}, 60_000)

it('merges with a merge commit into a branch that has moved, and says why it cannot be undone later', async () => {
  await using shop = await landed()
  writeIn(shop.path, 'mine.txt', 'mine')
  shop.git('add', 'mine.txt')
  shop.git('commit', '--quiet', '-m', 'mine')
  const before = main(shop)
  const refused = await shop.conductor('take', '--ff-only')
  expect(refused).toMatchObject({ code: 2 })
  expect(refused.stderr).toMatch(/main has moved since run 1 began.*\n.*conductor take --merge/)

  const taken = await shop.json('take', '--merge')
  expect(taken).toMatchObject({ is_new: true, check: 'passed', how: 'merge-commit' })
  expect(shop.git('rev-parse', 'main^1', 'main^2').split('\n')).toEqual([before, result(shop)])
  expect(shop.git('log', '-1', '--format=%B')).toBe(
    'Take run 1 into main: 2 tasks\n\n- bread\n- eggs\n\nConductor-Run: 1',
  )
  expect(files(shop)).toEqual(AFTER)

  writeIn(shop.path, 'list.txt', 'changed')
  expect((await shop.conductor('take', '--undo')).stderr).toContain('main is checked out with')
  shop.git('commit', '--quiet', '-am', 'more')
  const undone = await shop.conductor('take', '--undo')
  expect(undone.code).toBe(2)
  expect(undone.stderr).toMatch(/main has gone on since.*\n.*git revert -m 1 [0-9a-f]{9}/)
}, 60_000)

it('refuses, with the reason and the next step, whatever would lose something', async () => {
  await using shop = await landed()
  const before = main(shop)
  const refusal = async (...flags: readonly string[]): Promise<string> => {
    const { code, stderr } = await shop.conductor('take', ...flags)
    expect([code, main(shop)]).toEqual([code, before])
    return `${code} ${stderr}`
  }
  writeIn(shop.path, 'list.txt', 'milk\nmine\n')
  expect(await refusal('--merge')).toMatch(/^2 .*not committed: list\.txt\n.*git stash/)
  shop.git('checkout', '--quiet', 'list.txt')

  writeIn(shop.path, 'bread.txt', 'precious')
  writeIn(shop.path, '.git/info/exclude', '/.conductor/\nbread.txt\n')
  expect(await refusal('--merge')).toMatch(/^2 .*does not track would be overwritten: bread\.txt/)
  expect(readFileSync(join(shop.path, 'bread.txt'), 'utf8')).toBe('precious')
  rmSync(join(shop.path, 'bread.txt'))
  writeIn(shop.path, 'far', 'a file where a folder must be')
  expect(await refusal('--merge')).toMatch(/overwritten: far$/m)
  rmSync(join(shop.path, 'far'))

  shop.git('switch', '--quiet', '--detach')
  const other = join(dirname(shop.path), 'other')
  shop.git('worktree', 'add', '--quiet', other, 'main')
  expect(await refusal('--merge')).toMatch(/^2 .*main is checked out in .*other\n/)
  shop.git('worktree', 'remove', other)

  for (const name of ['a..b', '@', 'HEAD', '@{-1}'])
    expect(await refusal('--branch', name)).toContain('cannot be the name of a branch')
  expect(await refusal('--branch', 'conductor')).toContain('there is a branch conductor/run-1')
  expect(await refusal('--push')).toMatch(/no remote\n.*git remote add/)
  expect(await refusal('--branch', 'x', '--push')).toContain(
    '--branch and --push cannot be combined',
  )
  expect(await refusal('--undo')).toContain('run 1 has not been taken')
  mkdirSync(join(shop.path, 'full/of'), { recursive: true })
  expect(await refusal('--patches', 'full')).toMatch(/full is not empty\n.*--patches <folder>/)
  rmSync(join(shop.path, 'full'), { recursive: true })
  expect(await refusal('9')).toContain('there is no run 9 here')

  // Not checked out anywhere, main is only a ref, and follows without touching the checkout.
  expect((await shop.conductor('take', '--merge')).code).toBe(0)
  expect([main(shop), shop.git('rev-parse', 'HEAD')]).toEqual([result(shop), before])
}, 60_000)

it('says that the previous run has not been taken, builds on it, and takes both at once', async () => {
  await using shop = await landed()
  const plan = 'tasks: [{id: jam, run: "grep eggs list.txt && cat bread.txt > jam.txt"}]\n'
  writeIn(shop.path, 'more.yaml', plan)
  const before = main(shop)
  shop.git('merge', '--quiet', '--ff-only', 'conductor/run-1~1')
  const without = await shop.conductor('run', 'more.yaml')
  expect(without.stderr).toMatch(
    /run 1 has not been taken as a whole: .* without 1 of its 2 landed tasks\..*\(conductor take 1\).*--on-top/,
  )
  expect(without.code).toBe(1)
  expect((await shop.conductor('take')).stderr).toMatch(
    /nothing has landed in run 2\nrun 1 has 2 landed tasks to take: conductor take --run 1/,
  )
  shop.git('reset', '--quiet', '--hard', before)

  writeIn(shop.path, 'mine.txt', 'mine')
  shop.git('add', 'mine.txt')
  shop.git('commit', '--quiet', '-m', 'mine')
  const onTop = await shop.conductor('run', 'more.yaml', '--new', '--on-top')
  expect(onTop.code).toBe(0)
  expect(onTop.stdout).toMatch(
    /landing on conductor\/run-3, which begins at \w+ \(on top of run 1\)/,
  )
  expect((await shop.conductor('take', '--merge')).code).toBe(0)
  expect(files(shop)).toEqual(AFTER)
  expect(readFileSync(join(shop.path, 'jam.txt'), 'utf8')).toBe('bread\n')
  expect((await shop.conductor('runs')).stdout).toMatch(/run 1 .*taken into main with run 3/)
  expect((await shop.conductor('take', '1', '--undo')).stderr).toMatch(
    /came into main when run 3 was taken\n.*conductor take --run 3 --undo/,
  )
  expect((await shop.conductor('workspaces')).stdout).not.toContain('conductor/run-1')

  // The undo takes both back.
  expect((await shop.conductor('take', '--undo')).stdout).toContain('stays on conductor/run-3')
  expect((await shop.conductor('workspaces')).stdout).toContain('conductor/run-1')
  expect((await shop.conductor('status', '1')).stdout).toContain('Result: not taken yet')
  // The next one is about what was taken last, not about the newest run.
  expect((await shop.conductor('take', '--run', '1', '--merge')).stdout).toContain(
    'Run 1 was taken into',
  )
  expect((await shop.conductor('take', '--undo')).stdout).toContain('stays on conductor/run-1')
  // What is undone without us is not taken any more, either.
  expect((await shop.conductor('take', '1', '--merge')).code).toBe(0)
  shop.git('reset', '--quiet', '--hard', 'main^1')
  expect((await shop.conductor('status', '1')).stdout).toContain('Result: not taken yet')
  // A result that is taken needs its branch no more, but an undo does.
  expect((await shop.conductor('take', '1', '--merge')).code).toBe(0)
  shop.git('branch', '--quiet', '-D', 'conductor/run-1')
  expect((await shop.conductor('take', '1')).stderr).toMatch(/already, and its branch .* is gone\n/)
  expect((await shop.conductor('take', '--undo')).stdout).toMatch(
    /with the result is gone; make it again: git branch conductor\/run-1 \w+\n$/,
  )
}, 60_000)

it('refuses a conflict and a check that fails on the merged result, and notices a merge by hand', async () => {
  await using shop = await landed()
  writeIn(shop.path, 'list.txt', 'water\n')
  shop.git('commit', '--quiet', '-am', 'water')
  const conflict = await shop.conductor('take', '--merge')
  expect(conflict.code).toBe(1)
  expect(conflict.stderr).toMatch(
    /conflicts with the result in list\.txt\n.*git merge conductor\/run-1/,
  )
  shop.git('reset', '--quiet', '--hard', 'HEAD~1')
  writeIn(shop.path, 'mine.txt', 'broken')
  shop.git('add', 'mine.txt')
  shop.git('commit', '--quiet', '-m', 'broken')
  const before = main(shop)
  for (const flag of ['--check', '--merge']) {
    const red = await shop.conductor('take', flag)
    expect(red.code).toBe(1)
    expect(red.stderr).toContain('the check fails on the result merged into main')
  }
  expect([main(shop), files(shop)]).toEqual([before, BEFORE])
  expect(existsSync(`${shop.path}-check-1`)).toBe(false)

  shop.git('reset', '--quiet', '--hard', 'HEAD~1')
  shop.git('commit', '--quiet', '--allow-empty', '-m', 'mine')
  shop.git('merge', '--quiet', '--squash', 'conductor/run-1')
  shop.git('commit', '--quiet', '-m', 'all of run 1')
  const squashed = main(shop)
  expect((await shop.conductor('status')).stdout).toContain(
    'Result: merged into main by hand, seen ',
  )
  expect((await shop.conductor('take')).code).toBe(0)
  expect(await shop.json('take', '--merge')).toMatchObject({ is_new: false, how: 'by-hand' })
  expect(main(shop)).toBe(squashed)
  expect((await shop.conductor('take', '--undo')).stderr).toContain('merged by hand')
  expect(eventsIn(shop.path).filter(({ type }) => type === 'result-taken')).toHaveLength(1)
}, 60_000)

it('makes a branch, patches that git am applies, and pushes to a remote', async () => {
  await using shop = await landed()
  const tree = shop.git('rev-parse', 'conductor/run-1^{tree}')
  expect((await shop.conductor('take', '--branch', 'feature/shop')).code).toBe(0)
  expect(shop.git('rev-parse', 'feature/shop')).toBe(result(shop))
  expect((await shop.conductor('take', '--branch', 'feature/shop')).stdout).toContain('already')
  expect((await shop.conductor('take', '--undo')).stdout).toContain('feature/shop is deleted')
  expect(shop.git('branch', '--list', 'feature/shop')).toBe('')

  // A branch that was there before is the user's own, so it is not recorded, and no undo deletes it.
  shop.git('branch', 'mine', 'conductor/run-1')
  const mine = await shop.conductor('take', '--branch', 'mine')
  expect(mine.stdout).toBe(
    'The branch mine is at the result of run 1 already; nothing was changed.\n',
  )
  expect((await shop.conductor('take', '--undo')).stderr).toContain('run 1 has not been taken')
  expect(shop.git('rev-parse', 'mine')).toBe(result(shop))

  writeIn(shop.path, 'file', '')
  for (const folder of ['file', 'file/x', 'file/x/y'])
    expect(await shop.conductor('take', '--patches', folder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${folder} cannot be the folder of the patches: `),
    })
  rmSync(join(shop.path, 'file'))
  expect((await shop.conductor('take', '--patches', '../out')).stdout).toMatch(
    /exported as 2 patches to .*out\.\nApply them with: git am --keep-cr .*out\/\*\.patch/,
  )
  shop.git('switch', '--quiet', '-c', 'patched')
  const out = join(dirname(shop.path), 'out')
  const patches = readdirSync(out).toSorted()
  expect(patches.map((name) => name.slice(5)).toSorted()).toEqual([
    'Land-bread.patch',
    'Land-eggs.patch',
  ])
  shop.git('am', '--quiet', ...patches.map((name) => join(out, name)))
  expect(shop.git('rev-parse', 'HEAD^{tree}')).toBe(tree)
  expect((await shop.conductor('take', '--undo')).stderr).toContain('patches are only files')

  const bare = join(dirname(shop.path), 'bare.git')
  gitIn(shop.path, 'init', '--quiet', '--bare', bare)
  shop.git('remote', 'add', 'hub', bare)
  expect((await shop.conductor('take', '--push', 'origin')).stderr).toMatch(
    /no remote "origin"\n.*hub/,
  )
  expect(await shop.json('take', '--push')).toMatchObject({
    is_new: true,
    how: 'push',
    into: 'hub',
    commit: result(shop),
  })
  expect(gitIn(bare, 'rev-parse', 'conductor/run-1')).toBe(result(shop))
  expect(await shop.json('take', '--push')).toMatchObject({ is_new: false })
  expect((await shop.conductor('take', '--undo')).stderr).toMatch(/git push hub --delete/)
  expect((await shop.conductor('runs')).stdout).toContain('pushed to hub as conductor/run-1')
}, 60_000)

it('does not take a run at work, one that landed nothing, or one that worked in place', async () => {
  await using shop = repository({
    'tasks.yaml': 'tasks: [{id: a, run: "while ! test -e ../go; do sleep 0.05; done"}]\n',
  })
  const running = shop.begin('run', 'tasks.yaml')
  await running.says(/a {2}started/)
  const working = await shop.conductor('take', '--merge')
  expect(working).toMatchObject({ code: 2 })
  expect(working.stderr).toMatch(/run 1 is still working\n.*conductor cancel/)
  writeIn(dirname(shop.path), 'go', '')
  await running.done
  expect((await shop.conductor('take')).stderr).toContain('nothing has landed in run 1')
  await shop.conductor('run', 'tasks.yaml', '--isolation', 'none')
  expect((await shop.conductor('take')).stderr).toContain('run 2 worked in your own folder')
  expect((await shop.conductor('take', '1', '--merge')).stderr).toContain('nothing has landed')
}, 60_000)

/** A git that kills Conductor after a call with these words; a shell of Conductor has called it, or Conductor itself. */
const KILLING_GIT = `#!/bin/sh
"$REAL_GIT" "$@"; code=$?
caller=$PPID
test "$(ps -o comm= -p $caller)" = sh && caller=$(ps -o ppid= -p $caller)
case "$*" in *"$KILL_AFTER"*) kill -9 $caller;; esac
exit $code
`

it('is whole after kill -9 at any moment: the next take finishes it, and never twice', async () => {
  const programs = mkdtempSync(join(tmpdir(), 'killing-git-'))
  onTestFinished(() => rmSync(programs, { recursive: true }))
  writeFileSync(join(programs, 'git'), KILLING_GIT, { mode: 0o755 })
  await using shop = await landed()
  const [before, after] = [main(shop), result(shop)]
  const { PATH } = process.env
  const environment = {
    HOME: shop.path,
    REAL_GIT: execFileSync('which', ['git'], { encoding: 'utf8' }).trim(),
    PATH: `${programs}:${PATH}`,
  }
  const killed = async (where: string, ...words: readonly string[]): Promise<void> => {
    const child = spawn(process.execPath, [BIN, 'take', ...words], {
      cwd: shop.path,
      env: { ...process.env, ...environment, KILL_AFTER: where },
    })
    const [, signal] = (await once(child, 'close')) as [number | null, string | null]
    expect([where, signal]).toEqual([where, 'SIGKILL'])
  }
  for (const where of ['merge-base --is-ancestor', 'read-tree -m -u', 'update-ref']) {
    await killed(where, '--merge')
    const taken = await shop.conductor('take', '--merge')
    expect([where, taken.code, main(shop), files(shop)]).toEqual([where, 0, after, AFTER])
    expect(shop.git('status', '--porcelain')).toBe('')
    if (where !== 'update-ref') await shop.conductor('take', '--undo')
  }
  await killed('read-tree -m -u', '--undo')
  expect((await shop.conductor('take', '--undo')).code).toBe(0)
  expect([main(shop), files(shop), shop.git('status', '--porcelain')]).toEqual([before, BEFORE, ''])
  const ends = eventsIn(shop.path).map(({ type }) => type)
  expect(ends.filter((type) => type === 'result-taken')).toHaveLength(3)
  expect(ends.filter((type) => type === 'take-undone')).toHaveLength(3)

  // Of two takes at once, one wins, and the other is told.
  const both = await Promise.all([1, 2].map(() => shop.json('take', '--merge')))
  const isNew = both.map(({ is_new }: { readonly is_new: boolean }) => is_new)
  expect(isNew.filter(Boolean)).toHaveLength(1)
}, 90_000)
