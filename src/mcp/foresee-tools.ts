/** The tool that foresees which files a task will touch. */
import * as z from 'zod'
import { foreseeCommand } from '../app/foresee/foresee-command.ts'
import { sourceOf, source } from './plan-tools.ts'
import { tool } from './tool.ts'

export const FORESEE_TOOLS = [
  tool({
    name: 'foresee',
    description:
      'Which files a task will touch: for each a probability and the evidence, from the history and the contents of the repository. Give a text, or a task file for all its tasks and the pairs of tasks that are likely to touch a common file. Changes nothing.',
    input: {
      text: z
        .string()
        .optional()
        .describe('What the task is; its first line counts most. Without it: a plan.'),
      ...source,
      at: z.string().optional().describe('As if this commit were the newest.'),
      top: z.int().min(1).max(60).default(10).describe('How many files for each task.'),
    },
    isReadOnly: true,
    call: ({ text, file, yaml, at, top }, console) => {
      const hasPlan = file !== undefined || yaml !== undefined
      const plan = hasPlan ? sourceOf({ file, yaml }) : undefined
      return foreseeCommand({ text, plan, at, rebuild: false, top, rerank: null }, console)
    },
  }),
]
