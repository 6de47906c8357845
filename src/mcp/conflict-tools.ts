/** The tools for merge conflicts: reading them, and resolving them by sides or by text. */
import * as z from 'zod'
import { conflictsCommand } from '../app/conflict/conflicts-command.ts'
import { resolveConflict } from '../app/conflict/resolve-command.ts'
import type { ConflictDocument } from '../core/conflict/conflict-document.ts'
import type { Keep } from '../core/conflict/conflict.ts'
import type { Decisions } from '../core/conflict/resolution.ts'
import { about, askOrStart } from './ask-tools.ts'
import { run, task } from './look-tools.ts'
import { tool } from './tool.ts'

const side = z.enum(['landed', 'task', 'both'])
const written = z.strictObject({ text: z.string() })

export const CONFLICT_TOOLS = [
  tool({
    name: 'show_conflicts',
    description:
      'The merge conflicts that wait for a person; with a task: the three versions of each hunk, and the token for resolve_conflict.',
    input: { task: task.optional().describe('The id of the task; without it, all tasks.'), run },
    isReadOnly: true,
    call: ({ task, run }, console) => conflictsCommand(task, run, console),
  }),
  tool({
    name: 'resolve_conflict',
    description: about('resolve'),
    input: {
      task,
      keep: side
        .optional()
        .describe('For every file that `files` does not name: landed, task (its own) or both.'),
      files: z
        .record(
          z.string(),
          z.union([
            z.strictObject({ keep: side }),
            z.strictObject({ hunks: z.array(z.union([side, written])) }),
            written,
          ]),
        )
        .default({})
        .describe('By path: {keep}, {hunks: [one side or {text} for each]}, or the whole {text}.'),
      token: z.string().optional().describe('Of show_conflicts: refused if it has changed since.'),
    },
    isReadOnly: false,
    call: ({ task, keep, files, token }, console) =>
      resolveConflict(
        {
          task,
          token,
          decide: (conflict) => ({ ...keptIn(conflict, keep), ...files }),
          send: (ask) =>
            askOrStart(ask, { command: 'ask', words: ['-'], input: JSON.stringify(ask) }, console),
        },
        console,
      ),
  }),
]

const keptIn = ({ files }: ConflictDocument, keep: Keep | undefined): Decisions =>
  keep === undefined ? {} : Object.fromEntries(files.map(({ path }) => [path, { keep }]))
