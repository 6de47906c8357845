/**
 * Counts what following 30 open pull requests for an hour asks of GitHub, on a GitHub of our own: a look every two
 * minutes (`pull_requests.refresh`), when nothing happens, and when 10 of them get a failed check and new commits. A look
 * is what each round of publishing begins with. The baseline asks by REST for each pull request, its checks, its
 * reviews and its comments. The rounds follow each other at once; only requests and bytes are counted, not time.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Forge, PublishGit } from '../src/conduct/forge-ports.ts'
import { commitId, type CommitId } from '../src/core/value/ids.ts'
import { githubPlaceOf } from '../src/core/workspace/github-remote.ts'
import { openGithub } from '../src/forge/github/open-github.ts'
import { mustGit } from '../src/git/call/git-command.ts'
import { findRepository } from '../src/git/call/repository.ts'
import { openPublishGit } from '../src/git/publish/publish-git.ts'
import { startGithub, type Github } from '../test/scripted/github/start-github.ts'
import { printTable } from './print-table.ts'

const PULLS = 30
const CHANGES = 10
const ROUNDS = process.argv.includes('--quick') ? 3 : 30
const LOOKS_AN_HOUR = 30
const LONGEST_LOG = 6000

const branches = Array.from({ length: PULLS }, (_, number) => `issue-${number + 1}`)
const folder = mkdtempSync(join(tmpdir(), 'bench-forge-requests-'))
await using github = await startGithub({
  validate: false,
  mergeability: 'at-once',
  limits: { perHour: 1e9, pointsPerMinute: 1e9, contentPerMinute: 1e9 },
})
process.env['GITHUB_TOKEN'] = github.token
await makePulls(github)
const { forge, git, commits } = await connect(github)

const idle = await counted(ROUNDS, look)
const changed = await counted(1, async () => {
  await look()
  for (const number of commits.keys()) await change(number)
  await look()
})
const usual = await counted(Math.min(ROUNDS, 3), lookByRest)
report()
forge[Symbol.dispose]()
rmSync(folder, { recursive: true, force: true })

async function makePulls({ person, ci }: Github): Promise<void> {
  const ann = person('ann')
  for (const branch of branches) {
    await ann.push(branch, { [`${branch}.txt`]: 'work\n' })
    const { number } = await ann.openPull({
      title: branch,
      head: branch,
      base: 'main',
      body: 'x'.repeat(1500),
    })
    for (const name of ['build', 'lint', 'test']) ci(number).set(name, 'success')
    await ann.review(number, 'COMMENTED', 'Looks good so far.')
    await ann.comment(number, 'Thank you.')
  }
}

/** Also makes the commits that will be pushed as changes. */
async function connect({ remote, api, address, token }: Github): Promise<{
  readonly forge: Forge
  readonly git: PublishGit
  readonly commits: ReadonlyMap<number, CommitId>
}> {
  const there = { in: folder }
  await mustGit(['init', '--quiet'], there)
  await mustGit(['remote', 'add', 'origin', remote()], there)
  await mustGit(
    ['fetch', '--quiet', github.repository().folder, '+refs/heads/*:refs/bench/*'],
    there,
  )
  const commits = new Map<number, CommitId>()
  for (const [number, branch] of branches.slice(0, CHANGES).entries())
    commits.set(number, await commitOn(`refs/bench/${branch}`))
  await mustGit(['update-ref', 'HEAD', 'refs/bench/main'], there)
  const found = await findRepository(folder)
  if (!found.ok) throw new Error(found.why)
  const credentials = async () => ({ username: 'x-access-token', password: token })
  const git = openPublishGit(found.repository, {
    remote: 'origin',
    scratch: join(folder, 's'),
    credentials,
  })
  const remotes = [{ name: 'origin', address: remote() }]
  const place = githubPlaceOf(remotes, [{ host: new URL(address).hostname, api }])
  if (place === null) throw new Error('the remote is not on our GitHub')
  return { forge: openGithub(place), git, commits }
}

