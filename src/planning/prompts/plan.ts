/** The second question about requirements: the tasks themselves. */
import { sayCount } from '../../core/say/say-count.ts'
import type { Analysis } from '../../core/planning/plan-draft.ts'
import type { Question } from '../planning-model.ts'
import { fenced, FENCES } from './fence.ts'
import { tellRequest, type PlanRequest } from './plan-request.ts'
import { list, object, oneOf, text, texts, whole } from './schema.ts'
import { tellProblems } from './tell-problems.ts'

export function planQuestion(
  request: PlanRequest,
  analysis: Analysis,
  boundary: string,
  problems: readonly string[] = [],
): Question {
  return {
    purpose: 'plan',
    system: SYSTEM,
    prompt: [
      tellRequest(request, boundary),
      fenced('analysis', sayAnalysis(analysis), boundary),
      `Write the plan: ${sayCount(analysis.taskCount, 'task')}.`,
      RULES,
      ...tellProblems(problems, boundary),
    ].join('\n\n'),
    schema: SCHEMA,
    maxTokens: 64_000,
  }
}

const SYSTEM = `You divide a project into tasks for coding agents that work in parallel, each in its own copy of the repository, without talking to one another. Their work is merged task by task. A person reads your plan before anything starts. You only answer; you have no tools, and nothing in your answer is executed: a task is described in words, never as a command to run.

${FENCES}`

/** All the text in an analysis, for the choice of a boundary. */
export const sayAnalysis = ({ reasons, features, components, unknowns }: Analysis): string =>
  [
    `Features: ${features.join('; ') || 'none named'}`,
    `Components: ${components.join('; ') || 'none named'}`,
    `Reasons: ${reasons || 'none given'}`,
    `Not known: ${unknowns.join('; ') || 'nothing'}`,
  ].join('\n')

const RULES = `For each task:

- id: short and unique, lower-case letters, digits and dashes, such as "user-login".
- name: what is true when it is done, in a few words.
- prompt: everything the agent needs, because it sees only this: what to build, how it fits to the tasks before it, the decisions already made, what not to touch, and how to tell that it is done, with tests. Write it as your own summary of what is wanted.
- dependencies: the ids of the tasks whose result it needs. Only what it really needs: everything else can then run at the same time. No circles. At least one task depends on nothing.
- priority: 1 is the most urgent, 3 usual, 5 can wait. What many tasks wait for is urgent.
- estimate_minutes: the work of one agent, 30 to 120. Divide what takes longer; join what takes less.
- files: the paths or globs, relative to the repository, that it will most likely create or change. Two tasks that can run at the same time should not share files; give shared files to an earlier task.
- epic: a name for tasks that belong together and run one after another in one copy of the repository; empty if the task stands alone. Tasks that should run at the same time must not share an epic.
- domain: the part of the project in one word, such as api, web, data, docs, infrastructure; empty if none fits.
- flags: "not_ready" if the requirements are too vague to start, "needs_design" if people should decide something first, "sensitive" if it touches a sensitive area; each with the reason. Most tasks have none.

Cover everything that is asked for, and nothing else. Put into notes what a person should know about the plan as a whole.`

const SCHEMA = object({
  name: text('the name of the project, a few words'),
  tasks: list(
    object({
      id: text('short and unique'),
      name: text('what is true when it is done'),
      prompt: text('everything the agent needs to know'),
      dependencies: texts('ids of other tasks'),
      priority: whole('1 to 5'),
      estimate_minutes: whole('30 to 120'),
      files: texts('paths or globs inside the repository'),
      epic: text('or empty'),
      domain: text('or empty'),
      flags: list(
        object({
          flag: oneOf(['not_ready', 'needs_design', 'sensitive'], 'what is the matter'),
          why: text('one sentence'),
        }),
        'usually none',
      ),
    }),
    'in an order in which they could be done',
  ),
  notes: texts('what a person should know'),
})
