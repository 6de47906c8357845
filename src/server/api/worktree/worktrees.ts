/** Worktrees: listing them, making one by hand, removing one, landing the tasks of one. */
import { basename } from 'node:path'
import { createRoute, z } from '@hono/zod-openapi'
import { batchCount } from '../../../core/plan/graph.ts'
import { laneOf } from '../../../core/plan/lanes.ts'
import type { LaneName, TaskId } from '../../../core/value/ids.ts'
import { stateOf, type Run } from '../../../core/run/run.ts'
import { sayBatches } from '../../../core/say/say-failure.ts'
import { notFound, notNow, Refused } from '../../http/api-error.ts'
import type {
  LaneRow,
  ServedWorktrees,
  WorktreeReply,
  WorktreeRow,
} from '../../served/served-worktrees.ts'
import type { ServedRepository } from '../../served/served-repository.ts'
import { NOTHING_TO_DO, type Done } from '../send-ask.ts'
import { doneOr } from '../ask-route.ts'
import { lane } from '../task/change-form.ts'
import { answers, body, checkedApi, does, makes } from '../declare-route.ts'
import type { ApiContext } from '../api-context.ts'
import {
  worktreeDocument,
  worktreeFieldList,
  worktreeFields,
  type WorktreeDocument,
} from './worktree-documents.ts'
import {
  documentOf,
  flag,
  listOf,
  maybe,
  number,
  objectOf,
  text,
  texts,
  whole,
  type FieldsOf,
} from '../answer-schemas.ts'

const laneRow: FieldsOf<LaneRow> = {
  lane: text('Its name.', 'task-api'),
  branch: text('Its branch.', 'task-api'),
  head: maybe(text('Its newest commit.')),
  subject: maybe(text('What that says it does.')),
  at: maybe(number('When it was made, milliseconds since 1970.')),
  author: maybe(text('Who made it.')),
  ahead: maybe(whole('Commits that the target does not have.')),
  behind: maybe(whole('Commits of the target that it does not have.')),
  mergesCleanly: maybe(flag('Whether git could merge it now; null: not known.')),
  conflicts: texts('Files that it could not.'),
}

const listWorktrees = createRoute({
  method: 'get',
  path: '/api/worktrees',
  tags: ['worktree'],
  summary: 'All worktrees of the repository',
  description: 'The same as `conductor worktrees --json`.',
  responses: answers(
    documentOf<{ readonly worktrees: readonly WorktreeDocument[] }>('WorktreeList', 'Worktrees.', {
      worktrees: listOf(worktreeFields, 'Ours and others.'),
    }),
    'Ours and others.',
  ),
})

interface Made extends WorktreeDocument {
  readonly kept: readonly string[]
}

const worktreeMade = documentOf<Made>('WorktreeMade', 'A new worktree, as the list tells it.', {
  ...worktreeFieldList,
  kept: texts('Nothing: a new worktree holds nothing of its own yet.'),
})

interface Removed extends Omit<WorktreeReply & { readonly ok: true }, 'ok'> {
  readonly id: string
  readonly branch_name: string | null
}

const worktreeRemoved = documentOf<Removed>('WorktreeRemoved', 'What became of a worktree.', {
  id: text('What it was found by here.', 'try-it'),
  path: text('Where it was.'),
  branch: maybe(text('Its branch.')),
  branch_name: maybe(text('The same.')),
  kept: texts('What was in it that is nowhere else, and where it is kept now.'),
})

interface Named {
  readonly name?: LaneName | undefined
  readonly branch_name?: LaneName | undefined
}

const hasOneName = ({ name, branch_name }: Named): boolean =>
  (name ?? branch_name) !== undefined && (branch_name ?? name) === (name ?? branch_name)

const makeWorktree = createRoute({
  method: 'post',
  path: '/api/worktrees',
  tags: ['worktree'],
  summary: 'Make a worktree',
  description: 'Beside the repository, on a branch of its own; one that is there already is 409.',
  request: {
    body: body(
      z
        .strictObject({
          name: lane
            .optional()
            .openapi({ description: 'Of its folder and branch.', example: 'try-it' }),
          branch_name: lane
            .optional()
            .openapi({ description: 'The same; one of the two is needed.' }),
          batch_id: z
            .int()
            .min(1)
            .max(100_000)
            .nullable()
            .default(null)
            .openapi({ description: 'The batch you mean it for; the list tells it again.' }),
          from: z
            .string()
            .regex(/^[^-\s][^\s\0]{0,199}$/)
            .nullable()
            .default(null)
            .openapi({ description: 'The branch or commit to begin from; null: HEAD.' }),
        })
        .refine(hasOneName, { error: 'a name is needed, or a branch_name, which is the same' }),
    ),
  },
  responses: makes(worktreeMade, 'It is there.'),
})

const ofWorktree = z.object({
  id: z.string().min(1).max(300).openapi({
    description: 'Its lane, or the name of its folder, URL-encoded.',
    example: 'task-api',
  }),
})

const removeWorktree = createRoute({
  method: 'delete',
  path: '/api/worktrees/{id}',
  tags: ['worktree'],
  summary: 'Clear a worktree away',
  description:
    'Nothing is lost: what is in no branch is kept first (`conductor rescue`). One that is in use stays.',
  request: { params: ofWorktree },
  responses: does(worktreeRemoved, 'It is gone.'),
})

