/** The result of a run: what landed, what can be done with it, taking it, and undoing that. */
import { createRoute, z } from '@hono/zod-openapi'
import type { ResultDocument, WayDocument } from '../../../core/take/result-document.ts'
import type { TakeDocument } from '../../../core/take/take-wish.ts'
import { notNow } from '../../http/api-error.ts'
import type { PatchDocument, ServedResults, TriedResult } from '../../served/served-results.ts'
import { answers, body, checkedApi, does } from '../declare-route.ts'
import type { ApiContext } from '../api-context.ts'
import {
  documentOf,
  flag,
  listOf,
  maybe,
  object,
  objectOf,
  oneOf,
  text,
  texts,
  whole,
  number,
  type FieldsOf,
} from '../answer-schemas.ts'
import { ofRun, planFile } from '../params.ts'
import { diffDocument } from '../worktree/deliveries.ts'
import { counts, TAKEN, takenSummary } from './run-documents.ts'

const choice: FieldsOf<Omit<WayDocument, 'way'>> = {
  possible: flag('Whether it can be done now.'),
  says: text('What would happen.'),
  refused: maybe(text('A word for programs; null: it is possible.', 'dirty')),
  why: maybe(text('Why it cannot be done.')),
  next_step: maybe(text('What to do about that.')),
}

const result = documentOf<ResultDocument>(
  'Result',
  'What a run has landed, and what can be done with it: the same as `conductor take --json`.',
  {
    run: text('Its number.', '7'),
    target: maybe(text('The branch that everything landed on.', 'conductor/run-7')),
    into: maybe(text('The branch that the run came from; null: it began from a commit.', 'main')),
    base: maybe(text('The commit it began from.')),
    result: maybe(text('The newest commit of the target; null: the branch is gone.')),
    tasks: listOf(
      object('A task that has landed.', {
        task: text('Its id.', 'api'),
        name: text('What people call it.'),
        commit: maybe(text('Where the target has it.')),
        checked: flag('Whether a check has passed on its merge.'),
      }),
      'In plan order.',
    ),
    unchanged: texts('Tasks that have landed without a change.'),
    not_landed: whole('Tasks that did not land.'),
    commits: whole('Commits of the target since it began.'),
    files_created: whole('Counted by git.'),
    files_changed: whole('Counted by git.'),
    lines_added: whole('Counted by git.'),
    lines_deleted: whole('Counted by git.'),
    is_checked: flag('Whether anything was checked before it landed.'),
    checks: counts(['passed', 'failed', 'flakes'], 'How checks went.'),
    conflicts: whole('Deliveries that could not be merged as they came.'),
    wall_s: number('Seconds in which a coordinator conducted the run.'),
    sequential_s: number('Seconds the landed tasks would have taken one after another.'),
    headline: text('The run in one line.', '5 landed, 0 conflicts, 12m instead of 41m'),
    taken: takenSummary,
    says: maybe(text('How the result stands.', 'not taken yet')),
    taken_as: maybe(text('How it was taken, without the time.', 'taken into main at abc123def')),
    pull_requests: counts(['open', 'merged'], 'The pull requests of its lanes.'),
    in_pull_requests: maybe(text('How much pull requests have merged, or will; null: none.')),
    cut_off: flag('An earlier take was cut off; the next one finishes it.'),
    ways: listOf(
      objectOf<WayDocument>('One thing that can be done.', {
        way: oneOf(['merge', 'branch', 'patches', 'push'], 'Which one.'),
        ...choice,
      }),
      'The most likely first.',
    ),
    undo: maybe(objectOf<Omit<WayDocument, 'way'>>('Undoing the last take; null: none.', choice)),
  },
)

const taken = documentOf<TakeDocument>('Take', 'What was done with the result of a run.', {
  run: text('The run.', '7'),
  says: text('A sentence for people.'),
  ...TAKEN,
  check: oneOf(['passed', 'landed', 'none'], 'landed: it passed on this commit when it landed.'),
  is_new: flag('false: it was so already, and nothing has changed.'),
  can_undo: flag('Whether it can be undone.'),
  remarks: texts('What the remote says, and what is to be done next.'),
})

const fastForward = z
  .enum(['auto', 'only', 'never'])
  .default('auto')
  .openapi({ description: 'Whether a merge is a fast-forward: if possible, always, never.' })

const wish = z.discriminatedUnion('way', [
  z.strictObject({ way: z.literal('merge'), ff: fastForward }),
  z.strictObject({
    way: z.literal('branch'),
    name: z.string().min(1).max(200).openapi({ description: 'The name of the new branch.' }),
  }),
  z.strictObject({
    way: z.literal('patches'),
    folder: planFile.openapi({ description: 'A new folder, relative to the repository.' }),
  }),
  z.strictObject({
    way: z.literal('push'),
    remote: z
      .string()
      .min(1)
      .max(200)
      .nullable()
      .default(null)
      .openapi({ description: 'null: the only remote, or `origin`.' }),
  }),
])

