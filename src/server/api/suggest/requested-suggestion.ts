/** Reads the body of a request for orderings: an empty one is fine, and what is wrong with a tree goes to the log. */
import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { readTrees } from '../../../core/ordering/read-trees.ts'
import { MOST_ORDERINGS, USUAL_COUNT } from '../../../core/ordering/suggested.ts'
import type { Trees } from '../../../core/ordering/workspace-graph.ts'
import { Refused } from '../../http/api-error.ts'
import { saySchemaError } from '../../http/say-schema-error.ts'
import type { Report } from '../../http/server-log.ts'

export const suggestionRequest = z.object({
  trees: z
    .unknown()
    .optional()
    .openapi({
      description:
        'A tree of nodes for each repository, as in `GET /api/tracker`; without it, the current ones. Of a node, branch, workspace_id, children, name, pr_number, ci_status, status, blockers and depends_on count.',
      type: 'object',
      additionalProperties: { type: 'object', additionalProperties: true },
    }),
  strategy_preference: z
    .string()
    .regex(/^[\w -]{1,60}$/, 'the id of an ordering')
    .nullish()
    .openapi({ description: 'The ordering to put first.', example: 'depth_first' }),
  max_parallel: z
    .int()
    .min(1)
    .max(1000)
    .nullish()
    .openapi({ description: 'No phase has more workspaces than this.' }),
  count: z
    .int()
    .min(1)
    .max(MOST_ORDERINGS)
    .default(USUAL_COUNT)
    .openapi({ description: 'How many orderings.' }),
  engine: z.enum(['auto', 'offline', 'claude']).default('auto').openapi({
    description:
      'auto: Claude if it can be asked, and the offline answer with a notice if that fails. claude: an error of Claude is an error.',
  }),
})

export interface RequestedSuggestion extends Omit<z.output<typeof suggestionRequest>, 'trees'> {
  /** null: the current ones. */
  readonly trees: Trees | null
}

export async function requestedSuggestion(
  { req }: Context,
  report: Report,
): Promise<RequestedSuggestion> {
  const read = suggestionRequest.safeParse(jsonIn(await req.text()))
  if (!read.success)
    throw new Refused(422, {
      error: 'invalid',
      message: saySchemaError(read.error),
      hint: 'see /api/docs',
    })
  return { ...read.data, trees: treesIn(read.data.trees, report) }
}

function jsonIn(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    throw new Refused(400, {
      error: 'invalid_json',
      message: 'the body of the request is not JSON',
      hint: 'send a JSON object, or nothing at all',
    })
  }
}

/** More would keep every other request waiting for seconds. `conductor suggest --tree` has a process of its own. */
const MOST_NODES = 10_000

function treesIn(value: unknown, report: Report): Trees | null {
  if (value === undefined || value === null) return null
  const read = readTrees(value, MOST_NODES)
  if (read.ok) return Object.keys(read.trees).length === 0 ? null : read.trees
  if (read.isTooLarge === true) throw TOO_LARGE
  const number = report('reading the trees of a request', read.problems.join('; '))
  throw new Refused(400, {
    error: 'invalid_tree',
    message: 'the trees of workspaces cannot be used',
    hint: `the log of the server says why, under number ${number}`,
  })
}

const TOO_LARGE = new Refused(413, {
  error: 'too_large',
  message: `the trees have more than ${MOST_NODES} nodes`,
  hint: 'send fewer repositories at once, or order a file: conductor suggest --tree trees.json',
})
