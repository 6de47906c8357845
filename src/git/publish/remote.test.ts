import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  gitFolder,
  gitPlace,
  type GitFolder,
  type GitPlace,
} from '../../../test/repository/git-place.ts'
import { gitIn, introduceUser } from '../../../test/repository/git-in.ts'
import type { PublishGit } from '../../conduct/forge-ports.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { openPublishGit } from './publish-git.ts'

interface Remotes {
  readonly git: PublishGit
  /** The bare repository. */
  readonly remote: GitFolder
  /** The clone of a colleague. */
  readonly other: GitFolder
  readonly first: CommitId
}

/** A repository with a remote, which a colleague has cloned, too. */
function withRemote(place: GitPlace): Remotes {
  const bare = join(place.top, 'remote.git')
  const clone = join(place.top, 'colleague')
  gitIn(place.top, 'clone', '-q', '--bare', place.path, bare)
  gitIn(place.top, 'clone', '-q', bare, clone)
  introduceUser(clone)
  place.git('remote', 'add', 'origin', bare)
  const git = openPublishGit(place.repository, {
    remote: 'origin',
    scratch: join(place.top, 'scratch'),
  })
  const first = commitId(place.git('rev-parse', 'HEAD'))
  return { git, remote: gitFolder(bare), other: gitFolder(clone), first }
}

/** Everything of the repository that is the user's. */
const usersOf = (place: GitPlace): string =>
  [
    place.git('for-each-ref').replaceAll(/.*refs\/conductor.*\n?/g, ''),
    place.git('config', '--list', '--local'),
    place.git('status', '--porcelain'),
    execFileSync('sh', ['-c', 'ls -A .git; cat .git/HEAD .git/index | cksum'], {
      cwd: place.path,
      encoding: 'utf8',
    }),
  ].join('\n')

it('fetches branches into refs of our own, and notices that a branch is gone', async () => {
  using place = gitPlace()
  const { git, other, first } = withRemote(place)
  const before = usersOf(place)
  const second = other.commit('second', { 'b.txt': 'b\n' })
  other.git(
    'push',
    '-q',
    'origin',
    'HEAD:main',
    'HEAD~1:refs/heads/topic',
    'HEAD:x/refs/heads/main',
  )
  const heads = async (...branches: readonly string[]) => {
    const fetched = await git.fetch(branches)
    return fetched.ok ? Object.fromEntries(fetched.value) : fetched.problem
  }
  expect(await heads('main', 'topic', 'none')).toEqual({ main: second, topic: first })
  expect(place.git('cat-file', '-t', second)).toBe('commit')
  other.git('push', '-q', 'origin', ':topic')
  other.git('push', '-q', 'origin', 'HEAD:topic/below')
  expect(await heads('main', 'topic', 'topic/below')).toEqual({
    main: second,
    'topic/below': second,
  })
  expect(await git.fetch([])).toEqual({ ok: true, value: new Map() })
  expect(await heads('bad..name')).toMatchObject({ is: 'refused' })
  expect(usersOf(place)).toBe(before)
})

it('names that the remote cannot have are told with the branch in the way', async () => {
  using place = gitPlace()
  const { git, other } = withRemote(place)
  other.git('push', '-q', 'origin', 'HEAD:task-a/x/y', 'HEAD:team', 'HEAD:task-abc', 'HEAD:task-c')
  expect(await git.blocked(['task-a', 'team/web/one', 'task-b', 'task-c', 'task-ab'])).toEqual({
    ok: true,
    value: new Map([
      ['task-a', 'task-a/x/y'],
      ['team/web/one', 'team'],
    ]),
  })
})

