/** Merging a pull request, as a person does with the button: real git, then what GitHub does afterwards. */
import { commitsBetween, removeBranch, setRef } from '../git/bare-repository.ts'
import { git } from '../git/call-git.ts'
import { mergeCommit, type MergeMethod } from '../git/merge-commits.ts'
import { Refused } from '../http/refused.ts'
import { pullsOf, type Account, type Pull } from '../state/model.ts'
import type { World } from '../state/world.ts'
import { closingIssues } from './closing-issues.ts'
import { closeConversation, followRefs } from './follow-refs.ts'
import { closeIssue } from './issues.ts'
import { isBlocked, knowMergeability } from './mergeability.ts'
import { setBase } from './pulls.ts'

export interface MergeWish {
  readonly method: MergeMethod
  /** What the head must be. */
  readonly sha?: string | undefined
  readonly title?: string | undefined
  readonly message?: string | undefined
}

export async function mergePull(
  world: World,
  pull: Pull,
  by: Account,
  wish: MergeWish,
): Promise<string> {
  await refuseMerge(pull, wish)
  const { folder } = pull.repository
  const message = wish.title === undefined ? await usualMessage(pull, wish.method) : words(wish)
  const sha = await mergeCommit(folder, {
    base: pull.baseSha,
    head: pull.headSha,
    method: wish.method,
    message,
    author: wish.method === 'squash' ? signature(pull.author) : signature(by),
  })
  if (sha === null) throw notMergeable('Pull Request is not mergeable')
  pull.merged = { by, at: world.now(), sha }
  closeConversation(world, pull, by)
  await setRef(folder, `refs/heads/${pull.baseBranch}`, sha)
  await followRefs(world, pull.repository, by)
  for (const issue of closingIssues(pull)) if (issue.state === 'open') closeIssue(world, issue, by)
  if (pull.repository.deleteBranchOnMerge) await deleteHeadBranch(world, pull, by)
  return sha
}

async function refuseMerge(pull: Pull, wish: MergeWish): Promise<void> {
  if (pull.state === 'closed') throw notMergeable('Pull Request is not mergeable')
  if (pull.isDraft) throw notMergeable('Pull Request is still a draft')
  if (wish.sha !== undefined && wish.sha !== pull.headSha)
    throw new Refused(409, {
      message: 'Head branch was modified. Review and try the merge again.',
    })
  if (isBlocked(pull)) throw notMergeable('Repository rule violations found')
  const is = await knowMergeability(pull)
  if (is === 'dirty') throw notMergeable('Pull Request is not mergeable')
}

const notMergeable = (message: string): Refused => new Refused(405, { message })

const signature = ({ login }: Account) => ({
  name: login,
  email: `${login}@users.noreply.github.com`,
})

const words = ({ title = '', message = '' }: MergeWish): string =>
  message === '' ? title : `${title}\n\n${message}`

/** The messages that GitHub proposes. */
async function usualMessage(pull: Pull, method: MergeMethod): Promise<string> {
  const { repository, number, title, headBranch, baseSha, headSha } = pull
  const from = `${repository.owner.login}/${headBranch}`
  if (method === 'merge') return `Merge pull request #${number} from ${from}\n\n${title}`
  const commits = await commitsBetween(repository.folder, baseSha, headSha)
  const subject = `${title} (#${number})`
  if (commits.length < 2) return subject
  const format = ['log', '--reverse', '--format=* %s', `${baseSha}..${headSha}`]
  return `${subject}\n\n${await git(repository.folder, format)}`
}

/**
 * The button "Delete branch" of a merged pull request: pull requests on top of it move to its base. Removing the branch by
 * a push closes them instead, see follow-refs.ts; both as on GitHub.
 */
export async function deleteHeadBranch(world: World, pull: Pull, by: Account): Promise<void> {
  const { repository, headBranch, baseBranch } = pull
  for (const one of pullsOf(repository))
    if (one.state === 'open' && one.baseBranch === headBranch) setBase(world, one, baseBranch)
  if (repository.branches.has(headBranch)) await removeBranch(repository.folder, headBranch)
  await followRefs(world, repository, by)
}
