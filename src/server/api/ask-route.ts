/** One route for everything that can be asked of a run: the same asks that the command line makes. */
import { createRoute, type z } from '@hono/zod-openapi'
import { ASK_HELP, asTitle } from '../../core/ask/ask-help.ts'
import type { AskName } from '../../core/ask/ask.ts'
import { askSchema } from '../control/ask-schema.ts'
import type { Done } from './send-ask.ts'
import { body, checkedApi, does } from './declare-route.ts'
import type { ApiContext } from './api-context.ts'
import { documentOf, flag, texts } from './answer-schemas.ts'

export const done = documentOf<Done>('Done', 'It is so, now or already.', {
  accepted: flag('Always true; what is refused is an Error.'),
  affected: texts('Tasks whose fate changes by it.'),
})

/** The responses of the routes that ask something of a run. */
export const doneOr = does(done, 'It is so; these tasks are affected.')

/** A route for one ask, described in the words of its AskHelp. */
export const askingRoute = <Path extends string, Params extends z.ZodObject>(
  ask: AskName,
  path: Path,
  params: Params,
) => ({
  method: 'post' as const,
  path,
  summary: asTitle(ASK_HELP[ask].does),
  description: ASK_HELP[ask].note ?? '',
  request: { params },
  responses: doneOr,
})

const askAnything = createRoute({
  method: 'post',
  path: '/api/asks',
  tags: ['run'],
  summary: 'Ask anything of the run',
  description:
    'One door for all that can be asked; each ask about the run, a batch or a task also has a path of its own below.',
  request: { body: body(askSchema) },
  responses: doneOr,
})

export const asksApi = ({ runs, ask }: ApiContext) =>
  checkedApi().openapi(askAnything, async (context) =>
    context.json(await ask(runs.find('current'), context.req.valid('json')), 200),
  )
