/** What a plan is wanted for, and how a prompt tells it. */
import type { UserAnswer } from '../../core/planning/apply-answers.ts'
import type { RepositoryFacts } from '../../core/planning/plan-draft.ts'
import type { SensitiveAreas } from '../../core/planning/flags/sensitive-areas.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { fenced } from './fence.ts'

export interface PlanRequest {
  readonly requirements: string
  /** The most agents that may work at once. */
  readonly agents: number
  readonly facts: RepositoryFacts
  readonly sensitiveAreas: SensitiveAreas
  /** What the user has said when asked back. */
  readonly answers: readonly UserAnswer[]
}

/** All the text of other people that `tellRequest` puts into a prompt. */
export const textsOf = (request: PlanRequest): readonly string[] =>
  partsOf(request).map(([, text]) => text)

export const tellRequest = (request: PlanRequest, boundary: string): string =>
  [
    ...partsOf(request).map(([label, text]) => fenced(label, text, boundary)),
    `At most ${sayCount(request.agents, 'agent')} will work at the same time.`,
  ].join('\n\n')

function partsOf(request: PlanRequest): readonly (readonly [label: string, text: string])[] {
  const { requirements, facts, sensitiveAreas, answers } = request
  return [
    ['requirements', requirements],
    ...(answers.length === 0 ? [] : [['answers of the user', sayAnswers(answers)] as const]),
    ['repository', sayFacts(facts)],
    ...(facts.readme === null
      ? []
      : [['beginning of the README', facts.readme.slice(0, README)] as const]),
    ['sensitive areas', sayAreas(sensitiveAreas)],
  ]
}

const README = 4000
const MOST_NAMES = 200

function sayFacts({ isEmpty, languages, folders, modules, testCommand }: RepositoryFacts): string {
  if (isEmpty) return 'It is empty: the project begins here.'
  const counts = languages.slice(0, 12).map(({ name, files }) => `${name} (${files} files)`)
  return [
    `Languages: ${counts.join(', ') || 'not known'}`,
    `Folders: ${some(folders)}`,
    `Modules: ${some(modules)}`,
    `Tests are run with: ${testCommand ?? 'not known'}`,
  ].join('\n')
}

const some = (names: readonly string[]): string =>
  names.length > MOST_NAMES
    ? `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`
    : names.join(', ') || 'none'

const sayAnswers = (answers: PlanRequest['answers']): string =>
  answers.map(({ question, answer }) => `Question: ${question}\nAnswer: ${answer}`).join('\n\n')

const sayAreas = (areas: SensitiveAreas): string =>
  Object.entries(areas)
    .map(([area, { words, files }]) => `${area}: ${[...words, ...files].join(', ')}`)
    .join('\n') || 'none'
