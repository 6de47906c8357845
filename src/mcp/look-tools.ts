/** The tools that only read runs. */
import { existsSync } from 'node:fs'
import * as z from 'zod'
import type { Console } from '../app/console/console.ts'
import { diffCommand } from '../app/look/diff-command.ts'
import {
  explainCommand,
  logTailCommand,
  reportCommand,
  statusCommand,
} from '../app/look/look-commands.ts'
import { runsCommand } from '../app/look/runs-command.ts'
import { findWorkspace } from '../app/place/workspace.ts'
import { tool } from './tool.ts'
import { tellingTools, tellingToolsInWays } from './name-tools-in-hints.ts'
import { waitForAttention } from '../app/look/wait-for-attention.ts'

export const run = z
  .union([z.string(), z.int()])
  .transform(String)
  .optional()
  .describe('The number of the run; else the newest.')
export const task = z.string().describe('The id of the task.')
const attempt = z
  .int()
  .min(1)
  .optional()
  .describe('The number of the attempt at the task; else the newest.')

export const LOOK_TOOLS = [
  tool({
    name: 'list_runs',
    description: 'Every run of the repository, with its status and how many tasks have landed.',
    input: {},
    isReadOnly: true,
    call: (_, console) => listRuns(console),
  }),
  tool({
    name: 'run_status',
    description:
      'Which agent works on what, which tasks wait and why, what needs a decision, what has landed or failed.',
    input: { run },
    isReadOnly: true,
    call: (input, console) => statusCommand(input.run, tellingToolsInWays(console)),
  }),
  tool({
    name: 'run_report',
    description:
      'The result of a run: how many tasks landed, time, cost, checks, quality, what failed and why; and, when it is over, the branch that holds the result and how to merge it.',
    input: { run },
    isReadOnly: true,
    call: (input, console) => reportCommand(input.run, tellingTools(console)),
  }),
  tool({
    name: 'wait_for_attention',
    description:
      'Returns as soon as something needs a person (a question, a permission request, a delivery to review, a budget that is used up, an agent that loops or is silent), when the run is over (it then names the branch with the result) or it is no longer being conducted, or after timeout_seconds with why "nothing-new". Call it again and again while a run goes on, instead of asking run_status all the time.',
    input: {
      run,
      timeout_seconds: z.number().min(0).max(50).default(50),
      known: z
        .array(z.string())
        .default([])
        .describe('The keys of entries that you know already and cannot settle now.'),
    },
    isReadOnly: true,
    call: ({ run, timeout_seconds: seconds, known }, console, signal) =>
      waitForAttention({ run, seconds, known, signal }, console),
  }),
  tool({
    name: 'task_log',
    description: 'The last lines of the output of an attempt at a task.',
    input: { task, attempt, lines: z.int().min(1).max(2000).default(50) },
    isReadOnly: true,
    call: ({ task, attempt, lines }, console) => logTailCommand(task, { attempt, lines }, console),
  }),
  tool({
    name: 'explain_task',
    description:
      'Why a task waits, works, needs a person or is over; its dependencies; where its work is; what can be done about it.',
    input: { task },
    isReadOnly: true,
    call: (input, console) => explainCommand(input.task, undefined, tellingToolsInWays(console)),
  }),
  tool({
    name: 'diff_task',
    description:
      'What a task changed, even while it works. Read it before approve_task or reject_task; with stat first if it may be long.',
    input: {
      task,
      attempt,
      stat: z
        .boolean()
        .default(false)
        .describe('Only the files, with the number of changed lines.'),
      target: z
        .boolean()
        .default(false)
        .describe('What landing it now would change in the target.'),
      since: z
        .boolean()
        .default(false)
        .describe('Changes in its worktree since the delivery: approving lands them, too.'),
    },
    isReadOnly: true,
    call: ({ task, attempt, stat, target, since }, console) =>
      diffCommand(task, { attempt, stat, target, since }, console),
  }),
]

async function listRuns(console: Console): Promise<void> {
  if (!existsSync(findWorkspace(console.folder).database))
    return console.answer('No run has been started here yet.', { runs: [] })
  await runsCommand({ ...console, answer: (text, runs) => console.answer(text, { runs }) })
}