async function commitOn(parent: string): Promise<CommitId> {
  const there = { in: folder }
  const words = ['-c', 'user.name=Bench', '-c', 'user.email=bench@localhost', 'commit-tree']
  return commitId(
    (await mustGit([...words, '-p', parent, '-m', 'more', `${parent}^{tree}`], there)).trim(),
  )
}

/** As each round of publishing begins. */
async function look(): Promise<void> {
  must(await git.fetch(['main', ...branches]))
  must(await forge.pulls(branches))
}

/** A check fails, its log is read, the fix is pushed, and the text of the pull request is brought up to date. */
async function change(index: number): Promise<void> {
  const branch = branches[index]!
  const number = index + 1
  github.ci(number).set('build', 'failure', { log: 'line of the log\n'.repeat(500) })
  const [seen] = must(await forge.pulls([branch]))
  const failed = seen!.checks.find(({ is }) => is === 'fail')
  if (failed?.log != null) must(await forge.logEnd(failed.log, LONGEST_LOG))
  const pushed = await git.push({ branch, commit: commits.get(index)!, expected: seen!.headCommit })
  if (pushed.is !== 'pushed') throw new Error(`not pushed: ${JSON.stringify(pushed)}`)
  must(await forge.change(number, { body: 'y'.repeat(1500) }))
}

function must<Value>(
  answer:
    | { readonly ok: true; readonly value: Value }
    | { readonly ok: false; readonly problem: object },
): Value {
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value
}

async function lookByRest(): Promise<void> {
  for (const [index, branch] of branches.entries()) {
    const pull = `/repos/acme/shop/pulls/${index + 1}`
    for (const path of [
      pull,
      `/repos/acme/shop/commits/${branch}/check-runs`,
      `${pull}/reviews`,
      `/repos/acme/shop/issues/${index + 1}/comments`,
    ]) {
      const answer = await fetch(github.api + path, {
        headers: { authorization: `Bearer ${github.token}` },
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
      await answer.arrayBuffer()
    }
  }
}

interface Counted {
  readonly api: number
  readonly git: number
  readonly bytes: number
}

/** For one of the rounds. */
async function counted(rounds: number, work: () => Promise<void>): Promise<Counted> {
  const before = github.requests.length
  for (let round = 0; round < rounds; round++) await work()
  const asked = github.requests.slice(before)
  const ofGit = asked.filter(({ kind }) => kind === 'git').length
  const bytes = asked.reduce((sum, each) => sum + each.bytes, 0)
  return { api: (asked.length - ofGit) / rounds, git: ofGit / rounds, bytes: bytes / rounds }
}

function report(): void {
  const hour = ({ api, git: ofGit, bytes }: Counted, looks: number) => ({
    api: api * looks,
    git: ofGit * looks,
    bytes: bytes * looks,
  })
  const quiet = hour(idle, LOOKS_AN_HOUR)
  // Two of the looks are in the round with the changes.
  const rest = hour(idle, LOOKS_AN_HOUR - 1)
  const busy = {
    api: rest.api + changed.api,
    git: rest.git + changed.git,
    bytes: rest.bytes + changed.bytes,
  }
  const baseline = hour(usual, LOOKS_AN_HOUR)
  const row = (name: string, { api, git: ofGit, bytes }: Counted) => [
    name,
    api.toFixed(0),
    ofGit.toFixed(0),
    `${(bytes / 1e6).toFixed(1)} MB`,
    (api / baseline.api).toFixed(3),
  ]
  printTable(
    [
      `${PULLS} open pull requests, an hour`,
      'requests',
      'of git',
      'bytes of answers',
      'requests to the baseline',
    ],
    [
      row('one REST call each for pull request, checks, reviews, comments', baseline),
      row('ours, idle', quiet),
      row(`ours, ${CHANGES} changes`, busy),
    ],
  )
}
