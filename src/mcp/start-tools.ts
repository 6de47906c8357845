/** The tools that start and resume runs. */
import * as z from 'zod'
import { resumeIfConducted } from '../app/conduct/resume-command.ts'
import { about, batch } from './ask-tools.ts'
import { run } from './look-tools.ts'
import { issues, parallel, source, sourceOf } from './plan-tools.ts'
import { startForClient } from './start-for-client.ts'
import { tool } from './tool.ts'

export const START_TOOLS = [
  tool({
    name: 'start_run',
    description:
      'Starts a run of a plan, from a file or from its text, and returns its number and the branch its work lands on as soon as it can be queried. The run continues by itself, even after this client has ended. Then call wait_for_attention until it is over. One run at a time per repository.',
    input: {
      ...source,
      issues: issues.describe(
        'Or the numbers of issues: tasks.yaml, or `file`, is made from them first.',
      ),
      parallel,
      agent: z
        .string()
        .optional()
        .describe('The agent for tasks with a prompt that name no agent.'),
      isolation: z
        .enum(['auto', 'worktree', 'none'])
        .optional()
        .describe('Where tasks work; else as configured.'),
      unfinished: z
        .enum(['resume', 'new'])
        .optional()
        .describe(
          'When a run of this plan is not finished: continue it, or start a new run and leave the old one. Without this, such a start is refused.',
        ),
      hold: z
        .boolean()
        .optional()
        .describe('Start with every batch paused, to start them one by one with resume_run.'),
    },
    isReadOnly: false,
    call({ file, yaml, issues: numbers, unfinished, hold, ...settings }, console) {
      const { text } =
        numbers === undefined || yaml !== undefined ? sourceOf({ file, yaml }) : { text: undefined }
      return startForClient(
        {
          command: 'run',
          options: [
            '--no-ui',
            ...(unfinished ? [`--${unfinished}`] : []),
            ...(hold ? ['--hold'] : []),
            ...(numbers === undefined ? [] : [`--issues=${numbers.join(',')}`]),
            ...flags(settings),
          ],
          words: text === undefined ? (file === undefined ? [] : [file]) : ['-'],
          ...(text === undefined ? {} : { input: text }),
        },
        console,
      )
    },
  }),
  tool({
    name: 'resume_run',
    description: about('unpause'),
    input: {
      run,
      batch: batch.optional().describe('Only this batch, which was paused; 1 is the first.'),
    },
    isReadOnly: false,
    call: async ({ run, batch }, console) =>
      (await resumeIfConducted({ run, batch }, console)) ??
      startForClient(
        {
          command: 'resume',
          options: ['--no-ui', ...(batch === undefined ? [] : [`--batch=${batch}`])],
          words: run === undefined ? [] : [run],
        },
        console,
      ),
  }),
]

const flags = (settings: Readonly<Record<string, unknown>>): readonly string[] =>
  ['parallel', 'agent', 'isolation']
    .filter((name) => settings[name] !== undefined)
    .map((name) => `--${name}=${String(settings[name])}`)
