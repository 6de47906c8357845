/** The tools for results: taking the result of a run, the costs of runs, and the comparison of two runs. */
import * as z from 'zod'
import { compareCommand, costsCommand } from '../app/look/costs-command.ts'
import { showResult, takeCommand } from '../app/take/take-command.ts'
import { COSTS_BY } from '../core/costs/costs-by.ts'
import { run } from './look-tools.ts'
import { tellingTools } from './name-tools-in-hints.ts'
import { tool } from './tool.ts'

const ofRun = z.union([z.string(), z.int()]).transform(String)

export const RESULT_TOOLS = [
  tool({
    name: 'show_result',
    description:
      'What a run has landed, with commits and checks, and which ways there are to take it. Changes nothing.',
    input: { run },
    isReadOnly: true,
    call: (input, console) => showResult(input.run, tellingTools(console)),
  }),
  tool({
    name: 'take_result',
    description:
      'Takes the result of a run: merges it into the branch it came from (test-merged and checked first), makes a branch, exports patches or pushes it. "check" only tries the merge, "undo" undoes the last take. It changes the branch of your user: call it only when your user wants that.',
    input: {
      run,
      way: z.enum(['merge', 'branch', 'patches', 'push', 'check', 'undo']),
      name: z.string().min(1).optional().describe('For branch: the name of the new branch.'),
      folder: z.string().min(1).optional().describe('For patches: the folder for the files.'),
      remote: z.string().min(1).optional().describe('For push: the remote; else the usual one.'),
      ff: z
        .enum(['auto', 'only', 'never'])
        .default('auto')
        .describe('For merge and check: only a fast-forward, or always a merge commit.'),
    },
    isReadOnly: false,
    call: ({ run, way, name, folder, remote, ff }, console) =>
      takeCommand(
        {
          run,
          ff,
          merge: way === 'merge',
          branch: way === 'branch' ? (name ?? '') : undefined,
          patches: way === 'patches' ? (folder ?? 'patches') : undefined,
          push: way === 'push' ? (remote ?? true) : undefined,
          check: way === 'check',
          undo: way === 'undo',
        },
        tellingTools(console),
      ),
  }),
  tool({
    name: 'show_costs',
    description: 'What a run or all runs have cost, with tokens and time.',
    input: {
      run,
      all: z.boolean().default(false).describe('All runs of the repository.'),
      by: z.enum(COSTS_BY).default('task').describe('What a row is.'),
    },
    isReadOnly: true,
    call: ({ run, all, by }, console) => costsCommand({ by, run, all }, console),
  }),
  tool({
    name: 'compare_runs',
    description: 'Two runs side by side: landed, time, cost, tokens, checks, quality.',
    input: { run: ofRun.describe('One run.'), with: ofRun.describe('The other one.') },
    isReadOnly: true,
    call: (input, console) => compareCommand(input.run, input.with, console),
  }),
]
