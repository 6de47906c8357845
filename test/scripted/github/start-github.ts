/**
 * A GitHub of our own on 127.0.0.1, for tests: real git over smart HTTP, REST and GraphQL on the same repositories, with
 * GitHub's rules about tokens, limits, pages and pull requests.
 *
 *     await using github = await startGithub({ repositories: [{ name: 'shop', deleteBranchOnMerge: true }] })
 *     process: GITHUB_API_URL=github.api  GITHUB_TOKEN=github.token   remote: github.remote()
 *     const ann = github.person('ann')
 *     await ann.openIssue({ title: 'Prices are wrong', labels: ['ready'] })
 *     await ann.push('api', { 'api.ts': 'x' });  await ann.openPull({ title: 'API', head: 'api', base: 'main' })
 *     github.ci(2).set('build', 'failure', { log: 'expected 1, got 2' })
 *     await ann.review(2, 'CHANGES_REQUESTED', 'No.', [{ path: 'api.ts', line: 1, body: 'why?' }])
 *     await ann.merge(2, 'squash')
 *     github.failNext({ status: 502 }, { matching: /POST .*pulls$/, times: 2 });  github.failNext('cut after acting')
 *     expect(github.requests.filter(({ kind }) => kind === 'rest')).toHaveLength(3)
 *
 * Every request and answer is compared with GitHub's published description. When it is closed it throws if something
 * differed (`mismatches`) or if the token under test did what Conductor must never do (`violations`): merge, approve or
 * close a pull request, push to the default branch, overwrite what a person pushed. `strict: false` leaves that to the test.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pullOf } from './acts/pulls.ts'
import { createFaults, type Faults } from './http/faults.ts'
import { createLimits } from './http/limits.ts'
import { listen, type RequestRecord } from './http/listen.ts'
import { USUAL_LIMITS, type GithubOptions, type TokenOptions } from './options.ts'
import { ciOf, type Ci } from './people/ci.ts'
import { deliver, type Delivery } from './people/deliver.ts'
import { personIn, strangerIn, type Person, type Stranger } from './people/person.ts'
import { createRepository } from './state/create-repository.ts'
import { fullName, type Issue, type Pull, type Repository } from './state/model.ts'
import { accountOf, addToken, createWorld } from './state/world.ts'
import { described } from './true-to-github/described.ts'

export interface Github extends AsyncDisposable, Pick<Faults, 'failNext' | 'mend' | 'delay'> {
  /** As GITHUB_API_URL has it. */
  readonly api: string
  /** Of the token under test. */
  readonly token: string
  /** Without the path: http://127.0.0.1:1234 */
  readonly address: string
  /** The address of the git remote, without a token. */
  remote(repository?: string): string
  /** With the token of the one under test, or of a person. */
  remoteWithToken(repository?: string, token?: string): string
  /** Someone who acts on the website; a name such as coverage[bot] is a bot. */
  person(login: string, repository?: string): Person
  /** Someone without any rights, who can open issues and comment all the same. */
  stranger(login: string, repository?: string): Stranger
  /** The CI of the head of a pull request, or of a commit. */
  ci(of: number | string, repository?: string): Ci
  repository(name?: string): Repository
  issue(number: number, repository?: string): Issue | Pull
  pull(number: number, repository?: string): Pull
  /** All that was asked, in the order of the answers. */
  readonly requests: RequestRecord[]
  readonly violations: readonly string[]
  readonly mismatches: readonly string[]
  /** Lets the clock of GitHub go forward: limits end, times of new things are later. */
  passTime(milliseconds: number): void
  deliver(delivery: Delivery): Promise<number>
  /** Changes the rights of the token under test. */
  grant(rights: TokenOptions['rights']): void
}

export async function startGithub(options: GithubOptions = {}): Promise<Github> {
  const world = createWorld(options.mergeability !== 'at-once')
  const folder = await mkdtemp(join(tmpdir(), 'github-'))
  const token = addToken(world, 'ghp_tokenUnderTest0123456789', options.token ?? {}, true)
  for (const [text, wanted] of Object.entries(options.tokens ?? {}))
    addToken(world, text, wanted, false)
  for (const wanted of options.repositories ?? [{}]) await createRepository(world, folder, wanted)

  const limits = createLimits({ ...USUAL_LIMITS, ...options.limits }, world.now)
  const mismatches: string[] = []
  const requests: RequestRecord[] = []
  const faults = createFaults()
  const inTurn = oneAfterTheOther()
  const validation = options.validate === false ? null : described
  const around = { world, limits, described: validation, mismatches }
  const server = await listen({ around, faults, requests, inTurn })
  world.api = options.enterprise === true ? `${world.address}/api/v3` : world.address

  function repository(name?: string): Repository {
    const all = [...world.repositories.values()]
    const found = name === undefined ? all[0] : all.find((one) => fullName(one) === name)
    if (found === undefined) throw new Error(`There is no repository ${name}.`)
    return found
  }
  const remote = (name?: string): string => `${world.address}/${fullName(repository(name))}.git`
  const pull = (number: number, name?: string): Pull => pullOf(repository(name), number)
  return {
    api: world.api,
    token: token.text,
    address: world.address,
    remote,
    remoteWithToken: (name, text = token.text) =>
      remote(name).replace('http://', `http://x-access-token:${text}@`),
    person: (login, name) => personIn(world, repository(name), accountOf(world, login), inTurn),
    stranger: (login, name) => strangerIn(world, repository(name), accountOf(world, login), inTurn),
    ci(of, name) {
      const sha = typeof of === 'string' ? of : pull(of, name).headSha
      return ciOf(world, repository(name), sha)
    },
    repository,
    issue(number, name) {
      const found = repository(name).conversations.get(number)
      if (found === undefined) throw new Error(`There is no #${number}.`)
      return found
    },
    pull,
    requests,
    violations: world.violations,
    mismatches,
    passTime: world.passTime,
    grant: (rights) => void Object.assign(token.rights, rights),
    failNext: faults.failNext,
    mend: faults.mend,
    delay: faults.delay,
    deliver(delivery) {
      if (options.webhook === undefined) throw new Error('startGithub got no webhook.')
      return deliver(options.webhook, delivery)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      const wrong = [...mismatches, ...world.violations]
      if (options.strict !== false && wrong.length > 0)
        throw new Error(`GitHub was not used as it should be:\n${wrong.join('\n')}`)
    },
  }
}

function oneAfterTheOther() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}