const mergeWorktree = createRoute({
  method: 'post',
  path: '/api/worktrees/{id}/merge',
  tags: ['worktree'],
  summary: 'Merge what a worktree has',
  description: 'Lands the tasks of its lane that are in review: merged and checked as always.',
  request: { params: ofWorktree },
  responses: doneOr,
})

const listLanes = createRoute({
  method: 'get',
  path: '/api/lanes',
  tags: ['worktree'],
  summary: 'Where the lanes of the newest run stand',
  responses: answers(
    documentOf<{ readonly lanes: readonly LaneRow[] }>('LaneList', 'Lanes with a branch.', {
      lanes: listOf(objectOf<LaneRow>('One lane.', laneRow), 'Those that have a branch.'),
    }),
    'Newest commit, ahead and behind, whether they could be merged.',
  ),
})

export const worktreesApi = (apiContext: ApiContext) => {
  const { served, runs, ask } = apiContext
  return checkedApi()
    .openapi(listWorktrees, async (context) => {
      return context.json({ worktrees: await listed(apiContext) }, 200)
    })
    .openapi(makeWorktree, async (context) => {
      const { name, branch_name, batch_id, from } = context.req.valid('json')
      const id = (name ?? branch_name)!
      if (batch_id !== null) await mustBeBatch(apiContext, batch_id)
      const made = mustBeDone(await mustHaveGit(served).make(id, from, batch_id))
      return context.json(await madeDocument(apiContext, made), 201)
    })
    .openapi(removeWorktree, async (context) => {
      const { id } = context.req.valid('param')
      const { path, branch, kept } = mustBeDone(await mustHaveGit(served).remove(id))
      return context.json({ id, path, branch, branch_name: branch, kept }, 200)
    })
    .openapi(mergeWorktree, async (context) => {
      mustHaveGit(served)
      const run = runs.find('current')
      const tasks = tasksIn(run, context.req.valid('param').id)
      return context.json(await landAll(ask, run, tasks), 200)
    })
    .openapi(listLanes, async (context) => {
      const git = mustHaveGit(served)
      const run = runs.newest()
      return context.json({ lanes: run === null ? [] : await git.lanes(run) }, 200)
    })
}

/** A batch of the newest run or of the task file; without either, any number is accepted. */
async function mustBeBatch({ runs, drafts }: ApiContext, batch: number): Promise<void> {
  const file = await drafts.read(null).catch(() => null)
  const plans = [runs.newest(), file?.run ?? null].filter((run) => run !== null)
  const most = Math.max(0, ...plans.map(({ graph }) => batchCount(graph)))
  if (plans.length === 0 || batch <= most) return
  throw new Refused(422, {
    error: 'no_such_batch',
    message: `batch_id: there is no batch ${batch}`,
    hint: `the plan has ${sayBatches(most)}; leave batch_id out if it is for none of them`,
  })
}

async function listed({ served, runs }: ApiContext): Promise<readonly WorktreeDocument[]> {
  const rows = await mustHaveGit(served).list()
  const runIds = new Set(runs.all())
  const runOf = ({ run }: WorktreeRow): Run | null =>
    run !== null && runIds.has(run) ? runs.find(run) : null
  return rows.map((row) => worktreeDocument(row, served.id, runOf(row)))
}

async function madeDocument(
  apiContext: ApiContext,
  { path, kept }: WorktreeReply & { ok: true },
): Promise<Made> {
  const made = (await listed(apiContext)).find((one) => one.path === path)
  if (made !== undefined) return { ...made, kept }
  throw notFound('unknown_worktree', `${path} was made, and somebody has removed it since`)
}

export function mustHaveGit({ worktrees }: ServedRepository): ServedWorktrees {
  if (worktrees !== null) return worktrees
  throw notNow('no_repository', 'this folder is no git repository', 'tasks work in place here')
}

function mustBeDone(reply: WorktreeReply): WorktreeReply & { readonly ok: true } {
  if (reply.ok) return reply
  const { is, message, hint } = reply
  throw is === 'unknown'
    ? notFound('unknown_worktree', message, hint)
    : notNow('worktree_refused', message, hint)
}

/** The tasks of the lane with this name, or of the lane whose worktree is in a folder of this name. */
function tasksIn(run: Run, name: string): readonly TaskId[] {
  const open = [...run.worktrees.values()].find(
    ({ lane, path }) => lane === name || basename(path) === name,
  )
  const lane = open?.lane ?? (name as LaneName)
  const tasks = run.plan.tasks.filter((task) => laneOf(task) === lane).map(({ id }) => id)
  if (tasks.length > 0) return tasks
  throw notFound('unknown_worktree', `run ${run.id} has no worktree "${name}"`)
}

async function landAll(ask: ApiContext['ask'], run: Run, tasks: readonly TaskId[]): Promise<Done> {
  const states = tasks.map((task) => ({ task, is: stateOf(run, task).is }))
  const inReview = states.filter(({ is }) => is === 'review').map(({ task }) => task)
  if (inReview.length === 0) {
    if (states.some(({ is }) => is === 'landing' || is === 'landed')) return NOTHING_TO_DO
    throw notNow('nothing_delivered', 'nothing of it is in review', 'see GET /api/merges')
  }
  for (const task of inReview) await ask(run, { ask: 'land', task })
  return { accepted: true, affected: inReview }
}
