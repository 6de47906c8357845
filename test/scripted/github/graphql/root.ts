/** The queries and mutations that our GitHub serves. */
import { reply } from '../acts/reviews.ts'
import { addLabels, comment } from '../acts/issues.ts'
import { changePull } from '../acts/pulls.ts'
import type { Surroundings } from '../http/answer-rest.ts'
import { Refused } from '../http/refused.ts'
import {
  pullsOf,
  type Account,
  type Issue,
  type Label,
  type Pull,
  type Thread,
} from '../state/model.ts'
import { accountOf, hasRight, maySee, type Token, type World } from '../state/world.ts'
import type { Cost } from './cost.ts'
import { actorNode } from './nodes/actor.ts'
import { issueNode } from './nodes/issue.ts'
import { pullNode, threadNode } from './nodes/pull.ts'
import { repositoryNode } from './nodes/repository.ts'
import type { Viewer } from './viewer.ts'

export function rootOf(around: Surroundings, token: Token, cost: Cost) {
  const { world, limits } = around
  const viewer: Viewer = {
    world,
    token,
    show: {
      repository: (one) => repositoryNode(viewer, one),
      issue: (one) => issueNode(viewer, one),
      pull: (one) => pullNode(viewer, one),
    },
  }
  const by = accountOf(world, token.login)
  return {
    viewer: () => actorNode(viewer, by),
    rateLimit: () => {
      const { limit, used, remaining, resetAt } = limits.standing(token.text, 'graphql')
      const reset = new Date(resetAt).toISOString()
      return { cost: cost.points, limit, nodeCount: cost.nodes, remaining, resetAt: reset, used }
    },
    repository: ({ owner, name }: { readonly owner: string; readonly name: string }) =>
      findRepository(viewer, owner, name),
    node: ({ id }: { readonly id: string }) => findNode(viewer, id),
    nodes: ({ ids }: { readonly ids: readonly string[] }) => ids.map((id) => findNode(viewer, id)),
    ...mutations(viewer, by),
  }
}

function findRepository(viewer: Viewer, owner: string, name: string) {
  const { world, token } = viewer
  const repository = world.repositories.get(`${owner}/${name}`.toLowerCase())
  if (repository === undefined || !maySee(token, repository))
    throw new Refused(404, {
      message: `Could not resolve to a Repository with the name '${owner}/${name}'.`,
    })
  if (token.needsSso)
    throw new Refused(403, { message: 'Resource protected by organization SAML enforcement.' })
  return repositoryNode(viewer, repository)
}

function findNode(viewer: Viewer, id: string) {
  const { kind, value } = viewer.world.nodes.get(id) ?? {}
  if (kind === 'PullRequest') return pullNode(viewer, value as Pull)
  if (kind === 'Issue') return issueNode(viewer, value as Issue)
  throw unknownNode(id)
}

const unknownNode = (id: string): Refused =>
  new Refused(404, { message: `Could not resolve to a node with the global id of '${id}'` })

interface Input {
  readonly input: Readonly<Record<string, unknown>> & {
    readonly clientMutationId?: string
    readonly pullRequestId: string
    readonly threadId: string
    readonly pullRequestReviewThreadId: string
    readonly subjectId: string
    readonly labelableId: string
    readonly body: string
  }
}

