/** Opening and changing pull requests, with the refusals of GitHub in its words. */
import { commitsBetween, keepHead } from '../git/bare-repository.ts'
import { brokenRule, invalidField, notFound } from '../http/refused.ts'
import { pullsOf, type Account, type Pull, type Repository } from '../state/model.ts'
import type { World } from '../state/world.ts'
import { closeConversation } from './follow-refs.ts'
import { newConversation } from './issues.ts'

export interface NewPull {
  readonly title: string
  /** A branch, or owner:branch. */
  readonly head: string
  readonly base: string
  readonly body?: string | undefined
  readonly draft?: boolean | undefined
}

export async function openPull(
  world: World,
  repository: Repository,
  by: Account,
  wanted: NewPull,
): Promise<Pull> {
  const headBranch = branchIn(repository, wanted.head)
  const headSha = repository.branches.get(headBranch)
  const baseSha = repository.branches.get(wanted.base)
  if (headSha === undefined) throw invalidField('PullRequest', 'head')
  if (baseSha === undefined) throw invalidField('PullRequest', 'base')
  refuseSecond(repository, headBranch, wanted.base)
  const commits = await commitsBetween(repository.folder, baseSha, headSha)
  if (commits.length === 0)
    throw brokenRule('PullRequest', `No commits between ${wanted.base} and ${headBranch}`)
  const branches = { headBranch, headSha, baseBranch: wanted.base, baseSha }
  const pull = newPull(world, repository, { ...wanted, by, branches })
  repository.conversations.set(pull.number, pull)
  await keepHead(repository.folder, pull.number, headSha)
  return pull
}

function branchIn(repository: Repository, head: string): string {
  const [owner, branch] = head.includes(':') ? head.split(':', 2) : [repository.owner.login, head]
  if (owner!.toLowerCase() !== repository.owner.login.toLowerCase())
    throw invalidField('PullRequest', 'head')
  return branch!
}

function refuseSecond(repository: Repository, head: string, base: string): void {
  const isSame = (pull: Pull): boolean =>
    pull.state === 'open' && pull.headBranch === head && pull.baseBranch === base
  if (!pullsOf(repository).some(isSame)) return
  const name = `${repository.owner.login}:${head}`
  throw brokenRule('PullRequest', `A pull request already exists for ${name}.`)
}

type PullBranches = Pick<Pull, 'headBranch' | 'headSha' | 'baseBranch' | 'baseSha'>

function newPull(
  world: World,
  repository: Repository,
  wanted: NewPull & { readonly by: Account; readonly branches: PullBranches },
): Pull {
  return {
    kind: 'pull',
    ...newConversation(world, repository, wanted.by, wanted),
    ...wanted.branches,
    isDraft: wanted.draft ?? false,
    mergeability: { of: '', is: 'unknown', tried: null },
    merged: null,
    requestedReviewers: [],
    reviews: [],
    threads: [],
  }
}

export interface PullChange {
  readonly title?: string | undefined
  readonly body?: string | null | undefined
  readonly state?: 'open' | 'closed' | undefined
  readonly base?: string | undefined
}

export async function changePull(
  world: World,
  pull: Pull,
  by: Account,
  change: PullChange,
): Promise<void> {
  if (change.base !== undefined && change.base !== pull.baseBranch)
    await retarget(world, pull, change.base)
  if (change.title !== undefined) pull.title = change.title
  if (change.body !== undefined) pull.body = change.body
  if (change.state === 'closed' && pull.state === 'open') closeConversation(world, pull, by)
  if (change.state === 'open' && pull.state === 'closed') reopen(pull)
  pull.updatedAt = world.now()
}

async function retarget(world: World, pull: Pull, base: string): Promise<void> {
  const { repository, headBranch, headSha } = pull
  if (pull.state === 'closed')
    throw brokenRule('PullRequest', 'Cannot change the base branch of a closed pull request.')
  const baseSha = repository.branches.get(base)
  if (baseSha === undefined) {
    const missing = `Proposed base branch '${base}' was not found`
    throw brokenRule('PullRequest', missing)
  }
  refuseSecond(repository, headBranch, base)
  const commits = await commitsBetween(repository.folder, baseSha, headSha)
  if (commits.length === 0) {
    const nothing = `There are no new commits between base branch '${base}' and head branch '${headBranch}'`
    throw brokenRule('PullRequest', nothing)
  }
  setBase(world, pull, base)
}

export function setBase(world: World, pull: Pull, base: string): void {
  pull.baseBranch = base
  pull.baseSha = pull.repository.branches.get(base) ?? pull.baseSha
  pull.updatedAt = world.now()
}

function reopen(pull: Pull): void {
  const { branches } = pull.repository
  if (pull.merged !== null) throw cannotReopen('The pull request is merged.')
  for (const branch of [pull.headBranch, pull.baseBranch])
    if (!branches.has(branch)) throw cannotReopen(`The ${branch} branch has been deleted.`)
  if (branches.get(pull.headBranch) !== pull.headSha)
    throw cannotReopen(`The ${pull.headBranch} branch was force-pushed or recreated.`)
  refuseSecond(pull.repository, pull.headBranch, pull.baseBranch)
  pull.state = 'open'
  pull.closedAt = null
  pull.closedBy = null
}

const cannotReopen = (why: string) => brokenRule('PullRequest', `state cannot be changed. ${why}`)

export function pullOf(repository: Repository, number: number): Pull {
  const found = repository.conversations.get(number)
  if (found?.kind !== 'pull') throw notFound()
  return found
}
