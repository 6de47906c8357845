/** The workspaces of all repositories as trees, and what people record about them. */
import { createRoute, z } from '@hono/zod-openapi'
import type { MarkChange } from '../../../core/workspace/marks.ts'
import { notFound, notNow } from '../../http/api-error.ts'
import type { ServedTracker } from '../../served/served-workspaces.ts'
import type { ApiContext } from '../api-context.ts'
import { documentOf, flag } from '../answer-schemas.ts'
import { answers, body, checkedApi, does } from '../declare-route.ts'
import { nodeDocument, trackerDocument } from './tracker-documents.ts'

const showTracker = createRoute({
  method: 'get',
  path: '/api/tracker',
  tags: ['workspace'],
  summary: 'All workspaces, as a tree for each repository',
  description:
    'From our runs, git, pull requests and other programs. Live: `{"type":"watch-tracker"}` on the socket.',
  request: {
    query: z.object({
      refresh_ci: z
        .enum(['true', 'false'])
        .default('false')
        .openapi({ description: 'true: asks for pull requests and their checks again.' }),
    }),
  },
  responses: answers(trackerDocument, 'The trees.'),
})

interface Marked {
  readonly recorded: boolean
}

const marked = documentOf<Marked>('WorkspaceMarked', 'What became of it.', {
  recorded: flag('false: it was so before.'),
})

const line = (description: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(300)
    .regex(/^[^\p{Cc}]*$/u, 'must be one line')
    .openapi({ description })

const where = {
  repository: line('The name of the repository, as in the trees.'),
  branch: line('The branch of the workspace.'),
}

const blocker = z.strictObject({
  ...where,
  reason: line('What blocks it, for example a design review.'),
})
const dependency = z.strictObject({
  ...where,
  on: line('The workspace that it depends on: repository:branch.'),
})

const block = createRoute({
  method: 'post',
  path: '/api/tracker/blockers',
  tags: ['workspace'],
  summary: 'Record what blocks a workspace from outside',
  description: 'Orderings respect it. DELETE takes it back.',
  request: { body: body(blocker) },
  responses: does(marked, 'It is recorded.'),
})

const unblock = createRoute({
  method: 'delete',
  path: '/api/tracker/blockers',
  tags: ['workspace'],
  summary: 'Take a blocker back',
  request: { query: blocker },
  responses: does(marked, 'It is gone.'),
})

const depend = createRoute({
  method: 'post',
  path: '/api/tracker/dependencies',
  tags: ['workspace'],
  summary: 'Record that a workspace depends on another',
  description:
    'Also on one of another repository. A circle is refused with 409. DELETE takes it back.',
  request: { body: body(dependency) },
  responses: does(marked, 'It is recorded.'),
})

const undepend = createRoute({
  method: 'delete',
  path: '/api/tracker/dependencies',
  tags: ['workspace'],
  summary: 'Take a dependency back',
  request: { query: dependency },
  responses: does(marked, 'It is gone.'),
})

export const trackerApi = ({ served }: ApiContext) => {
  const api = checkedApi()
  // No route answers with a node alone, so its schema would be missing in the document.
  api.openAPIRegistry.register('TreeNode', nodeDocument)
  return api
    .openapi(showTracker, async (context) => {
      const refreshCi = context.req.valid('query').refresh_ci === 'true'
      return context.json(await served.tracker.read({ refreshCi }), 200)
    })
    .openapi(block, async (context) => {
      const { repository, ...rest } = context.req.valid('json')
      return context.json(await mark(served.tracker, repository, { do: 'block', ...rest }), 200)
    })
    .openapi(unblock, async (context) => {
      const { repository, ...rest } = context.req.valid('query')
      return context.json(await mark(served.tracker, repository, { do: 'unblock', ...rest }), 200)
    })
    .openapi(depend, async (context) => {
      const { repository, ...rest } = context.req.valid('json')
      return context.json(await mark(served.tracker, repository, { do: 'depend', ...rest }), 200)
    })
    .openapi(undepend, async (context) => {
      const { repository, ...rest } = context.req.valid('query')
      return context.json(await mark(served.tracker, repository, { do: 'undepend', ...rest }), 200)
    })
}

async function mark(
  tracker: ServedTracker,
  repository: string,
  change: MarkChange,
): Promise<Marked> {
  const reply = await tracker.mark(repository, change)
  if (reply.ok) return { recorded: reply.isNew }
  const { is, message, hint } = reply
  if (is === 'unknown') throw notFound('unknown_workspace', message, hint)
  throw notNow(is === 'hindered' ? 'not_recorded' : 'mark_refused', message, hint)
}
