/** What decides how long a task takes, as far as that can be seen before it starts. */
import type { Task } from '../plan/plan.ts'

export interface KindOfWork {
  /** The agent that does it; `command` for a command. */
  readonly agent: string
  readonly model: string | null
  readonly size: Size
}

/** How much is to be done: the words of the prompt, and the files that are expected to change. */
export interface Size {
  readonly words: number
  readonly files: number
}

export const COMMAND = 'command'

export const kindOfWork = ({ work, agent, model, files }: Task): KindOfWork => ({
  agent: workerOf({ work, agent }),
  model: work.is === 'command' ? null : model,
  size: { words: wordsIn(work.is === 'command' ? work.line : work.text), files: files.length },
})

export const workerOf = ({ work, agent }: Pick<Task, 'work' | 'agent'>): string =>
  work.is === 'command' ? COMMAND : (agent ?? 'any agent')

export const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length

/** Ten minutes for a command, of which nothing can be told, and for a prompt of usual size. */
const USUAL_SECONDS = 600
const USUAL_WORDS = 60
const USUAL_FILES = 2

/** A task of four times the words takes half as long again: most of the time goes into finding out and testing. */
export function secondsBySize({ agent, size }: Pick<KindOfWork, 'agent' | 'size'>): number {
  if (agent === COMMAND) return USUAL_SECONDS
  const words = Math.min(Math.max(size.words, 8), 1500) / USUAL_WORDS
  const files = size.files === 0 ? 1 : Math.min(size.files, 30) / USUAL_FILES
  return Math.round((USUAL_SECONDS * words ** 0.3 * files ** 0.2) / 30) * 30
}

export type SizeClass = 'small' | 'middle' | 'large'

export const sizeClass = ({ words, files }: Size): SizeClass => {
  const much = words + 25 * files
  if (much < 40) return 'small'
  return much < 150 ? 'middle' : 'large'
}

/** Whether a person or a model has estimated the task. Their errors differ from those of our own estimates. */
export type Said = 'said' | 'not-said'
