/** The question to Claude: orderings of the workspaces of a graph. */
import { ORDERING_IDS } from '../core/ordering/orderings.ts'
import type { ShownGraph } from '../core/ordering/show-to-model.ts'
import type { SuggestionWish } from '../core/ordering/suggest-offline.ts'
import type { Question } from '../planning/planning-model.ts'
import { fenced, FENCES } from '../planning/prompts/fence.ts'
import { list, object, text, texts, whole, yesNo } from '../planning/prompts/schema.ts'
import { tellProblems } from '../planning/prompts/tell-problems.ts'

const MOST_TOKENS = 4096

export const orderingsQuestion = (
  shown: ShownGraph,
  wish: SuggestionWish,
  boundary: string,
  problems: readonly string[],
): Question => ({
  purpose: 'suggest',
  system: SYSTEM,
  prompt: [
    'These are the workspaces of some repositories, with what each waits for:',
    fenced('workspace graph', shown.text, boundary),
    ask(shown, wish),
    ...tellProblems(problems, boundary),
  ].join('\n\n'),
  schema: SCHEMA,
  maxTokens: MOST_TOKENS,
})

const SYSTEM = `You are an experienced lead of a software team who plans in which order branches and stacked pull requests are worked on and merged. You are shown workspaces as a graph, and you suggest several orderings, each with another aim, that divide the workspaces into phases. You only answer; you have no tools.

Rules:
1. A workspace can be worked on only when everything it waits for is complete, that is merged or resolved in an earlier phase.
2. Workspaces that do not wait for each other can be in the same phase.
3. The default branch is always complete: a branch directly on it waits for nothing.
4. Stacked pull requests are merged in order, the lower one first.

Answer with one JSON object of exactly this form:
{
  "strategies": [
    {
      "strategy_id": "max_parallel",
      "name": "Maximum Parallelism",
      "description": "one or two sentences: what it is good for, and what it costs",
      "phases": [
        {
          "phase_number": 1,
          "workspace_ids": ["ids from the graph"],
          "description": "why these, in a few words",
          "can_start_immediately": true
        }
      ],
      "estimated_total_phases": 1,
      "bottleneck_branches": ["branches that hold up the most others"]
    }
  ],
  "analysis_summary": "two or three sentences about the graph as a whole",
  "dependency_insights": ["one sentence each, such as which pull request blocks how many others"]
}

${FENCES}`

/** The first three are asked for by name, the others are up to the model. */
function ask(
  { isSummary }: ShownGraph,
  { count, maxParallel, preference }: SuggestionWish,
): string {
  const asked = [...new Set([...(preference === null ? [] : [preference]), ...AIMS.keys()])].slice(
    0,
    count,
  )
  const more = count - asked.length
  return [
    `Suggest ${count} different strategies:`,
    ...asked.map((id, i) => `${i + 1}. "${id}"${AIMS.has(id) ? `: ${AIMS.get(id)}` : ''}`),
    ...(more > 0
      ? [
          `Then ${more} with an aim of your own, such as the least risk; give each a new strategy_id.`,
        ]
      : []),
    '',
    'For each strategy, group the workspaces into phases: everything in a phase can be worked on at the same time.',
    ...(maxParallel === null ? [] : [`A phase has at most ${maxParallel} workspaces.`]),
    isSummary
      ? 'Place every listed workspace exactly once; those that are not listed are added by rules.'
      : 'Place every workspace exactly once.',
    'Use only ids from the graph, and be brief.',
  ].join('\n')
}

const AIMS: ReadonlyMap<string, string> = new Map([
  [ORDERING_IDS[0], 'as much as possible at the same time (breadth first)'],
  [ORDERING_IDS[1], 'finish one stack before the next one begins'],
  [ORDERING_IDS[2], 'what passes its CI first, what fails last'],
])

const SCHEMA = object({
  strategies: list(
    object({
      strategy_id: text('lower-case words with underscores'),
      name: text('a few words'),
      description: text('one or two sentences'),
      phases: list(
        object({
          phase_number: whole('from 1'),
          workspace_ids: texts('ids from the graph'),
          description: text('a few words'),
          can_start_immediately: yesNo('whether everything in it waits for nothing'),
        }),
        'in order',
      ),
      estimated_total_phases: whole('the number of phases'),
      bottleneck_branches: texts('branches that hold up the most others'),
    }),
    'as many as asked for',
  ),
  analysis_summary: text('two or three sentences'),
  dependency_insights: texts('one sentence each'),
})
