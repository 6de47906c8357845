/** What people and programs do with issues, and with the conversation of a pull request. */
import { invalidField, notFound } from '../http/refused.ts'
import type { Account, Comment, Issue, Pull, Repository } from '../state/model.ts'
import { accountOf, labelOf, type World } from '../state/world.ts'
import { closeConversation } from './follow-refs.ts'

export interface NewIssue {
  readonly title: string
  readonly body?: string | undefined
  readonly labels?: readonly string[] | undefined
  readonly assignees?: readonly string[] | undefined
  /** Numbers of issues that this one waits for. */
  readonly blockedBy?: readonly number[] | undefined
  readonly parent?: number | undefined
}

function nextNumber(repository: Repository): number {
  return Math.max(0, ...repository.conversations.keys()) + 1
}

export function openIssue(
  world: World,
  repository: Repository,
  by: Account,
  wanted: NewIssue,
): Issue {
  if (wanted.title === '') throw invalidField('Issue', 'title', 'missing_field')
  const issue: Issue = {
    kind: 'issue',
    ...newConversation(world, repository, by, wanted),
    stateReason: null,
    parent: null,
    subIssues: [],
    blockedBy: (wanted.blockedBy ?? []).map((number) => issueOf(repository, number)),
  }
  issue.labels = (wanted.labels ?? []).map((name) => labelOf(world, repository, name))
  issue.assignees = (wanted.assignees ?? []).map((login) => accountOf(world, login))
  repository.conversations.set(issue.number, issue)
  if (wanted.parent !== undefined) addSubIssue(issueOf(repository, wanted.parent), issue)
  return issue
}

export function newConversation(
  world: World,
  repository: Repository,
  author: Account,
  { title, body }: { readonly title: string; readonly body?: string | undefined },
) {
  const now = world.now()
  return {
    id: world.nextId(),
    number: nextNumber(repository),
    repository,
    author,
    title,
    body: body ?? null,
    state: 'open' as 'open' | 'closed',
    labels: [] as Issue['labels'],
    assignees: [] as Account[],
    comments: [] as Comment[],
    createdAt: now,
    updatedAt: now,
    closedAt: null as number | null,
    closedBy: null as Account | null,
  }
}

export function issueOf(repository: Repository, number: number): Issue {
  const found = repository.conversations.get(number)
  if (found?.kind !== 'issue') throw notFound()
  return found
}

export function conversationOf(repository: Repository, number: number): Issue | Pull {
  const found = repository.conversations.get(number)
  if (found === undefined) throw notFound()
  return found
}

function addSubIssue(parent: Issue, child: Issue): void {
  child.parent = parent
  parent.subIssues.push(child)
}

export function comment(world: World, on: Issue | Pull, by: Account, body: string): Comment {
  if (body === '') throw invalidField('IssueComment', 'body', 'missing_field')
  const now = world.now()
  const made = { id: world.nextId(), author: by, body, createdAt: now, updatedAt: now }
  on.comments.push(made)
  on.updatedAt = now
  return made
}

export function addLabels(world: World, on: Issue | Pull, names: readonly string[]): void {
  const labels = names.map((name) => labelOf(world, on.repository, name))
  on.labels = [...new Set([...on.labels, ...labels])]
  on.updatedAt = world.now()
}

export function closeIssue(
  world: World,
  issue: Issue,
  by: Account,
  reason: Issue['stateReason'] = 'completed',
): void {
  issue.stateReason = reason
  closeConversation(world, issue, by)
}
