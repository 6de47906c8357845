/** Publishing is killed at random moments, and nothing is opened twice or lost. PULL_KILLS=200 kills more often. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { repository } from '../conductor.ts'
import { gitIn } from '../repository/git-in.ts'
import { startGithub } from '../scripted/github/start-github.ts'

const KILLS = Number(process.env['PULL_KILLS'] ?? 6)

const TASKS = `
tasks:
  - {id: api, name: Add the API, issue: 11, run: seq 9 > api.txt}
  - {id: page, name: Add the page, issue: 12, run: seq 9 > page.txt, dependencies: [api]}
  - {id: docs, name: Write it down, issue: 13, run: seq 9 > docs.txt}
`

it(
  'no lane gets a second pull request, and all work is there in the end',
  { timeout: 120_000 + KILLS * 10_000 },
  async () => {
    for (let killed = 0; killed < KILLS; killed += 3)
      expect(await publishWithKills(Math.min(3, KILLS - killed), killed)).toEqual({
        code: 0,
        stderr: '',
        titles: ['Add the API', 'Add the page', 'Write it down'],
        work: [
          ['issue-11', 'api.txt'],
          ['issue-12', 'api.txt page.txt'],
          ['issue-13', 'docs.txt'],
        ],
      })
  },
)

async function publishWithKills(kills: number, before: number): Promise<object> {
  await using github = await startGithub({ mergeability: 'at-once' })
  const environment = { GITHUB_API_URL: github.api, GITHUB_TOKEN: github.token }
  await using shop = repository({ '.gitignore': '.conductor\ntasks.yaml\n' }, { environment })
  const { folder } = github.repository()
  shop.git('remote', 'add', 'origin', github.remote())
  shop.git('fetch', '--quiet', folder, '+refs/heads/*:refs/remotes/origin/*')
  shop.git('reset', '--quiet', '--hard', 'origin/main')
  shop.write('tasks.yaml', TASKS)
  await shop.conductor('run', 'tasks.yaml', '--no-ui')
  for (let kill = 0; kill < kills; kill++) {
    const running = shop.start('pr')
    // After another number of requests each time, the same in each run of the test.
    const most = github.requests.length + 1 + (((before + kill) * 5) % 18)
    while (running.child.exitCode === null && github.requests.length < most) await sleep(1)
    running.child.kill('SIGKILL')
    await running.done
  }
  const { code, stderr } = await shop.conductor('pr')
  const pulls = [...github.repository().conversations.values()].filter(
    ({ kind }) => kind === 'pull',
  )
  const work = ['issue-11', 'issue-12', 'issue-13'].map((branch) => [
    branch,
    gitIn(folder, 'diff', '--name-only', 'main', branch).replaceAll('\n', ' '),
  ])
  return { code, stderr, titles: pulls.map(({ title }) => title).toSorted(), work }
}
