/** A new task, with or without a run: what it can be made of, what would be written, and adding it. */
import { createRoute, z } from '@hono/zod-openapi'
import type {
  AddedTask,
  TaskOptions,
  TaskPreview,
  TaskTemplate,
  TaskWish,
} from '../../served/served-new-task.ts'
import {
  documentOf,
  flag,
  listOf,
  loose,
  maybe,
  object,
  oneOf,
  text,
  texts,
} from '../answer-schemas.ts'
import type { ApiContext } from '../api-context.ts'
import { answers, body, checkedApi, does, makes } from '../declare-route.ts'
import { planFile } from '../params.ts'

const TO = ['run', 'file'] as const

const placed = {
  to: oneOf(TO, 'run: a run that is not over. file: the task file.'),
  run: maybe(text('The run.', '7')),
  file: maybe(text('The task file.', 'tasks.yaml')),
  is_conducted: flag(
    'Whether the run is in progress; otherwise the task waits until it is resumed.',
  ),
}

const id = text('Its id, which is made from its words if none was given.', 'fix-login')

const added = documentOf<AddedTask>('AddedTask', 'Where a new task is now.', { ...placed, id })

const preview = documentOf<TaskPreview>('TaskPreview', 'What would become of a new task.', {
  ...placed,
  id,
  diff: maybe(text('What would be written to the task file, as a unified diff.')),
  base: maybe(text('Names the file that the diff is made for; send it when you add the task.')),
})

const templates = listOf(
  loose('`name`, `description` for lists, and `task`: as in the task file, without an id.'),
  'By name.',
)

const options = documentOf<TaskOptions>('TaskOptions', 'What a new task can be made of.', {
  agents: texts('The agents that are known here.'),
  agent: maybe(text('The agent of tasks that name none.', 'claude')),
  places: listOf(
    object('Where it can go.', {
      ...placed,
      tasks: listOf(
        object('A task that it can depend on.', { id: text('Its id.'), name: text('Its name.') }),
        'In plan order.',
      ),
    }),
    'The first one is the usual one.',
  ),
  templates,
})

const wish = z.strictObject({
  task: z.record(z.string(), z.unknown()).openapi({
    description: 'As in the task file. Without an `id` or a `name` they are made from its words.',
    example: { prompt: 'Describe the API', files: ['docs/api.md'] },
  }),
  to: z
    .enum(TO)
    .optional()
    .openapi({ description: 'Without it: the run that is not over, else the task file.' }),
  file: planFile.optional(),
})

const showOptions = createRoute({
  method: 'get',
  path: '/api/tasks/options',
  tags: ['task'],
  summary: 'What a new task can be made of',
  responses: answers(options, 'Agents, places and tasks to depend on.'),
})

const previewTask = createRoute({
  method: 'post',
  path: '/api/tasks/preview',
  tags: ['task'],
  summary: 'What a new task would change',
  description: 'With the checks of a task file: 422 lists what is wrong. Nothing is written.',
  request: { body: body(wish) },
  responses: does(preview, 'Where it would go, and the difference of the file.'),
})

const addTask = createRoute({
  method: 'post',
  path: '/api/tasks',
  tags: ['task'],
  summary: 'Add a new task',
  description:
    'To the run that is not over, also one that is stopped: then it waits for the resume. Otherwise to the task file, which is made if there is none. 409 `file_changed`: the file is not the one of `base` any more.',
  request: {
    body: body(
      wish.extend({
        base: z.string().max(100).optional().openapi({ description: '`base` of the preview.' }),
      }),
    ),
  },
  responses: makes(added, 'It is there.'),
})

const listTemplates = createRoute({
  method: 'get',
  path: '/api/templates',
  tags: ['task'],
  summary: 'Templates of tasks',
  description:
    'Markdown files in `.conductor-templates/`, which are committed with the repository.',
  responses: answers(
    documentOf<{ readonly templates: readonly TaskTemplate[] }>('Templates', 'All of them.', {
      templates,
    }),
    'By name.',
  ),
})

const saveTemplate = createRoute({
  method: 'post',
  path: '/api/templates',
  tags: ['task'],
  summary: 'Keep a task as a template',
  description: 'A template of that name must not be there.',
  request: {
    body: body(
      z.strictObject({
        name: z
          .string()
          .regex(/^[A-Za-z0-9_-]{1,50}$/)
          .openapi({ description: 'Letters, digits, "-" and "_".', example: 'bug' }),
        task: wish.shape.task,
      }),
    ),
  },
  responses: makes(
    documentOf<{ readonly file: string }>('SavedTemplate', 'Where it is.', {
      file: text('Below the repository.', '.conductor-templates/bug.md'),
    }),
    'It is saved.',
  ),
})

export const newTaskApi = ({ served }: ApiContext) =>
  checkedApi()
    .openapi(showOptions, async (context) => context.json(await served.newTask.options(), 200))
    .openapi(previewTask, async (context) =>
      context.json(await served.newTask.preview(wishIn(context.req.valid('json'))), 200),
    )
    .openapi(listTemplates, async (context) =>
      context.json({ templates: await served.newTask.templates() }, 200),
    )
    .openapi(saveTemplate, async (context) => {
      const { name, task } = context.req.valid('json')
      return context.json({ file: await served.newTask.saveTemplate(name, task) }, 201)
    })
    .openapi(addTask, async (context) => {
      const { base = null, ...rest } = context.req.valid('json')
      return context.json(await served.newTask.add({ ...wishIn(rest), base }), 201)
    })

const wishIn = ({ task, to, file }: z.output<typeof wish>): TaskWish => ({
  task,
  to: to ?? null,
  file: file ?? null,
  base: null,
})
