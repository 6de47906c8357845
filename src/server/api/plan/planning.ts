/** Making a plan from requirements: started, looked at until it is ready, and cancelled. */
import { createRoute, z } from '@hono/zod-openapi'
import { notFound, notNow } from '../../http/api-error.ts'
import { list } from '../../../core/forge/issues/issue-skip.ts'
import type { Planning, PlanningWish } from '../../served/served-plans.ts'
import { documentOf, number, listOf, maybe, object, oneOf, text, whole } from '../answer-schemas.ts'
import type { ApiContext } from '../api-context.ts'
import { answers, body, checkedApi, does } from '../declare-route.ts'
import { planFile } from '../params.ts'

const STATES = ['initialized', 'analysing', 'planning', 'ready', 'failed'] as const

const planning = documentOf<Planning>('Planning', 'A plan that is being made, or was made last.', {
  requirements: text('What is wanted.', 'Todo app with login'),
  issues: maybe(listOf(whole('A number.'), 'The issues that it is made of; null: of words.')),
  file: text('The task file that is written.', 'tasks.yaml'),
  state: oneOf(STATES, 'ready: the task file is written.'),
  steps: listOf(
    object('A step.', {
      state: oneOf(STATES, 'The state of the planning.'),
      says: text('A sentence.'),
      elapsed_s: number('Seconds since the start.'),
    }),
    'What was done so far, in order.',
  ),
  summary: maybe(text('What would happen, for people; null: not ready.')),
  problem: maybe(
    object('Why it failed.', {
      message: text('A sentence for people.'),
      hint: maybe(text('What to do about it.')),
    }),
  ),
})

interface Wanted {
  readonly requirements?: string | undefined
  readonly issues?: readonly number[] | undefined
}

const isOneOfBoth = ({ requirements, issues }: Wanted): boolean =>
  (requirements === undefined) !== (issues === undefined)

const startPlanning = createRoute({
  method: 'post',
  path: '/api/planning',
  tags: ['plan'],
  summary: 'Make a plan from requirements or issues',
  description:
    'By a model if there is one, else offline; each issue becomes a task. Writes the task file when the plan is ready; changes that people made in it stay. One plan at a time: 409 while another is being made.',
  request: {
    body: body(
      z
        .strictObject({
          requirements: z
            .string()
            .trim()
            .min(1)
            .max(1_000_000)
            .optional()
            .openapi({ description: 'Words or Markdown.' }),
          issues: z
            .array(z.int().min(1).max(999_999_999))
            .min(1)
            .max(100)
            .optional()
            .openapi({ description: 'Or numbers of issues, which become a task each.' }),
          parallel: z
            .int()
            .min(1)
            .max(1000)
            .optional()
            .openapi({ description: 'How many agents.' }),
          backend: z
            .enum(['api', 'cli', 'agent', 'offline'])
            .optional()
            .openapi({ description: 'Who plans.' }),
          file: planFile.optional(),
        })
        .refine(isOneOfBoth, 'give requirements or issues, and not both'),
    ),
  },
  responses: does(planning, 'The planning that has begun.'),
})

const showPlanning = createRoute({
  method: 'get',
  path: '/api/planning',
  tags: ['plan'],
  summary: 'How far a plan is',
  description:
    'The plan that is being made, or was made last since the server started; null: none was.',
  responses: answers(z.union([planning, z.null()]), 'Its state and steps, or null.'),
})

const cancelPlanning = createRoute({
  method: 'delete',
  path: '/api/planning',
  tags: ['plan'],
  summary: 'Stop making a plan',
  description: 'Nothing is written then. A plan that is ready stays.',
  responses: does(planning, 'The planning, which ends in a moment.'),
})

export const planningApi = ({ served }: ApiContext) =>
  checkedApi()
    .openapi(startPlanning, (context) => {
      const { parallel = null, backend = null, file = null, ...what } = context.req.valid('json')
      const begun = served.planning.start({ ...wantedIn(what), parallel, backend, file })
      if (begun === null)
        throw notNow('planning', 'a plan is being made already', 'wait for it, or cancel it')
      return context.json(begun, 200)
    })
    .openapi(showPlanning, (context) => context.json(served.planning.current(), 200))
    .openapi(cancelPlanning, (context) => {
      const current = mustBe(served.planning.current())
      served.planning.cancel()
      return context.json(current, 200)
    })

const wantedIn = ({
  requirements,
  issues,
}: Wanted): Pick<PlanningWish, 'requirements' | 'issues'> => ({
  requirements: requirements ?? `The issues ${list(issues ?? [])}.`,
  issues: issues ?? null,
})

function mustBe(current: Planning | null): Planning {
  if (current !== null) return current
  throw notFound('no_planning', 'no plan was made since this server started', 'start one with POST')
}
