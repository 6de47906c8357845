/** Work that is missing must not count as landed: vanished folders, ignore rules that hide files, moved branches. */
import { execSync } from 'node:child_process'
import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folder, repository } from '../conductor.ts'
import { gitIn } from '../repository/git-in.ts'
import { until } from '../until.ts'

it('[W24] a task whose folder vanished has failed, and what it had committed can be landed', async () => {
  await using shop = repository({
    'a.txt': 'a\n',
    'tasks.yaml': `
config: {parallel: 2}
tasks:
  - {id: silent, run: 'echo x > x.txt; rm -rf "$PWD"'}
  - {id: spoken, run: 'echo y > y.txt; git add -A; git commit -qm y; mv "$PWD" "$PWD-elsewhere"'}
  - {id: asked, run: 'echo z > z.txt; sleep 0.2'}
  - {id: behind, run: 'true', dependencies: [silent]}
`,
  })
  const ended = await shop.conductor('run', 'tasks.yaml', '--no-ui')
  expect(ended.code).toBe(1)
  expect(ended.stdout).toContain('1 of 4 tasks landed, 2 failed, 1 skipped')
  expect(ended.stdout).toMatch(/silent {2}failed: its folder .* was gone when it ended/)
  expect(ended.stdout).toContain('its commits are kept on branch task-spoken')
  expect(shop.git('ls-tree', '--name-only', 'conductor/run-1')).toBe('a.txt\ntasks.yaml\nz.txt')

  const folder = join(shop.path, '..', 'shop-task-spoken')
  const moved = await shop.conductor('merge', 'spoken', '--no-ui')
  expect(moved.stdout + moved.stderr).toContain(`mv ${join(folder)}-elsewhere`)
  rmSync(`${folder}-elsewhere`, { recursive: true })
  const merged = await shop.conductor('merge', 'spoken', '--no-ui')
  expect(merged.stdout).toContain('its delivery lands')
  expect(shop.git('ls-tree', '--name-only', 'conductor/run-1')).toContain('y.txt')
  expect(existsSync(folder)).toBe(false)
})

it('[W24] what stands in the place of a folder is not delivered: neither your checkout nor another repository', async () => {
  await using shop = repository({
    'a.txt': 'a\n',
    'tasks.yaml': `
config: {parallel: 4}
tasks:
  - {id: mine, run: 'd="$PWD"; echo w > w.txt; cd /; rm -rf "$d"; ln -s "$CONDUCTOR_ROOT" "$d"'}
  - {id: etc, run: 'd="$PWD"; echo w > w.txt; cd /; rm -rf "$d"; ln -s /etc "$d"'}
  - {id: clone, run: 'd="$PWD"; cd /; rm -rf "$d"; git clone -q "$CONDUCTOR_ROOT" "$d"; echo c > "$d/c.txt"'}
  - {id: own, run: 'rm .git; git init -q; echo o > o.txt; git add -A; git -c user.name=a -c user.email=a@b commit -qm own'}
`,
  })
  writeFileSync(join(shop.path, 'precious.txt'), 'yours\n')
  const ended = await shop.conductor('run', 'tasks.yaml', '--no-ui')
  expect(ended.stdout).toContain('1 of 4 tasks landed, 3 failed')
  expect(ended.stdout).toMatch(/etc {2}failed: .* and a link to \/etc is in its place/)
  expect(ended.stdout).not.toContain('mv /etc')
  expect(ended.stdout).toMatch(/clone {2}failed: .* and another git repository is in its place/)
  expect(shop.git('ls-tree', '--name-only', 'conductor/run-1')).toBe('a.txt\no.txt\ntasks.yaml')
})

