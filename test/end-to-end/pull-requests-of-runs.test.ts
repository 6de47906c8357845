/** Pull requests of a run stay in sight when another run has begun. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repository, type RepositoryFolder } from '../conductor.ts'
import { gitIn } from '../repository/git-in.ts'
import { tempFolder } from '../repository/temp-folder.ts'

const TWO_LANES = `
tasks:
  - {id: api, run: seq 9 > api.txt}
  - {id: page, run: seq 9 > page.txt, dependencies: [api]}
`

it('a new run hides no open pull requests: status, attention and pr name them, and sync follows them', async () => {
  using remote = tempFolder()
  await using shop = withRemote(remote.path)
  shop.write('tasks.yaml', TWO_LANES)
  shop.write('later.yaml', 'tasks: [{id: later, run: echo 1 > later.txt}]\n')
  const first = await shop.conductor('run', 'tasks.yaml', '--pr', '--no-ui')
  expect(first.code).toBe(0)
  const steps =
    /Review and merge: {3}2 pull requests on origin, shown by: conductor pr\n.*\nOr take it here: {4}conductor take\n/
  for (const said of [first, await shop.conductor('report')]) expect(said.stdout).toMatch(steps)
  expect((await shop.conductor('pr', 'page')).stdout).toMatch(
    /^\[\+\] task-page #2[^]*^ {4}## Stack\n\n {4}Merge from the top/m,
  )
  expect(await shop.json('status')).toMatchObject({ other_runs: [] })
  // No forge lists them, and no branch of theirs is here: our own record puts them into the tree.
  expect((await shop.conductor('workspaces', '--here')).stdout).toMatch(
    /main\n {2}\[ \] task-api +idle +#1 .*\n {4}\[ \] task-page +idle +#2 .*\n/,
  )
  expect((await shop.conductor('status')).stdout).toContain(
    'Result: 2 pull requests are open: merge them on origin instead\n',
  )
  const later = await shop.conductor('run', 'later.yaml', '--no-ui')
  const open = '2 pull requests are open: merge them on origin instead'
  expect(later.stderr).toContain(`note: of run 1, ${open}; run 1 has not been taken`)
  expect((await shop.conductor('take', '1')).stdout).toMatch(RegExp(`^Note: ${open}\n\nRun 1: `))

  const line = 'Run 1 has 2 open pull requests: conductor pr --run 1'
  for (const command of ['status', 'attention'])
    expect((await shop.conductor(command)).stdout.trimEnd().split('\n').at(-1)).toBe(line)
  const row = { run: '1', open: 2, ready: 2, stuck: 0, to_answer: 0, says: line }
  for (const command of [['status'], ['attention'], ['pr', 'sync']])
    expect(await shop.json(...command)).toMatchObject({ run: '2', other_runs: [row] })
  expect((await shop.conductor('pr', '--run', '1')).stdout).not.toContain(line)

  shop.git('fetch', '--quiet', 'origin')
  shop.git('merge', '--quiet', '--squash', 'origin/task-api')
  shop.git('commit', '--quiet', '--message', 'The API')
  shop.git('push', '--quiet', 'origin', 'main')
  const synced = await shop.conductor('pr', 'sync', '--no-ui')
  expect(synced).toMatchObject({ code: 0, stderr: '' })
  expect(synced.stdout).toBe(
    'Run 2 has no pull requests.\n\nRun 1 has 1 open pull request: conductor pr --run 1\n',
  )
  expect(gitIn(remote.path, 'rev-parse', 'task-page^')).toBe(shop.git('rev-parse', 'main'))

  const take = await shop.conductor('take', '1', '--branch', 'all-of-it')
  expect(take.code).toBe(0)
  // It is in main here, too, so nobody is told to pull it.
  expect(take.stderr).toContain(
    '1 of 2 landed tasks is merged already, by pull requests on origin;',
  )

  const asked = await shop.conductor('pr', 'request-changes', 'page', 'Name it.', '--run', '1')
  expect(asked.stdout).toMatch(
    /^No agent gets it, because its work comes from a command\. Push a fix to task-page of origin/m,
  )
  expect((await shop.conductor('status')).stdout).toContain(
    'Run 1 has 1 open pull request, 1 stuck',
  )
  const nobody = await shop.conductor('pr', 'sync', '--run', '1', '--no-ui')
  expect(nobody.stdout).not.toContain('answer')
  expect(nobody.stdout).toContain('What helps: Push a fix to task-page of origin, then approve it.')
  for (const _ of ['once', 'again']) {
    const approved = await shop.conductor('pr', 'approve', 'page', '--run', '1')
    expect(approved.stdout).toMatch(
      /approved[^]*^To merge it, merge origin\/task-page into main and push main\.$/m,
    )
    expect(approved.stdout).not.toContain('Name it.')
  }
  expect((await shop.conductor('status')).stdout).toMatch(/Run 1 has 1 open pull request:/)

  // The newest run has no pull requests; those of the older one are followed until they are merged.
  shop.write('.conductor/config.yaml', 'pull_requests: {refresh: 10s}\n')
  const following = shop.begin('pr', 'sync', '--follow', '--no-ui')
  await following.says(/Run 1 has 1 open pull request/)
  shop.git('fetch', '--quiet', 'origin')
  shop.git('merge', '--quiet', '--squash', 'origin/task-page')
  shop.git('commit', '--quiet', '--message', 'The page')
  shop.git('push', '--quiet', 'origin', 'main')
  const followed = await following.done
  expect(followed).toMatchObject({ code: 0, stderr: '' })
  expect(followed.stdout.trimEnd().split('\n').at(-1)).toBe('Run 2 has no pull requests.')

  // All of it is in main by content: a merge would be empty.
  const before = shop.git('rev-parse', 'main')
  expect((await shop.conductor('status', '1')).stdout).toContain(
    'Result: merged into main by pull requests on origin',
  )
  const merged = await shop.json('take', '1', '--merge')
  expect(merged).toMatchObject({ is_new: false, how: 'pull-requests' })
  expect(shop.git('rev-parse', 'main')).toBe(before)
  expect(await shop.conductor('pr', 'approve', 'page', '--run', '1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('pull request 2 is merged already'),
  })
})

it('a run that is repeated takes over the open pull requests, and both runs say so', async () => {
  using remote = tempFolder()
  await using shop = withRemote(remote.path)
  shop.write('tasks.yaml', 'tasks: [{id: api, run: date +%N > api.txt}]\n')
  const run = ['run', 'tasks.yaml', '--pr', '--no-ui'] as const
  expect((await shop.conductor(...run)).stdout).toContain('pull request #1 is open')
  const again = await shop.conductor(...run)
  expect(again.stdout).toContain('task-api  pull request #1 of run 1 has its work now')
  // The forge was not asked about the first run since: it is not said to have an open pull request all the same.
  expect(await shop.json('status')).toMatchObject({ other_runs: [] })
  expect((await shop.conductor('status')).stdout).toContain('replaces the work of run 1')
  expect((await shop.conductor('pr', 'api')).stdout).toContain('It replaces the work of run 1')
  const now = gitIn(remote.path, 'rev-parse', 'task-api')
  const record = (): string =>
    readFileSync(join(shop.path, '.conductor/plain-pulls/1.jsonl'), 'utf8')
  const before = record()

  const first = await shop.conductor('pr', 'sync', '--run', '1', '--no-ui')
  expect(first).toMatchObject({ code: 0, stderr: '' })
  // The text is that of the run whose work it has.
  expect(record()).toBe(before)
  expect(first.stdout).toContain('has the work of run 2 now')
  expect(await shop.json('pr', '--run', '1')).toMatchObject({
    pull_requests: [{ number: 1, state: 'taken_over', trouble: null }],
    other_runs: [{ run: '2', open: 1 }],
  })
  expect((await shop.conductor('take', '1')).stdout).not.toContain('pull request')
  expect(await shop.json('pr')).toMatchObject({
    pull_requests: [{ number: 1, state: 'open' }],
    other_runs: [],
  })
  expect(gitIn(remote.path, 'rev-parse', 'task-api')).toBe(now)

  expect(await shop.json('pr', 'prune', '--dry-run')).toMatchObject({
    kept: [{ run: '2', branch: 'task-api' }],
  })

  expect(await shop.conductor('pr', 'approve', 'api', '--run', '1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('#1 has the work of run 2 now'),
  })
  shop.write(
    'other.yaml',
    `tasks: [{id: long, run: 'until [ -e "${shop.path}/.conductor/go" ]; do sleep 0.05; done'}]\n`,
  )
  const other = shop.begin('run', 'other.yaml', '--no-ui')
  await other.says(/long/)
  // It holds the records of runs, so that run 2 learns of the review later.
  const approved = await shop.conductor('pr', 'approve', 'api', '--run', '2')
  expect(approved).toMatchObject({ code: 0, stderr: '' })
  expect(approved.stdout).toContain('Your review is kept, and run 2 sees it with the next')
  shop.write('.conductor/go', '')
  expect((await other.done).code).toBe(0)
  expect((await shop.conductor('pr', 'sync', '--run', '2', '--no-ui')).stdout).toContain('approved')

  // Whoever deletes its branch closes it, and only a person who asks for it opens it again.
  gitIn(remote.path, 'branch', '--quiet', '--delete', '--force', 'task-api')
  for (const _ of ['once', 'again']) {
    const synced = await shop.conductor('pr', 'sync', '--run', '2', '--no-ui')
    expect(synced.stdout).toMatch(
      /^\[-\] task-api #1 - closed, because its branch was deleted - .*\n.*\n {4}To push its branch again: conductor pr api$/m,
    )
    expect(gitIn(remote.path, 'branch', '--list', 'task-api')).toBe('')
  }
  const opened = await shop.conductor('pr', 'api', '--run', '2')
  expect(opened.stdout).toMatch(/^\[\+\] task-api #1 - ready for review/m)
  expect(gitIn(remote.path, 'rev-parse', 'task-api')).toBe(now)

  // Only the first run is followed, and nothing is left of it, although the second run has an open pull request.
  const followed = await shop.conductor('pr', 'sync', '--run', '1', '--follow', '--no-ui')
  expect(followed).toMatchObject({ code: 0, stderr: '' })
})

it('a run that could publish nothing, because the remote is empty, is refused before it starts', async () => {
  using remote = tempFolder()
  gitIn(remote.path, 'init', '--quiet', '--bare', '--initial-branch=main')
  await using shop = repository({ 'tasks.yaml': 'tasks: [{id: api, run: echo 1 > api.txt}]\n' })
  shop.git('remote', 'add', 'origin', remote.path)
  const refused = await shop.conductor('run', 'tasks.yaml', '--pr', '--no-ui')
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toMatch(/origin has no branch main[^]*push it \(git push origin main\)/)
  expect(shop.git('branch', '--list', 'conductor/*')).toBe('')
})

function withRemote(remote: string): RepositoryFolder {
  gitIn(remote, 'init', '--quiet', '--bare', '--initial-branch=main')
  const shop = repository({ '.gitignore': '.conductor\n*.yaml\n' })
  shop.git('remote', 'add', 'origin', remote)
  shop.git('push', '--quiet', 'origin', 'main')
  return shop
}
