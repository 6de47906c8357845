/** The parts that routes are declared with: a request that does not fit its schema is refused before the route runs. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { saySchemaError } from '../http/say-schema-error.ts'

const errorBody = z
  .object({
    error: z.string().openapi({ description: 'A word for programs.', example: 'unknown_task' }),
    message: z
      .string()
      .openapi({ description: 'A sentence for people.', example: 'there is no task "web"' }),
    hint: z
      .string()
      .nullable()
      .openapi({ description: 'What to do about it.', example: 'did you mean "api"?' }),
    problems: z
      .array(
        z.object({
          place: z.string().openapi({ description: 'File, line and column, or the task.' }),
          message: z.string(),
          hint: z.string().nullable(),
        }),
      )
      .readonly()
      .optional()
      .openapi({ description: 'Everything that is wrong with a plan.' }),
  })
  .openapi('Error')

export const checkedApi = () =>
  new OpenAPIHono({
    defaultHook: (result, context) => {
      if (result.success) return undefined
      const message = saySchemaError(result.error)
      return context.json({ error: 'invalid', message, hint: 'see /api/docs' }, 422)
    },
  })

/** The responses of a route that only reads: its answer, and its refusals. */
export const answers = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  200: { description, content: { 'application/json': { schema } } },
  ...REFUSALS,
})

/** The same for a route that changes something. */
export const does = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  ...answers(schema, description),
  ...REFUSALS_TO_DO,
})

/** The same for a route that creates something. */
export const makes = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  201: { description, content: { 'application/json': { schema } } },
  ...REFUSALS,
  ...REFUSALS_TO_DO,
})

const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: errorBody } },
})

/** More refusals of a route, by status. */
export const refusals = <Status extends number>(said: Readonly<Record<Status, string>>) =>
  Object.fromEntries(
    Object.entries<string>(said).map(([status, description]) => [status, refusal(description)]),
  ) as Record<Status, ReturnType<typeof refusal>>

const REFUSALS = {
  401: refusal('The token is missing or wrong.'),
  404: refusal('There is no such thing.'),
  409: refusal('It cannot be done as things stand.'),
  422: refusal('The request does not fit its schema, or the plan has problems.'),
}

const REFUSALS_TO_DO = {
  400: refusal('The body is not JSON.'),
  413: refusal('The body is too long.'),
  415: refusal('The body must be JSON.'),
  503: refusal('The coordinator of the run did not answer.'),
}

export const body = <Schema extends z.ZodType>(schema: Schema) => ({
  content: { 'application/json': { schema } },
  required: true,
})