it('[W25] rules that an attempt wrote do not hide its work, nor lose it', async () => {
  await using shop = repository({
    '.gitignore': 'old/\n',
    'tasks.yaml': `
config: {parallel: 5}
tasks:
  - {id: nested, run: 'git init -q own; cd own; echo p > p.txt; git add p.txt; git -c user.name=a -c user.email=a@b commit -qm p'}
  - {id: everything, run: 'mkdir dd; echo "*" > dd/.gitignore; echo p > dd/p.txt'}
  - {id: rules, run: 'mkdir ee; echo "ee/" >> .gitignore; echo p > ee/p.txt'}
  - {id: others, run: 'echo "*" >> "$(git rev-parse --git-common-dir)/info/exclude"; echo p > others.txt; sleep 0.3'}
  - {id: legit, run: 'mkdir dist old; echo "dist/" > pack.ignore; cp pack.ignore .gitignore; echo p > dist/p.txt; echo p > old/p.txt; echo p > src.txt'}
`,
  })
  const ended = await shop.conductor('run', 'tasks.yaml', '--no-ui')
  expect(ended.code).toBe(1)
  expect(ended.stdout).toMatch(/everything {2}failed: git ignores all its files/)
  expect(ended.stdout).toMatch(/nested {2}failed: all its work is in a separate repository/)
  expect(ended.stdout).toMatch(/rules {2}needs you: it has changed nothing but what git ignores/)
  expect(ended.stdout).toContain('legit  note: Not delivered, because git ignores it')
  const landed = shop.git('ls-tree', '-r', '--name-only', 'conductor/run-1')
  expect(landed.split('\n')).toEqual(
    expect.arrayContaining(['others.txt', 'pack.ignore', 'src.txt']),
  )
  expect(keptIn(shop.path)).toContain('dist/p.txt')
  await shop.conductor('worktrees', 'remove', 'task-everything')
  expect(keptIn(shop.path)).toContain('dd/p.txt')
})

it('a folder that vanished is a failure in place, too, and a run whose files were deleted is summed up', async () => {
  await using vanishing = folder(
    {
      'tasks.yaml': `
tasks:
  - {id: a, run: 'echo w > w.txt; rm -rf "$PWD"'}
  - {id: b, dependencies: [a], run: 'echo b > b.txt'}
`,
    },
    { below: 'place' },
  )
  const gone = await vanishing.conductor('run', 'tasks.yaml', '--no-ui')
  expect(gone.code).toBe(1)
  expect(gone.stdout).toMatch(/a {2}failed: its folder .*place was gone when it ended/)
  expect(gone.stdout).toContain('0 of 2 tasks landed')

  await using cleaning = repository({
    'tasks.yaml': `tasks: [{id: a, run: 'git clean -fdxq; echo w > w.txt'}]`,
  })
  const cleaned = await cleaning.conductor('run', 'tasks.yaml', '--isolation', 'none', '--no-ui')
  expect([cleaned.code, cleaned.stderr]).toEqual([0, expect.not.stringContaining('error')])
  expect(cleaned.stdout).toContain('1 of 1 task landed')
  expect(existsSync(join(cleaning.path, '.conductor/run-1/summary.json'))).toBe(true)
})

it('[L6] what an agent takes out of the target has not landed, also when nothing lands after it', async () => {
  await using shop = repository({
    'tasks.yaml': `
tasks:
  - {id: b, run: 'echo b > b.txt'}
  - {id: rewinds, dependencies: [b], run: 'git update-ref refs/heads/conductor/run-1 main'}
`,
    'deletes.yaml': `
tasks:
  - {id: b, run: 'echo b > b.txt'}
  - {id: deletes, dependencies: [b], run: 'git update-ref -d refs/heads/conductor/run-2'}
`,
  })
  const rewound = await shop.conductor('run', 'tasks.yaml', '--no-ui')
  expect(rewound.code).toBe(1)
  expect(rewound.stdout).toContain('1 of 2 tasks landed')
  expect(await shop.json('attention')).toMatchObject({ attention: [{ task: 'b' }] })
  expect((await shop.conductor('approve', 'b', '--no-ui')).code).toBe(0)
  expect(shop.landed('b.txt')).toBe('b')

  const deleted = await shop.conductor('run', 'deletes.yaml', '--no-ui')
  expect(deleted.stdout).toContain('the branch conductor/run-2 was deleted; it was restored')
  expect([deleted.code, shop.landed('b.txt', 'conductor/run-2')]).toEqual([0, 'b'])
})

