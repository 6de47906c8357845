/** Serves the pull requests of a run. */
import { createRoute, z } from '@hono/zod-openapi'
import {
  pullDocument,
  type PullRequestsDocument,
  type ToldPullRequest,
} from '../../../core/forge/pull-document.ts'
import { answers, body, checkedApi, does } from '../declare-route.ts'
import type { ApiContext } from '../api-context.ts'
import {
  documentOf,
  listOf,
  flag,
  maybe,
  object,
  objectOf,
  oneOf,
  text,
  texts,
  whole,
} from '../answer-schemas.ts'
import { ofRun, ofTask } from '../params.ts'

/** Characters of a review. */
const LONGEST_TEXT = 20_000

const row = objectOf<ToldPullRequest>('The pull request of one lane.', {
  lane: text('The lane.', 'issue-123'),
  tasks: texts('The tasks whose work it contains.'),
  title: text('Its title.'),
  branch: maybe(text('Its branch; null: not pushed yet.', 'issue-123')),
  base: maybe(text('The branch that it goes into; null: not pushed yet.', 'main')),
  below: texts('The lanes that it is stacked on, the lowest first.'),
  number: maybe(whole('Its number; null: not opened yet.')),
  url: maybe(text('Its page; null: it has none.')),
  state: oneOf(
    ['not_pushed', 'pushed', 'draft', 'open', 'merged', 'closed', 'taken_over'],
    'The state of the pull request; taken_over: it has the work of a later run now.',
  ),
  ci: oneOf(['', 'pass', 'fail', 'pending'], 'The result of its checks; empty: it has none.'),
  failing: texts('The names of failed checks.'),
  review: oneOf(['none', 'approved', 'changes-requested'], 'What reviewers decided.'),
  rounds: whole('How often an agent has answered checks and comments.'),
  is_answered: flag(
    'An agent has made the changes that reviewers asked for, so they are to look again.',
  ),
  feedback: listOf(
    object('One remark.', {
      by: text('A login, or the name of the check.', 'ann'),
      kind: oneOf(['check', 'comment'], 'Where it comes from.'),
      line: text('The beginning of the remark, in one line.'),
    }),
    'Remarks that no agent has got yet.',
  ),
  trouble: maybe(
    oneOf(['conflict', 'refused'], 'Why its branch is not up to date; null: it is up to date.'),
  ),
  says: text('Its status in words.', 'ready for review, checks passed'),
  text: maybe(text('Its text, in Markdown; null: its page shows it, or it is not opened yet.')),
})

const pulls = documentOf<PullRequestsDocument>('PullRequests', 'The pull requests of a run.', {
  run: text('The run.', '7'),
  remote: maybe(text('Where branches are pushed; null: the run publishes nothing.', 'origin')),
  into: maybe(text('The branch that the lowest of each stack goes into.', 'main')),
  pull_requests: listOf(row, 'The lowest of each stack first.'),
  problem: maybe(text('Why the forge does not answer; null: there is no problem.')),
  hint: maybe(text('What to do about the problem.')),
})

const showPulls = createRoute({
  method: 'get',
  path: '/api/runs/{run}/pull-requests',
  tags: ['run'],
  summary: 'The pull requests of a run',
  description:
    'As they were last seen, the lowest of each stack first: the same as `conductor pr --json`. A run that publishes nothing has none.',
  request: { params: ofRun },
  responses: answers(pulls, 'The lowest of each stack first.'),
})

const reviewPull = createRoute({
  method: 'post',
  path: '/api/runs/{run}/tasks/{task}/pull-request/review',
  tags: ['run'],
  summary: 'Approve the pull request with the work of a task, or request changes',
  description:
    'For a plain git remote, which has no page for reviews: the same as `conductor pr approve <task>` and `conductor pr request-changes <task> <text>`. Elsewhere it is refused, because people review on the forge.',
  request: {
    params: ofTask,
    body: body(
      z.discriminatedUnion('decision', [
        z.strictObject({
          decision: z.literal('approved'),
          text: z.string().max(LONGEST_TEXT).default(''),
        }),
        z.strictObject({
          decision: z.literal('changes-requested'),
          text: z.string().trim().min(1).max(LONGEST_TEXT),
        }),
      ]),
    ),
  },
  responses: does(pulls, 'The pull request, as it stands now.'),
})

export const pullRequestsApi = ({ served, runs }: ApiContext) =>
  checkedApi()
    .openapi(showPulls, (context) =>
      context.json(pullDocument(runs.find(context.req.valid('param').run)), 200),
    )
    .openapi(reviewPull, async (context) => {
      const { run: wanted, task: id } = context.req.valid('param')
      const { decision, text } = context.req.valid('json')
      const { run, task } = runs.findTask(wanted, id)
      return context.json(await served.reviewPull(run, task, { is: decision, text }), 200)
    })
