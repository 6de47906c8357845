/** Repositories that break programs: Conductor works in each, or refuses it with a sentence that helps. */
import { execFileSync, execSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { conductorIn, repository } from '../conductor.ts'

const PLAN = 'tasks: [{id: b, run: "echo b > \'b ü.txt\'"}]\n'

it.each([
  ['spaces, quotes and other alphabets', "my shop's für 日本"],
  ['a dash in front', '-shop'],
])('works in a repository with %s in its path', async (_, below) => {
  await using shop = repository({ 'tasks.yaml': PLAN }, { below })
  const { code, stdout } = await shop.conductor('run', 'tasks.yaml')
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 of 1 task landed')])
  expect(shop.landed('b ü.txt')).toBe('b')
})

it('works with a detached HEAD, and says how to look at the result', async () => {
  await using shop = repository({ 'tasks.yaml': PLAN })
  shop.git('checkout', '-q', '--detach')
  const { code, stdout } = await shop.conductor('run', 'tasks.yaml')
  expect(code).toBe(0)
  const base = shop.git('rev-parse', '--short=9', 'HEAD')
  expect(stdout).toContain(`git diff ${base}...conductor/run-1`)
})

it('works in a shallow clone', async () => {
  await using shop = repository({ 'tasks.yaml': PLAN })
  shop.git('commit', '-q', '--allow-empty', '-m', 'second')
  const clone = join(shop.path, '..', 'clone')
  shop.git('clone', '-q', '--depth', '1', `file://${shop.path}`, clone)
  expect((await conductorIn(clone, 'run', 'tasks.yaml')).stdout).toContain('1 of 1 task landed')
})

const IN_LIBRARY =
  'git -c protocol.file.allow=always submodule --quiet update --init && cd library && git -c user.name=U -c user.email=u@x commit -q --allow-empty -m more'

it('works beside submodules and pointers of git-lfs', async () => {
  await using shop = repository({
    'tasks.yaml': PLAN,
    '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
    'large.bin': `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`,
  })
  const other = join(shop.path, '..', 'library')
  mkdirSync(other)
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=U', '-c', 'user.email=u@x', ...args], { cwd: other })
  git('init', '-q')
  writeFileSync(join(other, 'x'), 'x\n')
  git('add', '.')
  git('commit', '-qm', 'x')
  shop.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 'library')
  shop.git('commit', '-qm', 'with a submodule')
  shop.write('tasks.yaml', PLAN.replace('[', `[{id: inside, run: '${IN_LIBRARY}'}, `))
  const { code, stdout } = await shop.conductor('run', 'tasks.yaml')
  expect([code, stdout]).toEqual([0, expect.stringContaining('2 of 2 tasks landed')])
  expect(shop.landed('large.bin')).toContain('git-lfs')

  // A user who merges the result needs the commit in the submodule.
  const commit = shop.git('rev-parse', 'conductor/run-1:library')
  const [push] = [...stdout.matchAll(/git push .*?(?=`| {4})/g)].map(([line]) => line)
  expect(stdout).toMatch(
    /inside {2}landed in .*; library is at .* its remote does not have.*git push/,
  )
  expect(stdout).toContain(`Push it, too:       ${push}`)
  expect(await shop.json('report')).toMatchObject({
    landing: { to_push: [{ submodule: 'library', commit, command: push }] },
  })
  execSync(push!, { cwd: shop.path, stdio: 'ignore' })
  expect(git('rev-parse', 'task-inside').toString().trim()).toBe(commit)
})

it('works in a sparse checkout, and keeps what is written outside of it', async () => {
  await using shop = repository({
    'in/a.txt': 'a\n',
    'out/b.txt': 'b\n',
    'tasks.yaml': 'tasks: [{id: a, run: "mkdir -p out; echo c > out/c.txt; echo d > in/d.txt"}]\n',
  })
  shop.git('sparse-checkout', 'set', 'in')
  const { code } = await shop.conductor('run', 'tasks.yaml')
  expect(code).toBe(0)
  expect(shop.landed('out/c.txt')).toBe('c')
  expect(shop.landed('out/b.txt')).toBe('b')
  expect(existsSync(join(shop.path, 'out'))).toBe(false)
})

it('refuses a bare repository', async () => {
  await using shop = repository({ 'tasks.yaml': PLAN })
  const bare = join(shop.path, '..', 'bare.git')
  shop.git('clone', '-q', '--bare', '.', bare)
  writeFileSync(join(bare, 'tasks.yaml'), PLAN)
  const { code, stderr } = await conductorIn(bare, 'run', 'tasks.yaml')
  expect([code, stderr]).toEqual([2, expect.stringContaining('this repository is bare')])
  const inPlace = await conductorIn(bare, 'run', 'tasks.yaml', '--isolation', 'none')
  expect([inPlace.code, inPlace.stderr]).toEqual([2, expect.stringContaining('is bare')])
  const rescue = await conductorIn(bare, 'rescue')
  expect(rescue.stderr).toContain('nothing can be rescued here')
  expect(rescue.stderr).toContain('this repository has no checkout')
  expect(rescue.stderr).not.toContain('there is no git repository')
})