it('[W28] work on another branch or in a stash has not landed, until you say so', async () => {
  await using shop = repository({
    'a.txt': 'a\n',
    'tasks.yaml': `
config: {parallel: 3}
tasks:
  - {id: feat, run: 'git checkout -q -b feature-x; echo n > n.txt; git add .; git commit -qm n; git checkout -q task-feat'}
  - {id: st, run: 'echo x > work.txt; git stash -q -u'}
  - {id: dg, run: 'mkdir -p test/fixture/.git; echo core > test/fixture/.git/config; echo code > code.js'}
`,
  })
  const ended = await shop.conductor('run', 'tasks.yaml', '--no-ui')
  expect(ended.code).toBe(1)
  expect(ended.stdout).toContain('1 of 3 tasks landed, 2 failed')
  expect(ended.stdout).toMatch(/feat {2}failed: all its work is on branch feature-x/)
  expect(ended.stdout).toMatch(/st {2}failed: all its work is in a stash/)
  expect(ended.stdout).toContain('note: test/fixture/.git is not delivered')
  expect(globSync('.conductor/kept/*/test/fixture/.git/config', { cwd: shop.path })).toHaveLength(1)
  for (const task of ['feat', 'st']) {
    expect(ended.stdout).toContain(`conductor merge ${task}`)
    expect((await shop.conductor('merge', task, '--no-ui')).code).toBe(task === 'st' ? 0 : 1)
  }
  expect(shop.git('ls-tree', '--name-only', 'conductor/run-1').split('\n')).toEqual(
    expect.arrayContaining(['code.js', 'n.txt', 'work.txt']),
  )
})

it('[W28] changes in the worktree do not take the place of work on another branch', async () => {
  await using shop = repository({
    'tasks.yaml': `
tasks:
  - {id: x, run: 'git checkout -q -b other; echo n > n.txt; git add .; git commit -qm n; git checkout -q task-x'}
`,
  })
  await shop.conductor('run', 'tasks.yaml', '--no-ui')
  const worktree = `${shop.path}-task-x`
  writeFileSync(join(worktree, 'edit.txt'), 'by a person\n')
  const refused = await shop.conductor('merge', 'x', '--no-ui')
  expect(refused.code).toBe(1)
  const [, commit] = /to land both, run `git merge (\w+)` in the worktree/.exec(refused.stdout)!
  gitIn(worktree, 'merge', '--quiet', '--no-edit', commit!)
  expect((await shop.conductor('approve', 'x', '--no-ui')).code).toBe(0)
  expect([shop.landed('n.txt'), shop.landed('edit.txt')]).toEqual(['n', 'by a person'])
})

