/** Everything that asks something of a run: of its coordinator, or, when nobody conducts it, of one that is started for it. */
import * as z from 'zod'
import {
  addSaidTask,
  askCommand,
  askIfConducted,
  foreseen,
  mergeAsk,
} from '../app/ask/ask-commands.ts'
import { changeCommand } from '../app/ask/change-command.ts'
import type { Console } from '../app/console/console.ts'
import type { Ask } from '../core/ask/ask.ts'
import { taskId } from '../core/value/ids.ts'
import { task } from './look-tools.ts'
import type { Typed } from '../app/conduct/start-apart.ts'
import { startForClient } from './start-for-client.ts'
import { TASK_FORM } from './task-form.ts'
import { tool } from './tool.ts'
import { tellingTools } from './tool-words.ts'

const words = z.string().trim().min(1)
export const batch = z.number().int().min(1)

export const ASK_TOOLS = [
  tool({
    name: 'guide_task',
    description:
      'Tells the agent of a task something: the answer to its question, or a hint while it works. A stuck task goes on with it; a working agent hears it as soon as it can.',
    input: { task, text: words.describe('What the agent is to know, in full sentences.') },
    isReadOnly: false,
    call: ({ task, text }, console) =>
      askOrStart(
        { ask: 'guide', task: taskId(task), text },
        { command: 'guide', options: ['--no-ui'], words: [task, text] },
        console,
      ),
  }),
  tool({
    name: 'decide_permission',
    description:
      'Lets the agent of a task do what it waits for leave to do, or not. Ask your user first unless they have told you how to decide.',
    input: {
      task,
      allow: z.boolean(),
      why: words.optional().describe('For a denial: what the agent is told.'),
      request: z.string().optional().describe('Only that request; else all that are open.'),
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
    description:
      'What a task, or the whole run, may spend on models in US dollars. A task that is stuck because it has spent its budget goes on when there is room.',
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
    description:
      'Starts nothing new, or nothing of one batch; what works goes on. resume_run goes on.',
    input: { batch: batch.optional().describe('Only this batch; 1 is the first.') },
    isReadOnly: false,
    call: ({ batch }, console) =>
      askCommand(
        batch === undefined ? { ask: 'pause' } : { ask: 'pause-batch', batch: batch - 1 },
        tellingTools(console),
      ),
  }),
  tool({
    name: 'set_agents',
    description:
      'At most this many agents at once from now on; 1 is one after another. What works goes on.',
    input: { agents: z.number().int().min(1) },
    isReadOnly: false,
    call: ({ agents }, console) => askCommand({ ask: 'agents', agents }, console),
  }),
  tool({
    name: 'change_task',
    description:
      'Changes what a task is that waits and has never been tried. What is left out stays as it is; an empty list is none, an empty lane its own.',
    input: {
      task,
      name: z.string().optional(),
      priority: z.string().optional().describe('high, medium, low, or 1 (most urgent) to 5.'),
      after: z.array(z.string()).optional().describe('The ids of all tasks it comes after.'),
      files: z.array(z.string()).optional().describe('All files it will change.'),
      estimate: z.string().optional().describe('How long it will take, for example 20m.'),
      lane: z.string().optional().describe('Whose worktree it works in.'),
    },
    isReadOnly: false,
    call: ({ task, ...said }, console) => changeCommand(task, said, console),
  }),
  tool({
    name: 'cancel',
    description:
      'Stops a task for good, with those behind it; without a task, the whole run. What was made stays.',
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
    name: 'retry_task',
    description:
      'Tries a task again that failed, was cancelled or skipped, and those that were skipped because of it. Also when the run is over.',
    input: { task },
    isReadOnly: false,
    call: (given, console) => askAboutTask('retry', given.task, console),
  }),
  tool({
    name: 'approve_task',
    description:
      'Lets a task start that needs a human first, or lets a delivery land that is in review. Look at diff_task before.',
    input: { task },
    isReadOnly: false,
    call: (given, console) => askAboutTask('approve', given.task, console),
  }),
  tool({
    name: 'reject_task',
    description:
      'Sends a delivery back that is in review: the next attempt goes on from it and is told why.',
    input: { task, why: words.describe('What is wrong with it and what is wanted instead.') },
    isReadOnly: false,
    call: ({ task, why }, console) =>
      askOrStart(
        { ask: 'reject', task: taskId(task), why },
        { command: 'reject', options: ['--no-ui'], words: [task, why] },
        console,
      ),
  }),
  tool({
    name: 'merge_task',
    description:
      'Lets a delivery land that is in review, or that an ended task left on its branch, without another attempt at it: for example when a person has resolved the conflict in its worktree. Without a task: everything in review. Look at diff_task before.',
    input: { task: task.optional().describe('The id of the task; without it, all in review.') },
    isReadOnly: false,
    call({ task }, console) {
      const words = task === undefined ? [] : [task]
      const ask = mergeAsk(task, console)
      return ask && askOrStart(ask, { command: 'merge', options: ['--no-ui'], words }, console)
    },
  }),
  tool({
    name: 'skip_task',
    description:
      'Leaves out a task that waits, and those behind it. retry_task brings it back. To stop one that works, use cancel.',
    input: { task },
    isReadOnly: false,
    call: (given, console) => askAboutTask('skip', given.task, console),
  }),
  tool({
    name: 'add_task',
    description: 'Adds a task to the run that is going on, in the form of the task file.',
    input: {
      task: z.fromJSONSchema(TASK_FORM).describe('One task, as it would stand in the task file.'),
    },
    isReadOnly: false,
    call: ({ task }, console) => addSaidTask(task, console),
  }),
]

const askAboutTask = (
  ask: 'retry' | 'approve' | 'skip',
  task: string,
  console: Console,
): Promise<unknown> =>
  askOrStart(
    { ask, task: taskId(task) },
    { command: ask, options: ['--no-ui'], words: [task] },
    console,
  )

/** typed: what goes on with a run that nobody conducts, and asks the same of it. */
const askOrStart = async (ask: Ask, typed: Typed, console: Console): Promise<unknown> =>
  (await askIfConducted(ask, console)) ?? startForClient(typed, console, foreseen(ask, console))
