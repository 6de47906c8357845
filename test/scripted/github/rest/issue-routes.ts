/** The routes of issues, their comments, labels, sub-issues and dependencies. */
import { addLabels, comment, conversationOf, issueOf, openIssue } from '../acts/issues.ts'
import { missingRight, notFound, Refused } from '../http/refused.ts'
import type { Issue, Pull } from '../state/model.ts'
import { pageOf } from './page-of.ts'
import {
  created,
  ok,
  READ_ISSUES,
  route,
  WRITE_ISSUES,
  type AskedOfRepository,
  type Route,
} from './route.ts'
import { issue, issueComment, label } from './shapes/issue.ts'
import { sorted } from './sorted.ts'
import { numberAt, textAt, textsAt } from './read-body.ts'

const ISSUES = '/repos/{owner}/{repo}/issues'
const ISSUE = `${ISSUES}/{issue_number}`

export const ISSUE_ROUTES: readonly Route[] = [
  route(`GET ${ISSUES}`, READ_ISSUES, (asked) => {
    const found = sorted([...asked.repository.conversations.values()], asked.query)
    return pageOf(asked, pathOf(asked, 'issues'), found.filter(matching(asked)), (one) =>
      issue(asked.world, one),
    )
  }),
  route(
    `POST ${ISSUES}`,
    [['issues', 'write']],
    ({ world, repository, by, body }) => {
      const wanted = {
        title: textAt(body, 'title') ?? '',
        body: textAt(body, 'body'),
        labels: textsAt(body, 'labels'),
        assignees: textsAt(body, 'assignees'),
      }
      return created(issue(world, openIssue(world, repository, by, wanted)))
    },
    { makesContent: true },
  ),
  route(`GET ${ISSUE}`, READ_ISSUES, (asked) => ok(issue(asked.world, named(asked)))),
  route(`GET ${ISSUE}/comments`, READ_ISSUES, (asked) => {
    const on = named(asked)
    const path = pathOf(asked, `issues/${on.number}/comments`)
    return pageOf(asked, path, on.comments, (one) => issueComment(asked.world, on, one))
  }),
  route(
    `POST ${ISSUE}/comments`,
    WRITE_ISSUES,
    (asked) => {
      const on = named(asked)
      const made = comment(asked.world, on, asked.by, textAt(asked.body, 'body') ?? '')
      return created(issueComment(asked.world, on, made))
    },
    { makesContent: true },
  ),
  route(`PATCH ${ISSUES}/comments/{comment_id}`, WRITE_ISSUES, (asked) => {
    const { on, comment: one } = commentNamed(asked)
    one.body = textAt(asked.body, 'body') ?? ''
    one.updatedAt = asked.world.now()
    return ok(issueComment(asked.world, on, one))
  }),
  route(`DELETE ${ISSUE}/labels/{name}`, WRITE_ISSUES, (asked) => {
    const on = named(asked)
    const left = on.labels.filter(({ name }) => name !== asked.path['name'])
    if (left.length === on.labels.length)
      throw new Refused(404, { message: 'Label does not exist' })
    on.labels = left
    return labelsOf(asked, on)
  }),
  route(`GET ${ISSUE}/labels`, READ_ISSUES, (asked) => labelsOf(asked, named(asked))),
  route(`POST ${ISSUE}/labels`, WRITE_ISSUES, (asked) => {
    const on = named(asked)
    addLabels(asked.world, on, textsAt(asked.body, 'labels') ?? [])
    return labelsOf(asked, on)
  }),
  route(`GET ${ISSUE}/sub_issues`, READ_ISSUES, (asked) => {
    const { number, subIssues } = issueNamed(asked)
    const path = pathOf(asked, `issues/${number}/sub_issues`)
    return pageOf(asked, path, subIssues, (one) => issue(asked.world, one))
  }),
  route(`GET ${ISSUE}/dependencies/blocked_by`, READ_ISSUES, (asked) => {
    const { number, blockedBy } = issueNamed(asked)
    const path = pathOf(asked, `issues/${number}/dependencies/blocked_by`)
    return pageOf(asked, path, blockedBy, (one) => issue(asked.world, one))
  }),
]

/** The links of GitHub lead to a repository by its id. */
export const pathOf = ({ repository }: AskedOfRepository, rest: string): string =>
  `/repositories/${repository.id}/${rest}`

const named = ({ repository, path }: AskedOfRepository): Issue | Pull =>
  conversationOf(repository, numberAt(path, 'issue_number'))

const issueNamed = ({ repository, path }: AskedOfRepository): Issue =>
  issueOf(repository, numberAt(path, 'issue_number'))

function commentNamed({ repository, path, by }: AskedOfRepository) {
  const id = numberAt(path, 'comment_id')
  const all = [...repository.conversations.values()]
  const on = all.find(({ comments }) => comments.some((one) => one.id === id))
  const found = on?.comments.find((one) => one.id === id)
  if (on === undefined || found === undefined) throw notFound()
  if (found.author !== by) throw missingRight('issues', 'write')
  return { on, comment: found }
}

const labelsOf = ({ world, repository }: AskedOfRepository, on: Issue | Pull) =>
  ok(on.labels.map((one) => label(world, repository, one)))

/** The filters of the list: state, labels, assignee and creator. */
function matching({ query }: AskedOfRepository): (one: Issue | Pull) => boolean {
  const state = query.get('state') ?? 'open'
  const labels = (query.get('labels') ?? '').split(',').filter((name) => name !== '')
  const [assignee, creator] = [query.get('assignee'), query.get('creator')]
  const since = Date.parse(query.get('since') ?? '1970-01-01T00:00:00Z')
  return (one) =>
    (state === 'all' || one.state === state) &&
    labels.every((name) =>
      one.labels.some((has) => has.name.toLowerCase() === name.toLowerCase()),
    ) &&
    isAssigned(one, assignee) &&
    (creator === null || one.author.login === creator) &&
    one.updatedAt >= since
}

function isAssigned({ assignees }: Issue | Pull, wanted: string | null): boolean {
  if (wanted === null) return true
  if (wanted === 'none') return assignees.length === 0
  if (wanted === '*') return assignees.length > 0
  return assignees.some(({ login }) => login.toLowerCase() === wanted.toLowerCase())
}
