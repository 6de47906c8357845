import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeForge, must, type ForgeWithPeople } from '../../../test/contracts/forge.ts'
import {
  branchesOf,
  commitFiles,
  createBareRepository,
  isAncestor,
  removeBranch,
  setRef,
} from '../../../test/scripted/github/git/bare-repository.ts'
import { git } from '../../../test/scripted/github/git/call-git.ts'
import { mergeCommit } from '../../../test/scripted/github/git/merge-commits.ts'
import { pullFile } from '../../core/value/home-paths.ts'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { openForge } from '../open-forge.ts'
import type { PlainGitPort } from './look-at-branches.ts'
import { openPlainGit, type PlainGit } from './open-plain-git.ts'

const ANN = { name: 'ann', email: 'ann@example.com' }

interface There extends ForgeWithPeople {
  readonly forge: PlainGit
  readonly home: string
  readonly remote: string
  readonly port: PlainGitPort
}

/** A remote, a folder for our own files, and people who merge with git. */
async function there(): Promise<There> {
  const folder = await mkdtemp(join(tmpdir(), 'plain-git-'))
  const remote = join(folder, 'remote.git')
  const home = join(folder, '.conductor')
  await createBareRepository(remote, 'main')
  const port = gitIn(remote)
  const forge = openPlainGit({ home, remote: 'origin', git: port })
  const push = async (branch: string, file: string, text: string): Promise<string> => {
    const branches = await branchesOf(remote)
    const from = branches.get(branch) ?? branches.get('main')
    await commitFiles(remote, branch, { [file]: text }, { ...ANN, message: 'work', from })
    return (await branchesOf(remote)).get(branch)!
  }
  await setRef(remote, 'refs/heads/dev', await push('main', 'README.md', 'A shop\n'))
  return {
    forge,
    home,
    remote,
    port,
    push,
    async merge(_, method) {
      const branches = await branchesOf(remote)
      const [base, head] = [branches.get('main')!, branches.get('api')!]
      const made = await mergeCommit(remote, { base, head, method, message: 'm', author: ANN })
      await setRef(remote, 'refs/heads/main', made!)
    },
    removeBranch: (branch) => removeBranch(remote, branch),
    close: (number) => forge.decide(number, { is: 'closed', text: '', by: 'ann' }),
    review: (number, is, text) => forge.decide(number, { is, text, by: 'ann' }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

const gitIn = (remote: string): PlainGitPort => ({
  async fetch(branches) {
    const all = [...(await branchesOf(remote))].filter(([branch]) => branches.includes(branch))
    return { ok: true, value: new Map(all.map(([branch, sha]) => [branch, commitId(sha)])) }
  },
  isAncestor: (old, young) => isAncestor(remote, old, young),
  async merge([base, head], message) {
    const order = { base: base!, head: head!, method: 'merge', message, author: ANN } as const
    const made = await mergeCommit(remote, order)
    return made === null
      ? { is: 'conflict', piece: 0, conflicts: [] }
      : { is: 'made', commit: commitId(made) }
  },
  async contains(commit, pieces) {
    for (const { base, commit: work } of pieces) if (!(await hasAll(base, work))) return false
    return true

    /** The files that the work changes are in the commit as the work has them. */
    async function hasAll(base: CommitId, work: CommitId): Promise<boolean> {
      const paths = (await git(remote, ['diff', '--name-only', base, work])).split('\n')
      return (await git(remote, ['diff', '--name-only', commit, work, '--', ...paths])) === ''
    }
  },
})

describeForge('plain git', there)

describe('a remote that is no forge', () => {
  const API = { head: 'api', base: 'main', title: 'API', body: '', isDraft: false }

  it('has no issues, and says what to do instead', async () => {
    await using here = await there()
    const answer = await here.forge.issues({ labels: [], most: 10 })
    expect(answer).toMatchObject({ ok: false, problem: { is: 'not-found' } })
    expect(answer.ok ? '' : answer.problem.hint).toMatch(/no issues.*conductor run tasks.yaml/)
  })

  it('keeps a pull request for the next process, and gives each its own number', async () => {
    await using here = await there()
    await here.push('api', 'api.txt', 'one\n')
    await here.push('web', 'web.txt', 'one\n')
    must(await here.forge.open(API))
    const other = openPlainGit({ home: here.home, remote: 'origin', git: here.port })
    expect(must(await other.open({ ...API, head: 'web' })).number).toBe(2)
    const seen = must(await here.forge.pulls(['api', 'web']))
    expect(seen.map(({ number }) => number)).toEqual([1, 2])
  })

  it('loses nothing when many open and change at once', async () => {
    await using here = await there()
    const branches = Array.from({ length: 8 }, (_, n) => `b${n}`)
    for (const branch of branches) await here.push(branch, `${branch}.txt`, 'x\n')
    const processes = Array.from({ length: 4 }, () =>
      openPlainGit({ home: here.home, remote: 'origin', git: here.port }),
    )
    const asked = processes.flatMap((forge) => branches.map((head) => forge.open({ ...API, head })))
    const numbers = (await Promise.all(asked)).map((each) => must(each).number)
    expect(new Set(numbers)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]))
    const labels = processes.map((_, n) => `label-${n}`)
    await Promise.all(processes.map((forge, n) => forge.change(1, { labels: [labels[n]!] })))
    const [pull] = must(await here.forge.pulls([(await headOf(here, 1))!]))
    expect(new Set(pull!.labels)).toEqual(new Set(labels))
    expect((await readdir(join(here.home, 'plain-pulls'))).length).toBe(8)
  })

  it('survives half a line of a process that was killed', async () => {
    await using here = await there()
    await here.push('api', 'api.txt', 'one\n')
    const { number } = must(await here.forge.open(API))
    await appendFile(pullFile(here.home, number), '{"is":"changed","change":{"ti')
    must(await here.forge.change(number, { title: 'Better' }))
    expect(must(await here.forge.pulls(['api']))).toMatchObject([{ title: 'Better' }])
  })

  it('takes a file of another form for no pull request, and keeps it', async () => {
    await using here = await there()
    await here.push('api', 'api.txt', 'one\n')
    must(await here.forge.open(API))
    await writeFile(pullFile(here.home, 2), 'nonsense\n')
    await here.push('web', 'web.txt', 'one\n')
    expect(must(await here.forge.open({ ...API, head: 'web' })).number).toBe(3)
  })

  it('lets a person decide, as long as there is something to decide', async () => {
    await using here = await there()
    await here.push('api', 'api.txt', 'one\n')
    const { number } = must(await here.forge.open(API))
    const decide = (is: 'merged' | 'closed') =>
      here.forge.decide(number, { is, text: '', by: 'ann' })
    expect(must(await decide('merged'))).toMatchObject({ state: 'merged' })
    expect(await decide('closed')).toMatchObject({ ok: false, problem: { is: 'refused' } })
    const unknown = await here.forge.decide(9, { is: 'closed', text: '', by: 'ann' })
    expect(unknown).toMatchObject({ ok: false, problem: { is: 'not-found' } })
  })

  it('notices a branch that became the new base as it is', async () => {
    await using here = await there()
    const head = await here.push('api', 'api.txt', 'one\n')
    must(await here.forge.open(API))
    await setRef(here.remote, 'refs/heads/main', head)
    expect(must(await here.forge.pulls(['api']))).toMatchObject([
      { state: 'merged', headCommit: head },
    ])
  })

  it('takes a branch that a person deleted before the merge as closed, until a person opens it again', async () => {
    await using here = await there()
    await here.push('api', 'api.txt', 'one\n')
    const { number } = must(await here.forge.open(API))
    await here.removeBranch('api')
    expect(must(await here.forge.pulls(['api']))).toMatchObject([{ number, state: 'closed' }])
    must(await here.forge.decide(number, { is: 'reopened', text: '', by: 'ann' }))
    expect(must(await here.forge.pulls(['api']))).toMatchObject([{ number, state: 'open' }])
    const headCommit = await here.push('api', 'api.txt', 'one\n')
    expect(must(await here.forge.pulls(['api']))).toMatchObject([{ state: 'open', headCommit }])
    const again = await here.forge.decide(number, { is: 'reopened', text: '', by: 'ann' })
    expect(again).toMatchObject({ ok: false, problem: { is: 'refused' } })
  })

  it('makes a draft ready that a person approves', async () => {
    await using here = await there()
    await here.push('api', 'api.txt', 'one\n')
    const { number } = must(await here.forge.open({ ...API, isDraft: true }))
    await here.review(number, 'approved', '')
    expect(must(await here.forge.pulls(['api']))).toMatchObject([
      { isDraft: false, review: 'approved' },
    ])
  })

  it('does not take a missing base for a merge', async () => {
    await using here = await there()
    await here.push('api', 'api.txt', 'one\n')
    must(await here.forge.open({ ...API, base: 'dev' }))
    await here.removeBranch('dev')
    expect(must(await here.forge.pulls(['api']))).toMatchObject([{ state: 'open' }])
  })

  it('passes on that the remote cannot be reached', async () => {
    await using here = await there()
    const problem = { is: 'unreachable', message: 'x', hint: 'y', notBefore: null } as const
    const fetch = async () => ({ ok: false, problem }) as const
    const forge = openPlainGit({ home: here.home, remote: 'origin', git: { ...here.port, fetch } })
    expect(await forge.open(API)).toEqual({ ok: false, problem })
  })
})

/** The branch of a pull request. */
async function headOf({ forge }: There, number: number): Promise<string | undefined> {
  const branches = Array.from({ length: 8 }, (_, n) => `b${n}`)
  const all = must(await forge.pulls(branches))
  return all.find((each) => each.number === number)?.head
}

describe('the forge of a remote', () => {
  const sites = [{ host: 'github.com', api: 'http://127.0.0.1:9' }]
  const ofRemote = (choice: 'auto' | 'github' | 'git', address: string) => {
    const remote = { name: 'origin', address }
    const opened = openForge({ choice, remote, sites, home: '/nowhere', git: gitIn('/nowhere') })
    return opened.ok ? opened.value.name : opened.problem.is
  }

  it('is GitHub if the remote is there, else plain git, unless one was chosen', () => {
    const [github, other] = ['git@github.com:acme/shop.git', '/srv/git/shop.git']
    expect(ofRemote('auto', github)).toBe('GitHub acme/shop')
    expect(ofRemote('github', github)).toBe('GitHub acme/shop')
    expect(ofRemote('git', github)).toBe('the remote origin')
    expect(ofRemote('auto', other)).toBe('the remote origin')
    expect(ofRemote('github', other)).toBe('not-found')
  })
})