function mutations(viewer: Viewer, by: Account) {
  const { world } = viewer
  const told = ({ input }: Input, rest: object) => ({
    clientMutationId: input.clientMutationId ?? null,
    ...rest,
  })
  return {
    convertPullRequestToDraft: (given: Input) =>
      told(given, { pullRequest: setDraft(viewer, given.input.pullRequestId, true) }),
    markPullRequestReadyForReview: (given: Input) =>
      told(given, { pullRequest: setDraft(viewer, given.input.pullRequestId, false) }),
    resolveReviewThread: (given: Input) =>
      told(given, { thread: setResolved(viewer, given.input.threadId, by) }),
    unresolveReviewThread: (given: Input) =>
      told(given, { thread: setResolved(viewer, given.input.threadId, null) }),
    addPullRequestReviewThreadReply: (given: Input) => {
      mayWrite(viewer)
      const id = given.input.pullRequestReviewThreadId
      const { pull, thread } = threadOf(world, id)
      const { answer } = reply(world, pull, by, {
        to: thread.comments[0]!.id,
        body: given.input.body,
      })
      const { comments } = threadNode(viewer, pull, thread)
      const node = comments({ last: 1 }).nodes[0]
      return told(given, { comment: { ...(node as object), databaseId: answer.id } })
    },
    addComment: (given: Input) => {
      mayWrite(viewer)
      const on = valueOf(world, given.input.subjectId, 'Issue', 'PullRequest')
      comment(world, on, by, given.input.body)
      return told(given, {
        subject: on.kind === 'pull' ? pullNode(viewer, on) : issueNode(viewer, on),
      })
    },
    closePullRequest: async (given: Input) => {
      mayWrite(viewer)
      const pull = valueOf(world, given.input.pullRequestId, 'PullRequest')
      noteUnderTest(viewer, `closed pull request #${pull.number}`)
      await changePull(world, pull, by, { state: 'closed' })
      return told(given, { pullRequest: pullNode(viewer, pull) })
    },
    addLabelsToLabelable: (given: Input) => {
      mayWrite(viewer)
      const on = valueOf(world, given.input.labelableId, 'Issue', 'PullRequest')
      const ids = given.input['labelIds'] as readonly string[]
      const labels = ids.map((id) => valueOf(world, id, 'Label'))
      const all = [...on.repository.labels.values()]
      const names = all.filter((one) => labels.some(({ id }) => id === one.id))
      addLabels(
        world,
        on,
        names.map(({ name }) => name),
      )
      return told(given, {
        labelable: on.kind === 'pull' ? pullNode(viewer, on) : issueNode(viewer, on),
      })
    },
    ...forbidden(viewer),
  }
}

/** What only people do. We do not serve it, so that the one who tries is found. */
function forbidden(viewer: Viewer) {
  const names = [
    'mergePullRequest',
    'enablePullRequestAutoMerge',
    'createRef',
    'updateRef',
    'deleteRef',
    'createCommitOnBranch',
    'mergeBranch',
  ]
  const refuse = (name: string) => () => {
    noteUnderTest(viewer, `tried ${name}`)
    throw new Refused(403, { message: 'Resource not accessible by personal access token' })
  }
  return Object.fromEntries(names.map((name) => [name, refuse(name)]))
}

function noteUnderTest({ world, token }: Viewer, what: string): void {
  if (token.isUnderTest) world.violations.push(`The token under test ${what}.`)
}

function mayWrite({ token }: Viewer): void {
  if (!hasRight(token, 'pull_requests', 'write'))
    throw new Refused(403, { message: 'Resource not accessible by personal access token' })
}

function setDraft(viewer: Viewer, id: string, isDraft: boolean) {
  mayWrite(viewer)
  const pull = valueOf(viewer.world, id, 'PullRequest')
  if (pull.state === 'closed')
    throw new Refused(422, { message: 'Pull request is closed and cannot be changed.' })
  pull.isDraft = isDraft
  pull.updatedAt = viewer.world.now()
  return pullNode(viewer, pull)
}

function setResolved(viewer: Viewer, id: string, by: Account | null) {
  mayWrite(viewer)
  const { pull, thread } = threadOf(viewer.world, id)
  thread.resolvedBy = by
  pull.updatedAt = viewer.world.now()
  return threadNode(viewer, pull, thread)
}

function threadOf(world: World, id: string): { readonly pull: Pull; readonly thread: Thread } {
  const thread = valueOf(world, id, 'PullRequestReviewThread')
  const pulls = [...world.repositories.values()].flatMap(pullsOf)
  const pull = pulls.find(({ threads }) => threads.includes(thread))
  if (pull === undefined) throw unknownNode(id)
  return { pull, thread }
}

interface Kinds {
  readonly PullRequest: Pull
  readonly Issue: Issue
  readonly PullRequestReviewThread: Thread
  readonly Label: Label
}

function valueOf<K extends keyof Kinds>(
  world: World,
  id: string,
  ...kinds: readonly K[]
): Kinds[K] {
  const found = world.nodes.get(id)
  if (found === undefined || !kinds.some((kind) => kind === found.kind)) throw unknownNode(id)
  return found.value as Kinds[K]
}
