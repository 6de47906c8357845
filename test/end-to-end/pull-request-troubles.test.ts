/** What can go wrong between a run and GitHub: it is said once, with what helps, nothing is lost, and it is published later. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { PullRequestsDocument } from '../../src/core/forge/pull-document.ts'
import type { RepositoryFolder } from '../conductor.ts'
import { gitIn } from '../repository/git-in.ts'
import { cloneOf, fileAt, pullsIn, runWithPulls as run, sync } from '../scripted/github-clone.ts'
import { protectBranches } from '../scripted/github/git/bare-repository.ts'
import { secondaryLimit } from '../scripted/github/http/limits.ts'
import { startGithub, type Github } from '../scripted/github/start-github.ts'

/** The second lane lands after the first one was tried, so that the trouble is met again. */
const TWO_LANES = `
tasks:
  - {id: one, name: One, issue: 21, run: seq 9 > one.txt}
  - {id: two, name: Two, issue: 22, run: seq 9 > two.txt, dependencies: [one]}
`
const branchesOf = (github: Github): readonly string[] =>
  pullsIn(github)
    .map(({ headBranch }) => headBranch)
    .toSorted()
const timesIn = (text: string, what: string): number => text.split(what).length - 1

/** As long as the two tests may take that this is made of. */
const TWO_TESTS = { timeout: 120_000 }

interface Stage {
  readonly github: Github
  readonly shop: RepositoryFolder
  readonly environment: Record<string, string>
}

interface Trouble {
  begins(stage: Stage): unknown
  ends(stage: Stage): unknown
  /** What is said, and what helps. */
  readonly says: string
  readonly helps: string
}

const always = { times: Number.POSITIVE_INFINITY }
const mend = ({ github }: Stage): void => github.mend()
const home = ({ shop, github }: Stage): string =>
  shop.git('remote', 'set-url', 'origin', github.remote())

const TROUBLES = {
  'no token': {
    begins: ({ environment }) => (environment['GITHUB_TOKEN'] = ''),
    ends: ({ environment, github }) => (environment['GITHUB_TOKEN'] = github.token),
    says: 'you are not logged in to the remote origin',
    helps: 'gh auth login',
  },
  'a token that may not push': {
    begins: ({ github }) => github.grant({ contents: 'read' }),
    ends: ({ github }) => github.grant({ contents: 'write' }),
    says: 'you have no permission for this on the remote origin',
    helps: 'Ask for permission to push',
  },
  'a token that may not open pull requests': {
    begins: ({ github }) => github.grant({ pull_requests: 'read' }),
    ends: ({ github }) => github.grant({ pull_requests: 'write' }),
    says: 'the token may not open pull requests in acme/shop',
    helps: 'it needs write access to pull requests',
  },
  'single sign-on': {
    begins: ({ github }) =>
      github.failNext(
        { status: 403, body: { message: 'no' }, headers: { 'x-github-sso': 'required; url=x' } },
        { ...always, matching: /graphql/ },
      ),
    ends: mend,
    says: 'requires single sign-on for the token',
    helps: 'Configure SSO',
  },
  'a network that is down': {
    begins: ({ shop }) =>
      shop.git('remote', 'set-url', 'origin', 'http://127.0.0.1:9/acme/shop.git'),
    ends: home,
    says: 'the remote origin cannot be reached',
    helps: 'Conductor tries again at the next sync',
  },
  'a GitHub that has a fault for a while': {
    begins: ({ github }) => github.failNext({ status: 503 }, { ...always, matching: /info.refs/ }),
    ends: mend,
    says: 'the remote origin has an internal error',
    helps: 'Conductor tries again at the next sync',
  },
  'a repository that has moved': {
    begins: ({ github }) =>
      github.failNext(
        { status: 301, body: {}, headers: { location: 'http://127.0.0.1:9/repositories/1/pulls' } },
        { ...always, matching: /POST \/repos/ },
      ),
    ends: mend,
    says: 'GitHub redirects to another address',
    helps: 'the repository may have another name now (git remote -v)',
  },
  'a repository that is gone': {
    begins: ({ shop, github }) =>
      shop.git('remote', 'set-url', 'origin', `${github.address}/acme/gone.git`),
    ends: home,
    says: 'there is no repository at the remote origin, or you may not see it',
    helps: 'See `git remote -v`',
  },
  'a base branch that the remote does not have': {
    begins: ({ shop }) => shop.write('.conductor/config.yaml', 'pull_requests: {into: trunk}\n'),
    ends: ({ shop }) => shop.write('.conductor/config.yaml', 'pull_requests: {into: main}\n'),
    says: 'origin has no branch trunk',
    helps: 'push it (git push origin trunk), or name another one with pull_requests.into',
  },
} satisfies Readonly<Record<string, Trouble>>

