/** The question which of the files that the history foresees a task will really touch. */
import type { Question } from '../planning-model.ts'
import { fenced, FENCES } from './fence.ts'
import { list, object, oneOf, whole } from './schema.ts'

export const CHANCES = ['sure', 'likely', 'possible'] as const

/** A model reads no more than these. */
export const MOST_CANDIDATES = 40

export interface RerankRequest {
  readonly subject: string
  readonly body: string
  /** Paths, the likeliest first. */
  readonly candidates: readonly string[]
}

/** Files are numbered, so that an answer can name no other file. */
export function rerankQuestion(request: RerankRequest, boundary: string): Question {
  const { subject, body, candidates } = request
  const numbered = candidates.slice(0, MOST_CANDIDATES).map((path, i) => `${i + 1} ${path}`)
  return {
    purpose: 'rerank',
    system: SYSTEM,
    prompt: [
      fenced('task', `${subject}\n\n${body}`.trim(), boundary),
      fenced('files', numbered.join('\n'), boundary),
      ASK,
    ].join('\n\n'),
    schema: SCHEMA,
    maxTokens: 8000,
  }
}

const SYSTEM = `You know how changes in software repositories look. You are shown a task and files of a repository, the likeliest first as its history tells. You only answer; you have no tools.

${FENCES}`

const ASK = `Which of these files will a developer change for this task? Give their numbers, the surest first: "sure" if the task cannot be done without it, "likely" if it probably changes, "possible" if it might. Think of the file that does what the task is about, its tests, and files that change with it. Leave out all others; most changes touch one to five files.`

const SCHEMA = object({
  touched: list(
    object({
      file: whole('the number of the file'),
      chance: oneOf(CHANCES, 'how sure'),
    }),
    'the surest first',
  ),
})
