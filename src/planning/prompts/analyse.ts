/** The first question about requirements: what is in them, and how many tasks they are. */
import type { Question } from '../planning-model.ts'
import { FENCES } from './fence.ts'
import { tellRequest, type PlanRequest } from './plan-request.ts'
import { object, oneOf, text, texts, whole } from './schema.ts'
import { tellProblems } from './tell-problems.ts'

export function analyseQuestion(
  request: PlanRequest,
  boundary: string,
  problems: readonly string[] = [],
): Question {
  return {
    purpose: 'analyse',
    system: SYSTEM,
    prompt: [tellRequest(request, boundary), ASK, ...tellProblems(problems, boundary)].join('\n\n'),
    schema: SCHEMA,
    maxTokens: 16_000,
  }
}

const SYSTEM = `You analyse requirements for a project of any kind (software, documents, data, infrastructure), so that they can be divided among coding agents that work in parallel. You only answer; you have no tools.

${FENCES}`

const ASK = `How many tasks should this become?

- List the features that are asked for, and the components that are needed for them.
- A good task is one agent's work of 30 minutes to 2 hours, has a result that can be tested by itself, and touches files that few other tasks touch.
- Something small is one task that contains everything: do not divide what one agent finishes in an hour. As a guide: a calculator is 1 task, a todo app about 6, a shop about 12, a platform of several products 20 or more.
- Keep the number of agents in mind: if the work can be divided sensibly so that all of them have something to do, divide it so. The number of agents is never a limit: tasks that find no agent wait.
- Call it simple (up to 3 tasks), moderate (4 to 8), complex (9 to 15) or enterprise (more than 15).
- Give your reasons in two to four sentences: what drives the number.
- List what you could not know and what a person should decide.`

const SCHEMA = object({
  features: texts('what is asked for, one short line each'),
  components: texts('parts of the project that are needed, one or two words each'),
  task_count: whole('the number of tasks'),
  complexity: oneOf(['simple', 'moderate', 'complex', 'enterprise'], 'follows from the number'),
  reasons: text('why this number'),
  unknowns: texts('what could not be known, one sentence each'),
})