/** One is met at the first look, the other when the first lane is opened. */
it.each(['a network that is down', 'a token that may not open pull requests'] as const)(
  'a run meets %s, says it once, lands everything, and publishes it when that is over',
  async (name) => {
    const { begins, ends, says, helps } = TROUBLES[name]
    await using github = await startGithub({ mergeability: 'at-once' })
    const environment: Record<string, string> = {}
    await using shop = cloneOf(github, { tasks: TWO_LANES, config: '', environment })
    begins({ github, shop, environment })
    const first = await run(shop)
    const [before, after] = first.stdout.split('run 1 needs you: nothing can be published')
    expect([first.stderr, first.code, timesIn(before!, says)]).toEqual(['', 1, 1])
    expect(before!.split('\n').find((line) => line.includes(says))).toContain(helps)
    expect(after).toContain('conductor pr sync')
    expect(first.stdout).toContain('2 of 2 tasks landed')
    expect(shop.landed('two.txt')).toContain('9')
    expect(branchesOf(github)).toEqual([])

    ends({ github, shop, environment })
    expect((await sync(shop)).code).toBe(0)
    expect(branchesOf(github)).toEqual(['issue-21', 'issue-22'])
    expect(fileAt(github, 'issue-22', 'two.txt')).toContain('9')
  },
)

it(
  'each trouble is said with what helps, none opens anything, and in the end all is published',
  TWO_TESTS,
  async () => {
    await using github = await startGithub({ mergeability: 'at-once' })
    const environment: Record<string, string> = {}
    await using shop = cloneOf(github, { tasks: TWO_LANES, config: '', environment })
    await shop.conductor('run', 'tasks.yaml', '--no-ui')
    for (const { begins, ends, says, helps } of Object.values(TROUBLES)) {
      begins({ github, shop, environment })
      const { code, stdout } = await shop.conductor('pr', '--json')
      const { problem, hint } = JSON.parse(stdout) as PullRequestsDocument
      expect([code, problem, hint]).toEqual([
        1,
        expect.stringContaining(says),
        expect.stringContaining(helps),
      ])
      ends({ github, shop, environment })
    }
    const { begins, ends, says } = TROUBLES['a network that is down']
    begins({ github, shop, environment })
    const { code, stdout, stderr } = await shop.conductor('pr')
    // It is said once, also in words.
    expect([code, timesIn(stdout + stderr, says)]).toEqual([1, 1])
    ends({ github, shop, environment })
    expect(branchesOf(github)).toEqual([])

    // A limit is over when its time has come, and what was left undone is done.
    const asked = (): number => github.requests.filter(({ kind }) => kind === 'rest').length
    const before = asked()
    const reset = Math.ceil(Date.now() / 1000) + 4
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${reset}` }
    github.failNext(
      { status: 403, body: { message: 'limit' }, headers },
      { matching: /POST \/rep/ },
    )
    expect((await shop.conductor('pr')).code).toBe(1)
    expect(asked()).toBe(before + 1)
    await sleep(Math.max(0, reset * 1000 - Date.now()))
    expect((await sync(shop)).code).toBe(0)
    expect(branchesOf(github)).toEqual(['issue-21', 'issue-22'])
  },
)

it('a limit of GitHub is respected: nothing is asked before its time, by nobody', async () => {
  await using github = await startGithub({ mergeability: 'at-once' })
  await using shop = cloneOf(github, { tasks: TWO_LANES, config: '' })
  const { status, body, headers } = secondaryLimit(1800)
  github.failNext({ status, body, headers }, { matching: /graphql/ })
  const first = await run(shop)
  const said = /GitHub has been asked too often; it is asked again at \d\d:\d\d UTC/
  expect([first.code, first.stdout]).toEqual([1, expect.stringMatching(said)])
  expect(timesIn(first.stdout.split('needs you')[0]!, 'too often')).toBe(1)
  const again = await sync(shop)
  expect([again.code, again.stdout]).toEqual([1, expect.stringMatching(said)])
  expect(github.requests.filter(({ kind }) => kind !== 'git')).toHaveLength(1)
})

it('a protected branch stops only its own lane; a branch of a person that has the name of a lane, or is in its way, stays theirs', async () => {
  await using github = await startGithub({
    mergeability: 'at-once',
    repositories: [{ protectedBranches: ['issue-22'] }],
  })
  const theirs = await github.person('ann').push('issue-21', { 'theirs.txt': 'of ann' })
  await github.person('ann').push('issue-23/x', { 'below.txt': 'git keeps no issue-23 beside it' })
  const tasks = `${TWO_LANES}  - {id: three, name: Three, issue: 23, run: seq 9 > three.txt}\n`
  await using shop = cloneOf(github, { tasks, config: '' })
  const first = await run(shop)
  expect(first.code).toBe(1)
  expect(timesIn(first.stdout.split('needs you')[0]!, 'has a protection rule for the branch')).toBe(
    1,
  )
  expect(first.stdout).toContain('Allow pushes to the branches of Conductor')
  expect(branchesOf(github)).toEqual(['issue-21-run1', 'issue-23-run1'])
  await protectBranches(github.repository().folder, [])
  expect((await sync(shop)).code).toBe(0)
  expect(branchesOf(github)).toEqual(['issue-21-run1', 'issue-22', 'issue-23-run1'])
  expect(gitIn(github.repository().folder, 'rev-parse', 'issue-21')).toBe(theirs)
})
