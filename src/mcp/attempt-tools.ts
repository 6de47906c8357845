/** The tools an agent has while it works: to report its status, to ask, to read guidance, to add tasks. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { OwnWord } from '../core/agent/sign.ts'
import {
  addTask,
  say,
  takeGuidance,
  type Heard,
  type Speaker,
} from '../app/ask/attempt-to-coordinator.ts'
import type { PlainTool } from './serve-tools.ts'
import { TASK_FORM } from './task-form.ts'

export const ATTEMPT_INSTRUCTIONS =
  'You work on one task of a larger run. Say with report_status what you are about to do. Ask for a decision that is not yours with ask_human. Messages from people come with the answer of any of these tools; get_guidance asks for them.'

export const attemptTools = (speaker: Speaker): readonly PlainTool[] => [
  {
    description: {
      name: 'report_status',
      description:
        'Reports your progress: "planning" while you find out what to do, "working" once you change things. Call it at the beginning, and whenever you go on to something else.',
      inputSchema: {
        type: 'object',
        properties: {
          status: { enum: ['planning', 'working'] },
          note: { type: 'string', description: 'What you do now, in one short sentence.' },
        },
        required: ['status'],
      },
    },
    call: ({ status, note }) =>
      hear(speaker, { is: 'progress', status, note: note ?? '' }, 'Noted.'),
  },
  {
    description: {
      name: 'ask_human',
      description:
        'Asks a person for a decision that is not yours to take: something the task leaves open, something you were told to ask about first, or something that cannot be undone. Do not ask what you can find out yourself. The answer does not come at once: you are told what to do meanwhile.',
      inputSchema: {
        type: 'object',
        properties: {
          decision: { type: 'string', description: 'What has to be decided, in one sentence.' },
          options: {
            type: 'array',
            items: { type: 'string' },
            description: 'What you would choose between, the one you would take first.',
          },
          context: { type: 'string', description: 'The background of the decision.' },
          area: {
            type: 'string',
            description:
              'The area you were told to ask about, if that is why: security, public-api ...',
          },
        },
        required: ['decision'],
      },
    },
    call: ({ decision, options, context, area }) =>
      hear(speaker, { is: 'question', question: { decision, options, context, area } }, PASSED_ON),
  },
  {
    description: {
      name: 'get_guidance',
      description: 'Returns new messages from people.',
      inputSchema: { type: 'object', properties: {} },
    },
    call: async () => withGuidance(speaker, null),
  },
  {
    description: {
      name: 'add_task',
      description:
        'Adds a task to the run: work you found that is not part of your own task. Another agent does it, when its dependencies have landed.',
      inputSchema: TASK_FORM,
    },
    call: async (task) => {
      const added = await addTask(speaker, task)
      return added.ok ? withGuidance(speaker, `Added ${added.added.join(', ')}.`) : refused(added)
    },
  },
]

const PASSED_ON =
  'Your question was passed on to a person. Continue with work that does not depend on it, or end your turn now: you will continue with the answer.'

/** The coordinator checks the sign, and reports what is wrong with it. */
async function hear(speaker: Speaker, sign: object, done: string): Promise<CallToolResult> {
  const answer = await say(speaker, sign as OwnWord)
  return answer.ok ? withGuidance(speaker, done) : refused(answer)
}

/** done: the result of a call that was for more than guidance. */
async function withGuidance(speaker: Speaker, done: string | null): Promise<CallToolResult> {
  const taken = await takeGuidance(speaker)
  if (!taken.ok) return done === null ? refused(taken) : answer(done, [])
  const { guidance } = taken
  if (guidance.length === 0) return answer(done ?? 'There are no new messages.', [])
  const message = ['A person says to you:', ...guidance.map((text) => `- ${text}`)]
  return answer([...(done === null ? [] : [done, '']), ...message].join('\n'), guidance)
}

const answer = (text: string, guidance: readonly string[]): CallToolResult => ({
  content: [{ type: 'text', text }],
  structuredContent: { guidance },
})

const refused = ({ why }: Heard & { readonly ok: false }): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: why }],
})
