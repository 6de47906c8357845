/** Pull requests of a run stay in sight when another run has begun. */
import { expect, it } from 'vitest'
import { repository } from '../conductor.ts'
import { gitIn } from '../repository/git-in.ts'
import { tempFolder } from '../repository/temp-folder.ts'

const TWO_LANES = `
tasks:
  - {id: api, run: seq 9 > api.txt}
  - {id: page, run: seq 9 > page.txt, dependencies: [api]}
`

it('a new run hides no open pull requests: status, attention and pr name them, and sync follows them', async () => {
  using remote = tempFolder()
  gitIn(remote.path, 'init', '--quiet', '--bare', '--initial-branch=main')
  await using shop = repository({ '.gitignore': '.conductor\n*.yaml\n' })
  shop.git('remote', 'add', 'origin', remote.path)
  shop.git('push', '--quiet', 'origin', 'main')
  shop.write('tasks.yaml', TWO_LANES)
  shop.write('later.yaml', 'tasks: [{id: later, run: echo 1 > later.txt}]\n')
  expect((await shop.conductor('run', 'tasks.yaml', '--pr', '--no-ui')).code).toBe(0)
  expect(await shop.json('status')).toMatchObject({ other_runs: [] })
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
  expect(take).toMatchObject({ code: 0, stderr: expect.stringContaining('1 of 2 landed tasks is') })

  await shop.conductor('pr', 'request-changes', 'page', 'Name it better.', '--run', '1')
  expect((await shop.conductor('status')).stdout).toContain(
    'Run 1 has 1 open pull request, 1 stuck',
  )
  expect((await shop.conductor('pr', 'sync', '--run', '1', '--no-ui')).stdout).not.toContain(
    'answer',
  )
})
