/** What a task has delivered: its diff, and whether it could be merged now. */
import { createRoute, z } from '@hono/zod-openapi'
import { notFound, notNow } from '../../http/api-error.ts'
import type { DiffDocument, DiffFile, ValidationDocument } from '../../served/served-worktrees.ts'
import { answers, checkedApi, does } from '../declare-route.ts'
import type { ApiContext } from '../api-context.ts'
import {
  documentOf,
  flag,
  listOf,
  maybe,
  number,
  objectOf,
  oneOf,
  text,
  texts,
  whole,
  type FieldsOf,
} from '../answer-schemas.ts'
import { ofTask } from '../params.ts'
import { mustHaveGit } from './worktrees.ts'

const file: FieldsOf<DiffFile> = {
  path: text('Its path now.', 'src/api.ts'),
  oldPath: maybe(text('Its path before, if it was renamed.')),
  status: oneOf(['added', 'deleted', 'modified', 'renamed', 'mode'], 'What became of it.'),
  added: maybe(whole('Lines; null: a binary file.')),
  deleted: maybe(whole('Lines; null: a binary file.')),
  isBinary: flag('Whether git takes it for one.'),
  bytes: whole('How long the patch is.'),
  patch: maybe(text('As git prints it; null: too long, ask for this file alone.')),
}

export const diffDocument = documentOf<DiffDocument>('Diff', 'What has changed, file by file.', {
  base: text('The commit it is compared with.'),
  commit: maybe(text('What was delivered; null: as it stands in the worktree now.')),
  files: listOf(objectOf<DiffFile>('One file.', file), 'In the order of their paths.'),
  isCut: flag('There are more files than these.'),
})

const showDiff = createRoute({
  method: 'get',
  path: '/api/runs/{run}/tasks/{task}/diff',
  tags: ['task'],
  summary: 'What a task has changed',
  description: 'Also while it works. Text as git prints it, never HTML.',
  request: {
    params: ofTask,
    query: z.object({
      against: z.enum(['base', 'target']).default('base').openapi({
        description: 'base: what it did. target: what would come into the target.',
      }),
      attempt: z.coerce
        .number()
        .int()
        .min(1)
        .optional()
        .openapi({ description: 'The number of an attempt; else the newest.' }),
      file: z.string().min(1).max(4000).optional().openapi({ description: 'Only this file.' }),
    }),
  },
  responses: answers(diffDocument, 'File by file.'),
})

const checkDelivery = createRoute({
  method: 'post',
  path: '/api/runs/{run}/tasks/{task}/check',
  tags: ['task'],
  summary: 'Could it be merged now?',
  description:
    'Merges in memory and runs the check on the result; nothing moves. One of each task at a time, and three in all: 409.',
  request: { params: ofTask },
  responses: does(
    documentOf<ValidationDocument>('Validation', 'What would come of a merge.', {
      mergesCleanly: flag('Whether git could merge it by itself.'),
      conflicts: texts('Files that it could not.'),
      check: oneOf(
        ['passed', 'failed', 'none'],
        'none: no check is configured, or it was not run.',
      ),
      log: text('What the check printed.'),
      seconds: number('How long it took.'),
    }),
    'What would come of it.',
  ),
})

export const deliveriesApi = ({ served, runs }: ApiContext) => {
  const checks = openCheckLine()
  return checkedApi()
    .openapi(showDiff, async (context) => {
      const params = context.req.valid('param')
      const { run, task } = runs.findTask(params.run, params.task)
      const { against, attempt = null, file = null } = context.req.valid('query')
      const diff = await mustHaveGit(served).diff(run, task, { against, attempt, file })
      if (diff === null) throw notFound('nothing_delivered', `there is no such work of "${task}"`)
      return context.json(diff, 200)
    })
    .openapi(checkDelivery, async (context) => {
      const params = context.req.valid('param')
      const { run, task } = runs.findTask(params.run, params.task)
      const git = mustHaveGit(served)
      const validation = await checks.alone(`${run.id}/${task}`, () => git.validate(run, task))
      if (validation === null)
        throw notNow('nothing_delivered', `"${task}" has delivered nothing that could be merged`)
      return context.json(validation, 200)
    })
}

/** A check uses as much of the machine as an agent does, for as long as it runs. */
const MOST_CHECKS = 3

/** Allows one check per delivery at a time, and few in all: any other request is refused until one has ended. */
function openCheckLine() {
  const underWay = new Set<string>()
  return {
    async alone<Result>(delivery: string, check: () => Promise<Result>): Promise<Result> {
      if (underWay.has(delivery))
        throw notNow('check_under_way', 'this is being checked already', 'wait for that one to end')
      if (underWay.size >= MOST_CHECKS)
        throw notNow(
          'too_many_checks',
          `${MOST_CHECKS} merges are being checked already`,
          'wait for one of them to end',
        )
      underWay.add(delivery)
      try {
        return await check()
      } finally {
        underWay.delete(delivery)
      }
    },
  }
}
