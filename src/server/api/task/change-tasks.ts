/** Changing what was planned: adding tasks, changing tasks, moving cards on the board. */
import { createRoute, z } from '@hono/zod-openapi'
import { cardMove, laneMove, type CardMove } from '../../../core/ask/allowed-drags.ts'
import type { Column } from '../../../core/ask/board-columns.ts'
import type { TaskId } from '../../../core/value/ids.ts'
import type { Run } from '../../../core/run/run.ts'
import { askWith } from '../../../core/ask/task-actions.ts'
import { notNow, Refused } from '../../http/api-error.ts'
import { mustBeAskable, NOTHING_TO_DO, reached, whyNot, type Done } from '../send-ask.ts'
import { done, doneOr } from '../ask-route.ts'
import { changeForm, changeOf, lane } from './change-form.ts'
import { body, checkedApi, makes } from '../declare-route.ts'
import type { ApiContext } from '../api-context.ts'
import { ofRun, ofTask } from '../params.ts'
import { words } from '../../control/ask-schema.ts'

const anyTask = z
  .looseObject({ id: z.string() })
  .openapi({ description: 'As in the task file.', example: { id: 'docs', prompt: 'Describe it' } })

const addTasks = createRoute({
  method: 'post',
  path: '/api/runs/{run}/tasks',
  tags: ['task'],
  summary: 'Add tasks to a run',
  description: 'In the form of the task file. What is wrong with them is told, all of it at once.',
  request: {
    params: ofRun,
    body: body(z.strictObject({ tasks: z.array(anyTask).min(1).max(10_000) })),
  },
  responses: makes(done, 'They wait for their turn.'),
})

const changeTask = createRoute({
  method: 'patch',
  path: '/api/runs/{run}/tasks/{task}',
  tags: ['task'],
  summary: 'Change a task',
  description:
    'Before it is tried for the first time. The priority can be changed for as long as it waits.',
  request: {
    params: ofTask,
    body: body(
      changeForm.refine((change) => Object.keys(change).length > 0, { error: 'nothing to change' }),
    ),
  },
  responses: doneOr,
})

const COLUMNS = ['backlog', 'in-progress', 'review', 'done'] as const satisfies readonly Column[]

const moveTask = createRoute({
  method: 'post',
  path: '/api/runs/{run}/tasks/{task}/move',
  tags: ['task'],
  summary: 'Move a card to another column',
  description:
    'What that means follows from the status of the task; a move that means nothing is 409.',
  request: {
    params: ofTask,
    body: body(
      z.strictObject({
        column: z.enum(COLUMNS),
        words: words
          .optional()
          .openapi({ description: 'Where a person has to say something: why, an answer, a sum.' }),
      }),
    ),
  },
  responses: doneOr,
})

const reassignTask = createRoute({
  method: 'post',
  path: '/api/runs/{run}/tasks/{task}/reassign',
  tags: ['task'],
  summary: 'Let a task work in another worktree',
  description: 'Before it is tried for the first time.',
  request: { params: ofTask, body: body(z.strictObject({ lane })) },
  responses: doneOr,
})

export const changeTasksApi = ({ served, runs, ask }: ApiContext) =>
  checkedApi()
    .openapi(addTasks, async (context) => {
      const run = runs.find(context.req.valid('param').run)
      mustBeAskable(run, served, runs)
      const reply = await reached(() => served.add(context.req.valid('json').tasks))
      if (reply.accepted)
        return context.json({ accepted: true as const, affected: reply.affected }, 201)
      throw 'problems' in reply ? badTasks(reply.problems) : whyNot(run, reply.refusal)
    })
    .openapi(changeTask, async (context) => {
      const params = context.req.valid('param')
      const { run, task } = runs.findTask(params.run, params.task)
      const { priority, ...change } = changeOf(context.req.valid('json'))
      const isOnlyPriority = priority !== undefined && Object.keys(change).length === 0
      return context.json(
        await ask(
          run,
          isOnlyPriority
            ? { ask: 'prioritise', task, priority }
            : { ask: 'change', task, change: changeOf(context.req.valid('json')) },
        ),
        200,
      )
    })
    .openapi(moveTask, async (context) => {
      const params = context.req.valid('param')
      const { run, task } = runs.findTask(params.run, params.task)
      const { column, words = '' } = context.req.valid('json')
      return context.json(
        await makeMove(ask, run, task, { move: cardMove(run, task, column, Date.now()), words }),
        200,
      )
    })
    .openapi(reassignTask, async (context) => {
      const params = context.req.valid('param')
      const { run, task } = runs.findTask(params.run, params.task)
      const move = laneMove(run, task, context.req.valid('json').lane)
      return context.json(await makeMove(ask, run, task, { move, words: '' }), 200)
    })

function badTasks(problems: readonly string[]): Refused {
  return new Refused(422, {
    error: 'bad_tasks',
    message: problems.join('\n'),
    hint: null,
    problems: problems.map((message) => ({ place: 'tasks', message, hint: null })),
  })
}

async function makeMove(
  ask: ApiContext['ask'],
  run: Run,
  task: TaskId,
  { move, words }: { readonly move: CardMove; readonly words: string },
): Promise<Done> {
  if (move.is === 'same') return NOTHING_TO_DO
  if (move.is === 'no') throw notNow('no_such_move', move.why)
  const meant = askWith(move.action, task, words)
  if (meant !== null) return ask(run, meant)
  throw new Refused(422, {
    error: 'words_needed',
    message: `${move.action.label}: ${move.action.words}`,
    hint: 'say it in `words`',
  })
}
