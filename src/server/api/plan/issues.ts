/** Serves the open issues of the repository, to choose from. */
import { createRoute, z } from '@hono/zod-openapi'
import type { ForgeProblem } from '../../../core/forge/forge-problem.ts'
import type { IssueListDocument } from '../../../core/forge/issues/issue-document.ts'
import {
  ISSUE_CLASSES,
  type IssueConflict,
  type IssueRow,
} from '../../../core/forge/issues/issue-list.ts'
import type { Skip } from '../../../core/forge/issues/issue-skip.ts'
import {
  documentOf,
  flag,
  listOf,
  maybe,
  number,
  object,
  objectOf,
  oneOf,
  text,
  whole,
} from '../answer-schemas.ts'
import type { ApiContext } from '../api-context.ts'
import { answers, checkedApi } from '../declare-route.ts'

const SKIPS = [
  'not-found',
  'closed',
  'assigned',
  'pull',
  'author',
  'circle',
  'waits',
] as const satisfies readonly Skip['is'][]

const PROBLEMS = [
  'no-token',
  'rights',
  'single-sign-on',
  'rate-limit',
  'unreachable',
  'fault',
  'not-found',
  'refused',
  'not-understood',
] as const satisfies readonly ForgeProblem['is'][]

const FLAGS = ['not_ready', 'needs_design', 'sensitive'] as const

const issue = objectOf<IssueRow>('An issue. Its title is text of others.', {
  number: whole('Its number.'),
  title: text('One line, plain text.', 'Count the entries'),
  url: text('Its page; empty: it has none.'),
  author: text('A login.'),
  labels: listOf(text('A label.'), 'Its labels.'),
  assignees: listOf(text('A login.'), 'Who it is assigned to.'),
  updated_at: text('When it changed last.', '2026-01-02T03:04:05.000Z'),
  task: text('The id of the task that it becomes.', 'issue-123'),
  classes: listOf(oneOf(ISSUE_CLASSES, 'A class.'), 'What it is.'),
  skipped: maybe(
    object('Why it is not taken; null: it can be taken.', {
      because: oneOf(SKIPS, 'The reason.'),
      sentence: text('For people.'),
    }),
  ),
  depends_on: listOf(whole('A number.'), 'Open issues that it depends on.'),
  parts: listOf(whole('A number.'), 'Its open parts.'),
  conflicts: listOf(
    objectOf<IssueConflict>('Another issue.', {
      number: whole('Its number.'),
      probability: number('From 0 to 1.'),
      files: listOf(text('A path.'), 'The likeliest common files.'),
    }),
    'Issues that will probably change the same files.',
  ),
  flags: listOf(
    object('A flag.', {
      flag: oneOf(FLAGS, 'What should be known before it begins.'),
      why: text('A sentence.'),
    }),
    'What people should look at first.',
  ),
  priority: number('From 1, the most urgent, to 5.'),
  estimate_s: maybe(number('Seconds, by its labels; null: no label names a size.')),
  files: listOf(text('A path.'), 'Files that its text names.'),
  can_start: flag('The issue is ready and depends on no open issue.'),
  notes: listOf(text('A sentence.'), 'What else should be known.'),
})

const issueList = documentOf<IssueListDocument>('IssueList', 'Open issues.', {
  forge: maybe(text('For people; null: there is none, or it did not answer.', 'GitHub acme/shop')),
  repository: maybe(text('owner/name.', 'acme/shop')),
  labels: listOf(text('A label.'), 'Only issues with all of these are listed.'),
  issues: listOf(issue, 'The newest first.'),
  is_cut: flag('The list was cut: there may be more issues.'),
  start_now: listOf(
    whole('A number.'),
    'Issues that agents can work on now, at the same time; the most urgent first.',
  ),
  next_step: maybe(
    text('The command that starts the ready issues.', 'conductor run --issues 123,124'),
  ),
  notes: listOf(text('A sentence.'), 'About the whole list.'),
  problem: maybe(
    object('Why the issues could not be read; null: they were read.', {
      is: oneOf(PROBLEMS, 'The kind of the problem.'),
      message: text('A sentence for people.'),
      hint: text('What to do about it.'),
      not_before: maybe(
        text('The earliest time at which another request can succeed; null: unknown.'),
      ),
    }),
  ),
})

const showIssues = createRoute({
  method: 'get',
  path: '/api/issues',
  tags: ['plan'],
  summary: 'The open issues, with what can be worked on now',
  description:
    'As `conductor issues`. Answers are kept for half a minute. When the forge cannot be asked, `problem` says why. POST /api/planning makes tasks of issues.',
  request: {
    query: z.object({
      label: z
        .union([z.string(), z.array(z.string())])
        .optional()
        .openapi({ description: 'Only issues with this label; several: with all of them.' }),
      limit: z.coerce.number().int().min(1).max(1000).default(100).openapi({
        description: 'How many at most.',
      }),
      refresh: z
        .enum(['true', 'false'])
        .default('false')
        .openapi({ description: 'true: asks the forge again.' }),
    }),
  },
  responses: answers(issueList, 'The issues.'),
})

export const issuesApi = ({ served }: ApiContext) =>
  checkedApi().openapi(showIssues, async (context) => {
    const { label, limit, refresh } = context.req.valid('query')
    const labels = label === undefined ? null : [label].flat()
    const wish = { labels, most: limit, refresh: refresh === 'true' }
    return context.json(await served.issues(wish), 200)
  })
