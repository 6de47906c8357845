/** A part of the API: what does not fit its schema is refused before anything is done. */
import { OpenAPIHono, z } from '@hono/zod-openapi'

export const errorBody = z
  .object({ error: z.string(), message: z.string(), hint: z.string().nullable() })
  .openapi('Error')

export const checkedApi = () =>
  new OpenAPIHono({
    defaultHook: (result, context) => {
      if (result.success) return undefined
      const message = z.prettifyError(result.error)
      return context.json({ error: 'invalid', message, hint: 'see /api/docs' }, 422)
    },
  })

/** For the answers of a route: what it says when all is well, and how it refuses. */
export const answers = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  200: { description, content: { 'application/json': { schema } } },
  404: refusal('There is no such thing.'),
  409: refusal('It cannot be done as things stand.'),
  422: refusal('The request does not fit its schema.'),
})

const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: errorBody } },
})

export const body = <Schema extends z.ZodType>(schema: Schema) => ({
  content: { 'application/json': { schema } },
  required: true,
})
