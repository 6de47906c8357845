/** The people and bots of a test: what they do on the website, with the rules that GitHub has for them. */
import { followRefs } from '../acts/follow-refs.ts'
import {
  closeIssue,
  comment,
  conversationOf,
  issueOf,
  openIssue,
  type NewIssue,
} from '../acts/issues.ts'
import { deleteHeadBranch, mergePull } from '../acts/merge-pull.ts'
import { changePull, openPull, pullOf, type NewPull } from '../acts/pulls.ts'
import { reply, review, type NewReviewComment } from '../acts/reviews.ts'
import { commitFiles, removeBranch, setRef, type Files } from '../git/bare-repository.ts'
import type { MergeMethod } from '../git/merge-commits.ts'
import type { Account, Issue, Pull, Repository, ReviewState } from '../state/model.ts'
import { addToken, type World } from '../state/world.ts'

export interface Person {
  readonly login: string
  /** A token of this person, to push with git or to ask the API. */
  token(): string
  openIssue(wanted: NewIssue): Promise<Issue>
  closeIssue(number: number, reason?: Issue['stateReason']): Promise<void>
  assign(number: number): Promise<void>
  openPull(wanted: NewPull): Promise<Pull>
  /** Merges like the button; the answer is the new commit of the base branch. */
  merge(number: number, method?: MergeMethod): Promise<string>
  /** The button "Delete branch" of a merged pull request, which moves those on top of it to its base. */
  deleteBranchOf(number: number): Promise<void>
  review(
    number: number,
    state: ReviewState,
    body?: string,
    comments?: readonly NewReviewComment[],
  ): Promise<number>
  /** A comment in the conversation of an issue or pull request; the answer is its id. */
  comment(number: number, body: string): Promise<number>
  reply(number: number, toComment: number, body: string): Promise<void>
  /** Resolves every open thread. */
  resolve(number: number): Promise<void>
  close(number: number): Promise<void>
  reopen(number: number): Promise<void>
  retarget(number: number, base: string): Promise<void>
  edit(number: number, change: { readonly title?: string; readonly body?: string }): Promise<void>
  /** Adds a commit to a branch, which begins at the default branch if it is new; the answer is the commit. */
  push(branch: string, files: Files, message?: string): Promise<string>
  /** Sets a branch to any commit, as a push with force. */
  forcePush(branch: string, sha: string): Promise<void>
  /** Removes a branch by a push, which closes the pull requests on top of it. */
  removeBranch(branch: string): Promise<void>
}

export type Stranger = Pick<Person, 'login' | 'openIssue' | 'comment'>

type InTurn = <T>(work: () => Promise<T>) => Promise<T>

export const strangerIn = (
  world: World,
  repository: Repository,
  by: Account,
  inTurn: InTurn,
): Stranger => ({
  login: by.login,
  openIssue: (wanted) => inTurn(async () => openIssue(world, repository, by, wanted)),
  comment: (number, body) =>
    inTurn(async () => comment(world, conversationOf(repository, number), by, body).id),
})

export function personIn(
  world: World,
  repository: Repository,
  by: Account,
  inTurn: InTurn,
): Person {
  repository.collaborators.add(by.login.toLowerCase())
  const pull = (number: number): Pull => pullOf(repository, number)
  return {
    login: by.login,
    token() {
      const text = `ghp_token_of_${by.login.replaceAll(/\W/g, '')}`
      return addToken(world, text, { login: by.login }, false).text
    },
    openIssue: (wanted) => inTurn(async () => openIssue(world, repository, by, wanted)),
    closeIssue: (number, reason) =>
      inTurn(async () => closeIssue(world, issueOf(repository, number), by, reason)),
    assign: (number) =>
      inTurn(async () => {
        conversationOf(repository, number).assignees.push(by)
      }),
    openPull: (wanted) => inTurn(() => openPull(world, repository, by, wanted)),
    merge: (number, method = 'merge') =>
      inTurn(() => mergePull(world, pull(number), by, { method })),
    deleteBranchOf: (number) => inTurn(() => deleteHeadBranch(world, pull(number), by)),
    review: (number, state, body, comments) =>
      inTurn(async () => review(world, pull(number), by, { state, body, comments }).id),
    comment: (number, body) =>
      inTurn(async () => comment(world, conversationOf(repository, number), by, body).id),
    reply: (number, to, body) =>
      inTurn(async () => {
        reply(world, pull(number), by, { to, body })
      }),
    resolve: (number) =>
      inTurn(async () => {
        for (const thread of pull(number).threads) thread.resolvedBy ??= by
      }),
    close: (number) => inTurn(() => changePull(world, pull(number), by, { state: 'closed' })),
    reopen: (number) => inTurn(() => changePull(world, pull(number), by, { state: 'open' })),
    retarget: (number, base) => inTurn(() => changePull(world, pull(number), by, { base })),
    edit: (number, change) => inTurn(() => changePull(world, pull(number), by, change)),
    ...pushing(world, repository, by, inTurn),
  }
}

function pushing(
  world: World,
  repository: Repository,
  by: Account,
  inTurn: InTurn,
): Pick<Person, 'push' | 'forcePush' | 'removeBranch'> {
  const { folder, pushedBy } = repository
  async function follow(branch: string): Promise<void> {
    pushedBy.set(branch, by.login)
    await followRefs(world, repository, by)
  }
  return {
    push: (branch, files, message = `Change of ${by.login}`) =>
      inTurn(async () => {
        const { branches, defaultBranch } = repository
        const from = branches.get(branch) ?? branches.get(defaultBranch)
        const email = `${by.login}@users.noreply.github.com`
        await commitFiles(folder, branch, files, { name: by.login, email, message, from })
        await follow(branch)
        return repository.branches.get(branch)!
      }),
    forcePush: (branch, sha) =>
      inTurn(async () => {
        await setRef(folder, `refs/heads/${branch}`, sha)
        await follow(branch)
      }),
    removeBranch: (branch) =>
      inTurn(async () => {
        await removeBranch(folder, branch)
        await follow(branch)
      }),
  }
}
