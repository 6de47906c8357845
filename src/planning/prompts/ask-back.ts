/** The question before tasks are made: what a person should say first. */
import type { Question } from '../planning-model.ts'
import { FENCES } from './fence.ts'
import { tellRequest, type PlanRequest } from './plan-request.ts'
import { list, object, oneOf, text, texts } from './schema.ts'

export const ABOUT = ['ready', 'independent', 'design', 'sensitive', 'scope'] as const

export const askBackQuestion = (request: PlanRequest, boundary: string): Question => ({
  purpose: 'ask-back',
  system: SYSTEM,
  prompt: [tellRequest(request, boundary), ASK].join('\n\n'),
  schema: SCHEMA,
  maxTokens: 16_000,
})

const SYSTEM = `You prepare the planning of a project for the person who asked for it. Before it is divided into tasks, you find out what only that person can decide. You only answer; you have no tools.

${FENCES}`

const ASK = `Before tasks are made from these requirements:

- What is ready: clear enough to start without asking anybody?
- What is independent of everything else, so that it can be done at the same time?
- What needs a decision about its design first?
- What touches a sensitive area, so that a person should look at it first?

Then ask the person at most five questions, the most important first: only those whose answer would change the plan, and that the requirements and the repository do not answer. Each question is one plain sentence; offer two to four short answers where they are obvious. No question is a good answer if everything is clear.`

const SCHEMA = object({
  ready: texts('parts that can start at once'),
  independent: texts('parts that can be done at the same time as everything else'),
  needs_design: texts('parts that need a decision first'),
  sensitive: texts('parts that touch a sensitive area'),
  questions: list(
    object({
      about: oneOf(ABOUT, 'what the answer decides'),
      question: text('one sentence'),
      why: text('what depends on the answer, one sentence'),
      options: texts('likely answers, a few words each; may be empty'),
    }),
    'at most five',
  ),
})