it('deletes a branch only from where it was seen, and the tracking branch that shows just that', async () => {
  using place = gitPlace()
  const { git, remote, other, first } = withRemote(place)
  for (const branch of ['one', 'two']) await git.push({ branch, commit: first, expected: null })
  place.git('fetch', '-q', 'origin')
  const theirs = other.commit('theirs', { 'b.txt': 'b\n' })
  other.git('push', '-q', 'origin', 'HEAD:one')
  const gone = { commit: null, expected: first }
  expect(await git.push({ branch: 'one', ...gone })).toEqual({ is: 'moved', at: theirs })
  expect(await git.push({ branch: 'two', ...gone })).toEqual({ is: 'pushed' })
  // The same again, as after a crash.
  expect(await git.push({ branch: 'two', ...gone })).toEqual({ is: 'pushed' })
  expect(await git.push({ branch: 'one', commit: null, expected: theirs })).toEqual({
    is: 'pushed',
  })
  expect(remote.git('branch', '--format=%(refname:short)')).toBe('main')
  expect(place.git('branch', '-r', '--format=%(refname:short)').split('\n')).toEqual([
    'origin/main',
    'origin/one',
  ])
})

it('pushes a branch only from where it was seen', async () => {
  using place = gitPlace()
  const { git, remote, other, first } = withRemote(place)
  const before = usersOf(place)
  const at = (branch: string) => remote.git('rev-parse', `refs/heads/${branch}`)
  const branch = 'conductor/issue-1'
  expect(await git.push({ branch, commit: first, expected: null })).toEqual({ is: 'pushed' })
  expect(at(branch)).toBe(first)
  // The same again, as after a crash: it has arrived already.
  expect(await git.push({ branch, commit: first, expected: null })).toEqual({ is: 'pushed' })
  const theirs = other.commit('theirs', { 'b.txt': 'b\n' })
  other.git('push', '-q', 'origin', `HEAD:${branch}`)
  const ours = commitId(place.git('commit-tree', '-p', first, '-m', 'ours', `${first}^{tree}`))
  for (const expected of [null, first]) {
    expect(await git.push({ branch, commit: ours, expected })).toEqual({ is: 'moved', at: theirs })
    expect(at(branch)).toBe(theirs)
  }
  // By force, with a lease: only because it is where we say that it is.
  expect(await git.push({ branch, commit: ours, expected: theirs })).toEqual({ is: 'pushed' })
  expect(at(branch)).toBe(ours)
  other.git('push', '-q', 'origin', `:${branch}`)
  expect(await git.push({ branch, commit: ours, expected: theirs })).toEqual({
    is: 'moved',
    at: null,
  })
  expect(await git.push({ branch: '--all', commit: ours, expected: null })).toMatchObject({
    is: 'refused',
    problem: { is: 'refused', message: '"--all" cannot be the name of a branch' },
  })
  expect(usersOf(place)).toBe(before)
})

it("the user's pre-push hook runs, and its words are told when it declines", async () => {
  using place = gitPlace()
  const { git, remote, first } = withRemote(place)
  hook(join(place.path, '.git'), 'pre-push', 'echo "lint failed in a.txt" >&2; exit 1')
  const refused = await git.push({ branch: 'topic', commit: first, expected: null })
  expect(refused).toEqual({
    is: 'refused',
    problem: {
      is: 'refused',
      message: 'the pre-push hook of this repository declined the push: lint failed in a.txt',
      hint: 'Fix what it says, then sync again.',
      notBefore: null,
    },
  })
  hook(join(place.path, '.git'), 'pre-push', 'echo "$1" > ../pushed-to')
  expect(await git.push({ branch: 'topic', commit: first, expected: null })).toEqual({
    is: 'pushed',
  })
  expect(gitFolder(place.top).read('pushed-to')).toBe('origin\n')
  hook(remote.path, 'update', 'echo "main is closed today"; exit 1')
  expect(await git.push({ branch: 'main', commit: first, expected: first })).toEqual({
    is: 'pushed',
  })
  const commit = commitId(place.git('commit-tree', '-p', first, '-m', 'new', `${first}^{tree}`))
  expect(await git.push({ branch: 'main', commit, expected: first })).toMatchObject({
    is: 'refused',
    problem: {
      is: 'refused',
      message: expect.stringContaining('the remote origin declined the push: main is closed today'),
    },
  })
})