it('[W27] what one agent sets for all worktrees neither empties nor drops the work of others', async () => {
  await using shop = repository({
    'a.txt': 'hi\n',
    'b.txt': 'hi\n',
    'tasks.yaml': `
config: {parallel: 5}
tasks:
  - {id: filter, run: 'git config filter.x.clean true; git config merge.x.driver true; printf "%s\\n" "*.txt filter=x" "b.txt merge=x" >> "$(git rev-parse --git-common-dir)/info/attributes"; echo done > filter-ok.md; touch "$CONDUCTOR_ROOT/../set"'}
  - {id: left, run: 'until test -e "$CONDUCTOR_ROOT/../set"; do sleep 0.1; done; echo "hours of work" > left.txt'}
  - {id: committed, run: 'until test -e "$CONDUCTOR_ROOT/../set"; do sleep 0.1; done; echo "hours of work" > committed.txt; git add -A; git commit -qm own'}
  - {id: ours, run: 'until test -e "$CONDUCTOR_ROOT/../set"; do sleep 0.1; done; echo ours > b.txt'}
  - {id: theirs, run: 'until test -e "$CONDUCTOR_ROOT/../set"; do sleep 0.1; done; echo theirs > b.txt'}
`,
  })
  const ended = await shop.conductor('run', 'tasks.yaml', '--no-ui')
  expect(ended.code).toBe(1)
  expect(ended.stdout).toContain('4 of 5 tasks landed')
  expect(ended.stdout).toMatch(/(ours|theirs) {2}needs you: .*b\.txt/)
  expect(ended.stdout).toContain(
    'settings that every worktree and your checkout share were changed',
  )
  const landed = (file: string): string => shop.git('show', `conductor/run-1:${file}`)
  expect(['a.txt', 'left.txt', 'committed.txt'].map(landed)).toEqual([
    'hi',
    'hours of work',
    'hours of work',
  ])
})

it('[W26] a branch that an agent moved needs you, also when its coordinator was killed, until it is back', async () => {
  await using shop = repository({
    'move.sh': `
test -e "$CONDUCTOR_ROOT/../moved" && exit 0
agents=$(git commit-tree -p HEAD -m agent "HEAD^{tree}")
git update-ref refs/heads/main $agents && git branch -qf side $agents && git branch -qD zapped
touch "$CONDUCTOR_ROOT/../moved"; sleep 60
`,
    'tasks.yaml': `tasks: [{id: mover, run: 'sh move.sh'}]`,
  })
  shop.git('branch', 'side')
  shop.git('branch', 'zapped')
  const was = shop.git('rev-parse', 'main')
  const run = shop.start('run', 'tasks.yaml', '--no-ui')
  await until('the branch is moved', () => existsSync(join(shop.path, '..', 'moved')))
  run.signal('SIGKILL')
  await run.done
  const resumed = await shop.conductor('resume', '--no-ui')
  expect(resumed.code).toBe(0)
  expect(resumed.stdout).toMatch(/branch main was moved from .* during the run, not by Condu/)
  const hint = /git update-ref refs\/heads\/main \w+ \w+(?= {4})/.exec(resumed.stdout)![0]
  expect((await shop.conductor('status')).stdout).toContain(hint)
  const { attention }: { attention: readonly Need[] } = await shop.json('attention')
  expect(attention.map(({ kind, urgent, ways }) => [kind, urgent, ways[0]!.command])).toEqual([
    ['branch-moved', false, hint],
    ['branch-moved', false, expect.stringContaining('refs/heads/side')],
    ['branch-moved', false, `git branch zapped ${was}`],
  ])
  for (const { command } of attention[2]!.ways.slice(0, 2).toReversed())
    execSync(command, { cwd: shop.path })
  expect(shop.git('rev-parse', 'zapped')).toBe(was)

  execSync(attention[0]!.ways[1]!.command, { cwd: shop.path })
  execSync(hint, { cwd: shop.path })
  expect(shop.git('rev-parse', 'main')).toBe(was)
  expect(shop.git('status', '--porcelain', '--untracked-files=no')).toBe('')
  expect(await shop.json('attention')).toMatchObject({
    attention: [{ key: expect.stringContaining('side') }],
  })
  const unknown = await shop.conductor('accept', 'main')
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('wait for you: side')])
  expect((await shop.conductor('accept', 'side')).code).toBe(0)
  expect((await shop.conductor('attention')).stdout).toBe('Nothing needs you.\n')
})

interface Need {
  readonly kind: string
  readonly urgent: boolean
  readonly ways: readonly { readonly command: string }[]
}

/** The files that were kept, as paths in their worktrees. */
const keptIn = (path: string): readonly string[] =>
  globSync('*/**', { cwd: join(path, '.conductor/kept') }).map((file) =>
    file.split('/').slice(1).join('/'),
  )
