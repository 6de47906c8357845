/** The question which of the files that the history foresees some tasks will really touch. */
import { CHANCES } from '../../core/foresight/pool-guess.ts'
import type { Question } from '../planning-model.ts'
import { fenced, FENCES } from './fence.ts'
import { list, object, oneOf, whole } from './schema.ts'

/** A model reads no more paths than these for a task. */
export const MOST_CANDIDATES = 40

export interface TaskToRerank {
  readonly subject: string
  readonly body: string
  /** Paths, the likeliest first. */
  readonly candidates: readonly string[]
}

const LONGEST_BODY = 4000

/** Tasks and files are numbered, so that an answer can name no others. */
export const rerankQuestion = (tasks: readonly TaskToRerank[], boundary: string): Question => ({
  purpose: 'rerank',
  system: SYSTEM,
  prompt: [...tasks.map((task, i) => sayTask(task, i + 1, boundary)), ASK].join('\n\n'),
  schema: SCHEMA,
  maxTokens: 8000,
})

function sayTask({ subject, body, candidates }: TaskToRerank, number: number, boundary: string) {
  const text = `${subject}\n\n${body.slice(0, LONGEST_BODY)}`.trim()
  const numbered = candidates.slice(0, MOST_CANDIDATES).map((path, i) => `${i + 1} ${path}`)
  return [
    fenced(`task ${number}`, text, boundary),
    fenced(`files for task ${number}`, numbered.join('\n'), boundary),
  ].join('\n\n')
}

const SYSTEM = `You know how changes in software repositories look. You are shown tasks, and for each some files of the repository, the likeliest first as its history tells. You only answer; you have no tools.

${FENCES}`

const ASK = `Which of its files will a developer change for each task? Give the number of the task and the numbers of its files, the surest first: "sure" if the task cannot be done without it, "likely" if it probably changes, "possible" if it might. Think of the file that does what the task is about, its tests, and files that change with it. Leave out all others; most changes touch one to five files.`

const SCHEMA = object({
  touched: list(
    object({
      task: whole('the number of the task'),
      file: whole('the number of the file in the list of that task'),
      chance: oneOf(CHANCES, 'how sure'),
    }),
    'the surest first',
  ),
})
