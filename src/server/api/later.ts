/** Paths that are promised, and not there yet. */
import { createRoute } from '@hono/zod-openapi'
import { Refused } from '../http/api-error.ts'
import { checkedApi, laterOnly } from './checked.ts'

const later = <Method extends 'get' | 'post', Path extends string>(
  method: Method,
  path: Path,
  summary: string,
) =>
  createRoute({
    method,
    path,
    tags: ['later'],
    summary,
    description: 'Not in this version: always 501.',
    responses: laterOnly,
  })

const notYet = (what: string): never => {
  throw new Refused(501, {
    error: 'not_implemented',
    message: `${what} is not in this version`,
    hint: 'see CHANGELOG.md for what is',
  })
}

export const laterApi = () =>
  checkedApi()
    .openapi(later('post', '/api/expertise/export', 'Write expertise to files'), () =>
      notYet('expertise'),
    )
    .openapi(later('post', '/api/expertise/sync', 'Bring expertise and its files together'), () =>
      notYet('expertise'),
    )
    .openapi(later('get', '/api/expertise/files', 'The files of expertise'), () =>
      notYet('expertise'),
    )
    .openapi(later('post', '/api/suggest-parallelization', 'Suggest an ordering'), () =>
      notYet('suggesting an ordering of branches'),
    )
    .openapi(later('get', '/api/tracker', 'Branches that somebody works on'), () =>
      notYet('the tracker of branches'),
    )
