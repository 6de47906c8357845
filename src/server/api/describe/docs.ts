/** Serves the description of the API: as OpenAPI for programs, as a page for people. */
import { createRoute, z } from '@hono/zod-openapi'
import { checkedApi } from '../declare-route.ts'
import type { ApiDocument } from './describe-api.ts'
import { docsPage } from './docs-page.ts'
import { DOCS_STYLE } from './docs-style.ts'

const anyDocument = z
  .custom<ApiDocument>((value) => typeof value === 'object' && value !== null)
  .openapi({ type: 'object', additionalProperties: true })

const showDocument = createRoute({
  method: 'get',
  path: '/api/openapi.json',
  tags: ['server'],
  summary: 'This API as OpenAPI 3.1',
  responses: {
    200: {
      description: 'The document.',
      content: { 'application/json': { schema: anyDocument } },
    },
  },
})

const showPage = createRoute({
  method: 'get',
  path: '/api/docs',
  tags: ['server'],
  summary: 'This API as a page',
  responses: {
    200: { description: 'The page.', content: { 'text/html': { schema: z.string() } } },
  },
})

export function docsApi(describe: () => ApiDocument) {
  let cached: ApiDocument | null = null
  const document = (): ApiDocument => (cached ??= describe())
  return checkedApi()
    .openapi(showDocument, (context) => context.json(document(), 200))
    .openapi(showPage, (context) => context.html(docsPage(document())))
    .get('/api/docs.css', (context) => context.body(DOCS_STYLE, 200, { 'content-type': CSS }))
}

const CSS = 'text/css; charset=utf-8'
