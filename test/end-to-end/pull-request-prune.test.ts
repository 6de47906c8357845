/** `conductor pr prune` clears away what merged pull requests have left, here and on the remote, and nothing else. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repository, type RepositoryFolder } from '../conductor.ts'
import { gitIn } from '../repository/git-in.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { startGithub } from '../scripted/github/start-github.ts'
import { cloneOf, runWithPulls as run, sync } from '../scripted/github-clone.ts'

const prune = (shop: RepositoryFolder, ...flags: readonly string[]) =>
  shop.conductor('pr', 'prune', ...flags)
const branchesIn = (folder: string): readonly string[] =>
  gitIn(folder, 'for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n')

it('deletes branches on GitHub only when they are merged, ours alone and nobody builds on them', async () => {
  await using github = await startGithub({ mergeability: 'at-once' })
  await using shop = cloneOf(github)
  await run(shop)
  const { folder } = github.repository()
  const [api, page, docs] = [numberOf('issue-11'), numberOf('issue-12'), numberOf('issue-13')]
  const ann = github.person('ann')
  await ann.merge(api, 'squash')
  const early = await prune(shop, '--yes')
  expect(early.stdout).toContain(`issue-11 of origin stays: #${page} goes into it`)
  expect(early.stdout).toContain(`issue-13 of origin stays: #${docs} is not merged`)
  await sync(shop)

  // Somebody takes the work back out of main: what the forge calls merged is not enough.
  const merged = gitIn(folder, 'rev-parse', 'main')
  gitIn(folder, 'update-ref', 'refs/heads/main', 'main^')
  const taken = await prune(shop, '--dry-run')
  expect(taken.stdout).toContain('issue-11 of origin stays: it has work that is not in main')
  gitIn(folder, 'update-ref', 'refs/heads/main', merged)

  await ann.push('issue-13', { 'theirs.txt': 'of ann' })
  await ann.merge(docs, 'merge')
  const head = gitIn(folder, 'rev-parse', 'issue-11')
  const done = await prune(shop, '--yes', '--json')
  expect(JSON.parse(done.stdout)).toMatchObject({
    remote_branches: [
      { run: '1', lane: 'issue-11', branch: 'issue-11', commit: head, number: api },
    ],
    // Lanes that do not depend on each other may be published in any order.
    kept: expect.arrayContaining([
      expect.objectContaining({ branch: 'issue-12', why: `#${page} is not merged` }),
      expect.objectContaining({ branch: 'issue-13', why: 'another person has pushed to it' }),
    ]),
    dry_run: false,
  })
  expect(branchesIn(folder)).toEqual(['issue-12', 'issue-13', 'main'])
  const kept = shop.git('for-each-ref', '--format=%(objectname)', 'refs/conductor/kept/published')
  expect(kept).toContain(head)

  function numberOf(branch: string): number {
    const pulls = [...github.repository().conversations.values()]
    return pulls.find((each) => each.kind === 'pull' && each.headBranch === branch)!.number
  }
})

it('on a plain remote removes the worktree, its branch and that of the remote; of two at once, one', async () => {
  using remote = tempFolder()
  using theirs = tempFolder()
  gitIn(remote.path, 'init', '--quiet', '--bare', '--initial-branch=main')
  await using shop = repository({ '.gitignore': '.conductor\ntasks.yaml\n' })
  shop.git('remote', 'add', 'origin', remote.path)
  shop.git('push', '--quiet', 'origin', 'main')
  shop.write('.conductor/config.yaml', 'land: {review: true}\n')
  shop.write(
    'tasks.yaml',
    'tasks:\n  - {id: one, run: echo 1 > one.txt}\n  - {id: two, run: echo 2 > two.txt}\n',
  )
  await run(shop)
  const json = await prune(shop, '--json')
  expect([json.code, json.stdout]).toEqual([2, expect.stringContaining('--json cannot ask')])

  const other = join(theirs.path, 'clone')
  gitIn(theirs.path, 'clone', '--quiet', remote.path, other)
  gitIn(other, 'merge', '--quiet', '--squash', 'origin/task-one')
  gitIn(other, '-c', 'user.name=ann', '-c', 'user.email=a@b.c', 'commit', '-qm', 'One')
  gitIn(other, 'push', '--quiet', 'origin', 'main')
  const before = (await shop.conductor('worktrees', '--json')).stdout
  const { path } = JSON.parse(before).find((each: { lane: string }) => each.lane === 'task-one')
  expect(existsSync(path)).toBe(true)
  const unasked = await prune(shop)
  expect([unasked.code, branchesIn(remote.path).length]).toEqual([2, 3])
  expect(unasked.stderr).toContain('Nothing was removed; to do it: conductor pr prune --yes')
  const both = await Promise.all([prune(shop, '--yes'), prune(shop, '--yes')])
  const first = both.find((one) => one.stdout.includes('Removed'))!
  const second = both.find((one) => one !== first)!
  const { code, stdout } = first
  expect(second.stdout).toContain('Nothing is left to clear away.')
  expect(second.code).toBe(0)
  expect(stdout).toMatch(/task-two of origin stays: #\d is not merged/)
  expect(stdout).toMatch(/- branch task-one\n- branch task-one of origin: #\d is merged/)
  expect(stdout).toMatch(/Removed 1 folder, 1 branch, 1 branch of the remote/)
  expect([code, existsSync(path)]).toEqual([0, false])
  expect(branchesIn(remote.path)).toEqual(['main', 'task-two'])
  expect(shop.git('branch', '--list', 'task-*')).toContain('task-two')
  expect(shop.git('branch', '--list', 'task-one')).toBe('')
  expect((await shop.conductor('rescue', 'list', '--all')).stdout).toContain(
    'landed in another form',
  )
})