function hook(folder: string, name: string, script: string): void {
  mkdirSync(join(folder, 'hooks'), { recursive: true })
  writeFileSync(join(folder, 'hooks', name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'hooks', name), 0o755)
}

it('a remote that cannot be used is explained', async () => {
  using place = gitPlace()
  const { first } = withRemote(place)
  const through = (remote: string) =>
    openPublishGit(place.repository, { remote, scratch: join(place.top, 'scratch') })
  for (const [remote, is] of [
    ['nowhere', 'not-found'],
    [join(place.top, 'none.git'), 'not-found'],
    ['http://user:secret@127.0.0.1:9/x.git', 'unreachable'],
    ['http://user:one@secret@127.0.0.1:9/x.git', 'unreachable'],
  ] as const) {
    const fetched = await through(remote).fetch(['main'])
    expect(fetched).toMatchObject({ ok: false, problem: { is } })
    const pushed = await through(remote).push({ branch: 'main', commit: first, expected: null })
    expect(pushed).toMatchObject({ is: 'refused', problem: { is } })
    expect(JSON.stringify([fetched, pushed])).not.toContain('secret')
  }
})

it('a given token is used when the remote wants one, and goes to its host only', async () => {
  using place = gitPlace()
  const first = commitId(place.git('rev-parse', 'HEAD'))
  const asked: (string | undefined)[] = []
  const elsewhere: (string | undefined)[] = []
  const other = createServer((request, response) => {
    elsewhere.push(request.headers.authorization)
    response.writeHead(401, { 'www-authenticate': 'Basic realm="other"' }).end()
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const otherPort = (other.address() as AddressInfo).port
  const server = createServer((request, response) => {
    asked.push(request.headers.authorization)
    const away = `http://127.0.0.1:${otherPort}${request.url}`
    if (request.url?.startsWith('/away'))
      return void response.writeHead(302, { location: away }).end()
    const isIn = request.headers.authorization === `Basic ${btoa('x-access-token:s3cret')}`
    response.writeHead(isIn ? 200 : 401, isIn ? {} : { 'www-authenticate': 'Basic realm="forge"' })
    response.end(isIn && request.url?.includes('/info/refs') ? `${first}\trefs/heads/main\n` : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    place.git('remote', 'add', 'origin', `http://127.0.0.1:${port}/shop.git`)
    const before = place.git('config', '--list', '--local')
    const through = (password: string | null) =>
      openPublishGit(place.repository, {
        remote: 'origin',
        scratch: join(place.top, 'scratch'),
        credentials: async () =>
          password === null ? null : { username: 'x-access-token', password },
      })
    expect(await through(null).fetch(['main'])).toMatchObject({
      ok: false,
      problem: { is: 'no-token' },
    })
    const wrong = await through('wr0ng').fetch(['main'])
    expect(wrong).toMatchObject({ ok: false, problem: { is: 'no-token' } })
    expect(JSON.stringify(wrong)).not.toContain('wr0ng')
    const git = through('s3cret')
    expect(await git.fetch(['main'])).toEqual({ ok: true, value: new Map([['main', first]]) })
    asked.length = 0
    await git.fetch(['main'])
    // Git asks without a token once; the user's own credentials are not tried again.
    expect(asked.filter((one) => one === undefined)).toHaveLength(1)
    expect(place.git('config', '--list', '--local')).toBe(before)
    place.git('remote', 'set-url', 'origin', `http://127.0.0.1:${port}/away/shop.git`)
    expect(await git.fetch(['main'])).toMatchObject({ ok: false })
    expect(new Set(elsewhere)).toEqual(new Set([undefined]))
  } finally {
    for (const one of [server, other]) {
      one.close()
      one.closeAllConnections()
    }
  }
})
