/** The tools that ask something of a run: of its coordinator or, when there is none, of one that is started for it. */
import * as z from 'zod'
import { askCommand, askFrom, askIfConducted, foreseen, mergeAsk } from '../app/ask/ask-commands.ts'
import { addSaidTask } from '../app/new-task/add-command.ts'
import { changeCommand } from '../app/ask/change-command.ts'
import type { Console } from '../app/console/console.ts'
import type { FieldKind } from '../core/ask/ask-kind.ts'
import { ASK_HELP, asTitle, PLAIN_ASKS, type DescribedAsk } from '../core/ask/ask-help.ts'
import type { Ask, AskName } from '../core/ask/ask.ts'
import { taskId } from '../core/value/ids.ts'
import { task } from './look-tools.ts'
import type { Typed } from '../app/conduct/start-detached-run.ts'
import { startForClient } from './start-for-client.ts'
import { TASK_FORM } from './task-form.ts'
import { tool, type Tool } from './tool.ts'
import { tellingTools } from './name-tools-in-hints.ts'

const words = z.string().trim().min(1)
export const batch = z.number().int().min(1)

export const ASK_TOOLS = [
  ...PLAIN_ASKS.flatMap(plainTool),
  tool({
    name: 'decide_permission',
    description: about('decide'),
    input: {
      task,
      allow: z.boolean(),
      why: words.optional().describe('For a denial: what the agent is told.'),
      request: z.string().optional().describe('Only that request; otherwise all open requests.'),
    },
    isReadOnly: false,
    call: ({ task, allow, why, request }, console) =>
      askCommand(
        { ask: 'decide', task: taskId(task), request: request ?? null, allow, why: why ?? null },
        console,
      ),
  }),
  tool({
    name: 'set_budget',
    description: about('budget'),
    input: {
      usd: z.number().positive().nullable().describe('null: no limit.'),
      task: task.optional().describe('The id of the task; without it, the run.'),
    },
    isReadOnly: false,
    call: ({ usd, task }, console) =>
      askOrStart(
        { ask: 'budget', task: task === undefined ? null : taskId(task), usd },
        {
          command: 'budget',
          options: ['--no-ui'],
          words: [...(task === undefined ? [] : [task]), usd === null ? 'none' : String(usd)],
        },
        console,
      ),
  }),
  tool({
    name: 'pause_run',
    description: about('pause'),
    input: { batch: batch.optional().describe('Only this batch; 1 is the first.') },
    isReadOnly: false,
    call: ({ batch }, console) =>
      askCommand(
        batch === undefined ? { ask: 'pause' } : { ask: 'pause-batch', batch: batch - 1 },
        tellingTools(console),
      ),
  }),
  tool({
    name: 'change_task',
    description: about('change'),
    input: {
      task,
      name: z.string().optional(),
      priority: z.string().optional().describe('high, medium, low, or 1 (most urgent) to 5.'),
      after: z.array(z.string()).optional().describe('The ids of all its dependencies.'),
      files: z.array(z.string()).optional().describe('All files it will change.'),
      estimate: z.string().optional().describe('How long it will take, for example 20m.'),
      lane: z.string().optional().describe('The lane whose worktree it uses.'),
      togetherWith: z
        .array(z.string())
        .optional()
        .describe('Tasks that may work at the same time.'),
      apartFrom: z.array(z.string()).optional().describe('Tasks that never work at the same time.'),
    },
    isReadOnly: false,
    call: ({ task, ...change }, console) => changeCommand(task, change, console),
  }),
  tool({
    name: 'cancel',
    description: about('cancel', `; without a task: ${ASK_HELP['cancel-run'].does}`),
    input: { task: task.optional().describe('The id of the task; without it, the whole run.') },
    isReadOnly: false,
    call: ({ task }, console) =>
      askOrStart(
        task === undefined ? { ask: 'cancel-run' } : { ask: 'cancel', task: taskId(task) },
        { command: 'cancel', words: task === undefined ? [] : [task] },
        console,
      ),
  }),
  tool({
    name: 'merge_task',
    description: about('land', `; without a task: ${ASK_HELP['land-all'].does}`),
    input: { task: task.optional().describe('The id of the task; without it, all in review.') },
    isReadOnly: false,
    call({ task }, console) {
      const words = task === undefined ? [] : [task]
      const ask = mergeAsk(task, console)
      return ask && askOrStart(ask, { command: 'merge', options: ['--no-ui'], words }, console)
    },
  }),
  tool({
    name: 'add_task',
    description: about('add'),
    input: {
      task: z.fromJSONSchema(TASK_FORM).describe('One task, as it would stand in the task file.'),
      to: z
        .enum(['run', 'file'])
        .default('run')
        .describe('The run that is not over, or the task file, for the next run.'),
      file: z.string().optional().describe('For file: another task file than the usual one.'),
      preview: z.boolean().default(false).describe('Only say what would be added, as a diff.'),
    },
    isReadOnly: false,
    call: ({ task, ...where }, console) => addSaidTask(task, where, console),
  }),
]

/** A tool for an ask that needs nothing but its fields. */
function plainTool(kind: DescribedAsk): readonly Tool[] {
  if (typeof kind.tool !== 'string') return []
  const input = Object.fromEntries(
    Object.entries(kind.fields).map(([field, of]) => [field, inputOf(kind, of)]),
  )
  return [
    tool({
      name: kind.tool,
      description: about(kind.ask),
      input,
      isReadOnly: false,
      call(given, console) {
        const args = Object.keys(kind.fields).map((field) => given[field] as string | number)
        const ask = askFrom(kind, args)
        const typed = { command: kind.commands[0]!, options: ['--no-ui'], words: args.map(String) }
        return kind.goesOn === true ? askOrStart(ask, typed, console) : askCommand(ask, console)
      },
    }),
  ]
}

function inputOf(kind: DescribedAsk, field: FieldKind): z.ZodType {
  if (field === 'agents') return z.number().int().min(1)
  return field === 'words' ? words.describe(`${kind.words!.are}.`) : task
}

/** more: what else the tool does, put before the full stop. */
export function about(name: AskName, more = ''): string {
  const { does, note, toolNote } = ASK_HELP[name]
  return [`${asTitle(does)}${more}.`, ...[note, toolNote].filter(Boolean)].join(' ')
}

/** typed: the command that resumes a run without a coordinator and asks the same of it. */
export const askOrStart = async (ask: Ask, typed: Typed, console: Console): Promise<unknown> =>
  (await askIfConducted(ask, console)) ?? startForClient(typed, console, foreseen(ask, console))
