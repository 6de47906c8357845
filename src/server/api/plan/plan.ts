/** The plan of the run that goes on, or of the task file that could be run: to read, to simulate and to change. */
import { createRoute, z } from '@hono/zod-openapi'
import { changesSince, tryChanges, type PlanChange } from '../../../core/plan/plan-changes.ts'
import type { Run } from '../../../core/run/run.ts'
import { answers, body, checkedApi, does } from '../declare-route.ts'
import type { ApiContext } from '../api-context.ts'
import { badChanges, mustBeThere, type DraftedPlan } from './drafts.ts'
import { planFile } from '../params.ts'
import { planDocument, planDocumentOf, type PlanAt, type PlanDocument } from './plan-documents.ts'
import { changeFields, changesIn } from './requested-changes.ts'
import { openExecutionPlanCache } from './execution-plan-cache.ts'

const run = z.string().min(1).max(20).openapi({ description: 'Or that of a run.', example: '7' })

interface WhichPlan {
  readonly file?: string | undefined
  readonly run?: string | undefined
}

const isOnlyOne = ({ file, run }: WhichPlan): boolean => file === undefined || run === undefined

const ONE = { error: 'a file or a run, not both' }

const showPlan = createRoute({
  method: 'get',
  path: '/api/plan',
  tags: ['plan'],
  summary: 'The plan',
  description:
    'Of the run in progress; without one, of the task file, with what was drafted; null: there is no run and no task file. 422 lists everything that is wrong with the file.',
  request: {
    query: z.object({ file: planFile.optional(), run: run.optional() }).refine(isOnlyOne, ONE),
  },
  responses: answers(z.union([planDocument, z.null()]), 'The plan, or null.'),
})

const buildPlan = createRoute({
  method: 'post',
  path: '/api/plan',
  tags: ['plan'],
  summary: 'Build the plan from its file',
  description: 'Reads the task file anew and drops what was drafted for it.',
  request: {
    body: { ...body(z.strictObject({ file: planFile.optional() })), required: false },
  },
  responses: does(planDocument, 'The plan.'),
})

const changePlan = createRoute({
  method: 'patch',
  path: '/api/plan',
  tags: ['plan'],
  summary: 'Change the plan',
  description:
    'Of the run in progress, where tasks have not begun. Without one, the changes are kept as a draft, and made when a run of the file is started here. All of them or none.',
  request: { body: body(z.strictObject({ file: planFile.optional(), ...changeFields })) },
  responses: does(planDocument, 'The plan as it is now.'),
})

const simulatePlan = createRoute({
  method: 'post',
  path: '/api/plan/simulate',
  tags: ['plan'],
  summary: 'What would come of a plan',
  description: 'With changes, or another number of agents. Nothing is changed by it.',
  request: {
    body: body(
      z
        .strictObject({
          file: planFile.optional(),
          run: run.optional(),
          agents: z.int().min(1).max(1000).optional(),
          ...changeFields,
        })
        .refine(isOnlyOne, ONE),
    ),
  },
  responses: does(planDocument, 'The plan as it would be.'),
})

export const planApi = (apiContext: ApiContext) => {
  const { drafts, runs } = apiContext
  const executionPlans = openExecutionPlanCache()
  return checkedApi()
    .openapi(showPlan, async (context) => {
      const found = await findRunAt(apiContext, context.req.valid('query'))
      if (found === null) return context.json(null, 200)
      const { run, about } = found
      return context.json(planDocumentOf(run, { about, ...lately(about, run) }), 200)
    })
    .openapi(buildPlan, async (context) => {
      const { file = null } = context.req.valid('json')
      return context.json(ofFile(apiContext, await drafts.readAnew(file)), 200)
    })
    .openapi(changePlan, async (context) => {
      const { file = null, ...changes } = context.req.valid('json')
      const run = conducted(apiContext)
      if (run === null || file !== null)
        return context.json(ofFile(apiContext, await drafts.change(file, changesIn(changes))), 200)
      await changeRun(apiContext, run, changes)
      const changed = runs.find(run.id)
      const about = aboutRun(apiContext, changed)
      return context.json(planDocumentOf(changed, { about, ...lately(about, changed) }), 200)
    })
    .openapi(simulatePlan, async (context) => {
      const { file, run, agents, ...changes } = context.req.valid('json')
      const { run: before, about } = await runAt(apiContext, { file, run })
      const tried = tryChanges(before, changesIn(changes)(before))
      if (!tried.ok) throw badChanges(tried.refused)
      const at = { about, ...lately(about, before, tried.changes) }
      return context.json(planDocumentOf(tried.run, at, agents), 200)
    })

  /** Only plans of runs are cached: a task file is read anew each time. */
  function lately(
    { run }: PlanAt['about'],
    { plan }: Run,
    changes: readonly PlanChange[] = [],
  ): Pick<PlanAt, 'workOut'> {
    return run === null ? {} : { workOut: executionPlans(plan, changes) }
  }
}

const conducted = ({ served, runs }: ApiContext): Run | null => {
  const id = served.conductedRun()
  return id === null ? null : runs.find(id)
}

/** Throws Refused when there is no such plan. */
const runAt = async (apiContext: ApiContext, which: WhichPlan) =>
  (await findRunAt(apiContext, which)) ?? mustBeThere()

/** null: no run goes on, no file was named, and there is none of the usual name. */
async function findRunAt(apiContext: ApiContext, { file, run: id }: WhichPlan) {
  const run = id === undefined ? conducted(apiContext) : apiContext.runs.find(id)
  if (run !== null && file === undefined) return { run, about: aboutRun(apiContext, run) }
  const drafted = await apiContext.drafts.find(file ?? null)
  return drafted && { run: drafted.run, about: aboutFile(apiContext, drafted) }
}

const ofFile = (apiContext: ApiContext, drafted: DraftedPlan): PlanDocument =>
  planDocumentOf(drafted.run, { about: aboutFile(apiContext, drafted) })

const aboutRun = ({ served }: ApiContext, run: Run) => ({
  project_id: served.id,
  created_at: new Date(run.startedAt).toISOString(),
  file: run.source.file,
  run: run.id,
  is_draft: false,
  overrides: changesSince(run),
  warnings: [],
})

const aboutFile = ({ served }: ApiContext, { file, changes, warnings }: DraftedPlan) => ({
  project_id: served.id,
  created_at: new Date().toISOString(),
  file,
  run: null,
  is_draft: changes.length > 0,
  overrides: changes,
  warnings,
})

/** The changes are tried first, to report all refusals, then asked together, since the run may have moved on. */
async function changeRun(
  { ask }: ApiContext,
  run: Run,
  changes: Parameters<typeof changesIn>[0],
): Promise<void> {
  const tried = tryChanges(run, changesIn(changes)(run))
  if (!tried.ok) throw badChanges(tried.refused)
  const asks = tried.changes.map((change) => ({ ask: 'change' as const, ...change }))
  if (asks.length > 0) await ask(run, { ask: 'together', asks })
}