const route = <Method extends 'get' | 'post', Path extends string>(
  method: Method,
  path: Path,
  summary: string,
  description: string,
) => ({ method, path: `/api/runs/{run}/${path}` as const, tags: ['run'], summary, description })

const showResult = createRoute({
  ...route('get', 'result', 'What a run has landed, and what can be done with it', ''),
  request: { params: ofRun },
  responses: answers(result, 'What landed, and the ways to take it.'),
})

const showDiff = createRoute({
  ...route('get', 'result/diff', 'Everything that a run has changed', 'Text, never HTML.'),
  request: {
    params: ofRun,
    query: z.object({
      file: z.string().min(1).max(4000).optional().openapi({ description: 'Only this file.' }),
    }),
  },
  responses: answers(diffDocument, 'File by file.'),
})

const showPatches = createRoute({
  ...route('get', 'result/patches', 'The result as patches', 'One for each landing.'),
  request: { params: ofRun },
  responses: answers(
    documentOf<PatchDocument>(
      'Patches',
      'All patches in one text, as `git am --keep-cr` reads them.',
      {
        file: text('A name for the file.', 'run-7.patch'),
        text: text('The patches, one after another.'),
      },
    ),
    'For `git am --keep-cr`.',
  ),
})

const takeIt = createRoute({
  ...route(
    'post',
    'take',
    'Take the result of a run',
    'A merge is test-merged and checked first, which may take its time; then the branch moves by compare-and-swap, and its checkout follows if it is clean. Asking twice is no mistake: `is_new` is false then. 409 says why not, and what to do.',
  ),
  request: { params: ofRun, body: body(wish) },
  responses: does(taken, 'It is taken.'),
})

const tryIt = createRoute({
  ...route('post', 'take/check', 'Could it be merged now?', 'Merges in memory and runs the check.'),
  request: { params: ofRun, body: body(z.strictObject({ ff: fastForward })) },
  responses: does(
    documentOf<TriedResult>('TriedResult', 'What would come of a merge.', {
      into: text('The branch.', 'main'),
      already: flag('The branch has the result already.'),
      how: maybe(oneOf(['fast-forward', 'merge-commit'], 'null: nothing is needed.')),
      check: oneOf(['passed', 'landed', 'none'], 'none: no check is configured.'),
    }),
    'It could.',
  ),
})

const undoIt = createRoute({
  ...route('post', 'take/undo', 'Undo the last take', 'As long as nothing was built on it.'),
  request: { params: ofRun },
  responses: does(taken, 'It is undone.'),
})

export const resultsApi = (apiContext: ApiContext) => {
  const { runs } = apiContext
  const underWay = new Set<string>()
  return checkedApi()
    .openapi(showResult, async (context) => {
      const run = runs.find(context.req.valid('param').run)
      return context.json(await resultsOf(apiContext).look(run), 200)
    })
    .openapi(showDiff, async (context) => {
      const run = runs.find(context.req.valid('param').run)
      const { file = null } = context.req.valid('query')
      return context.json(await resultsOf(apiContext).diff(run, file), 200)
    })
    .openapi(showPatches, async (context) => {
      const run = runs.find(context.req.valid('param').run)
      return context.json(await resultsOf(apiContext).patches(run), 200)
    })
    .openapi(takeIt, async (context) => {
      const run = runs.find(context.req.valid('param').run)
      const asked = context.req.valid('json')
      return context.json(await alone(run.id, () => resultsOf(apiContext).take(run, asked)), 200)
    })
    .openapi(tryIt, async (context) => {
      const run = runs.find(context.req.valid('param').run)
      const { ff } = context.req.valid('json')
      return context.json(await alone(run.id, () => resultsOf(apiContext).check(run, ff)), 200)
    })
    .openapi(undoIt, async (context) => {
      const run = runs.find(context.req.valid('param').run)
      return context.json(await alone(run.id, () => resultsOf(apiContext).undo(run)), 200)
    })

  /** Several browsers may want the same: one of them is served, and the others are told. */
  async function alone<Answer>(run: string, work: () => Promise<Answer>): Promise<Answer> {
    if (underWay.has(run))
      throw notNow('take_under_way', `run ${run} is being taken already`, 'wait for that to end')
    underWay.add(run)
    try {
      return await work()
    } finally {
      underWay.delete(run)
    }
  }
}

function resultsOf({ served }: ApiContext): ServedResults {
  if (served.results !== null) return served.results
  throw notNow('no_repository', 'this is no git repository, so there is nothing to take')
}
