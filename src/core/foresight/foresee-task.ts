/** The files of a task, with their probabilities and what speaks for them. */
import { evidenceFor, type Evidence } from './evidence.ts'
import type { Foresight, Outcome, Prediction } from './foresight.ts'
import type { ForeseenFile } from './foreseen-file.ts'
import { keyOfQuestion, questionOf } from './question.ts'
import { writtenWords } from './words.ts'

export interface TaskToForesee {
  readonly id: string
  readonly subject: string
  readonly body: string
  readonly epic?: string | null
  /** Files that the task declares; patterns among them are not looked at. */
  readonly files: readonly string[]
}

export interface ExplainedFile extends ForeseenFile {
  /** The strongest first; empty for files that are not likely. */
  readonly evidence: readonly Evidence[]
}

/** More are not needed to judge collisions. */
const MOST_FILES = 60
const EXPLAINED = 20
/** People who declare a file are usually right. */
const DECLARED = 0.9
const DECLARES: Evidence = { is: 'declared' }

/** For each task; without the evidence, which takes about as long. Tasks that ask the same share one list. */
export function filesOfTasks(
  foresight: Foresight,
  tasks: readonly TaskToForesee[],
): readonly (readonly ForeseenFile[])[] {
  const foreseenOf = new Map<string, readonly ForeseenFile[]>()
  return tasks.map((task) => {
    const question = questionOf(task, task.files)
    const key = JSON.stringify([task.files, keyOfQuestion(question)])
    const files = foreseenOf.get(key) ?? filesFor(foresight.answer(question, task.files), task)
    foreseenOf.set(key, files)
    return files
  })
}

const filesFor = (prediction: Prediction, task: TaskToForesee): readonly ForeseenFile[] =>
  likeliest(prediction, task).map(({ path, p }) => ({ path, p }))

export function foreseeTask(foresight: Foresight, task: TaskToForesee): readonly ExplainedFile[] {
  const prediction = foresight.foresee(task, task.files)
  const declared = new Set(task.files)
  const files = likeliest(prediction, task)
  const explained = files.slice(0, EXPLAINED).map(({ file }) => file)
  const evidence = evidenceFor(foresight.index, prediction, explained)
  const written = writtenWords(`${task.subject}\n${task.body}\n${task.epic ?? ''}`)
  return files.map(({ file, path, p }) => ({
    path,
    p,
    evidence: (declared.has(path)
      ? [DECLARES, ...(evidence.get(file) ?? []).filter(({ is }) => is !== 'named')]
      : (evidence.get(file) ?? [])
    ).map((one) => asWritten(one, written)),
  }))
}

const asWritten = (evidence: Evidence, written: ReadonlyMap<string, string>): Evidence =>
  evidence.is === 'words-in-path' || evidence.is === 'words-in-content'
    ? { ...evidence, words: evidence.words.map((word) => written.get(word) ?? word) }
    : evidence

function likeliest({ files }: Prediction, task: TaskToForesee): Prediction['files'] {
  const declared = new Set(task.files)
  return files
    .map((each) => (declared.has(each.path) ? { ...each, p: Math.max(each.p, DECLARED) } : each))
    .sort((a, b) => b.p - a.p)
    .slice(0, MOST_FILES)
}

/**
 * Learns from work that is not part of the history yet, and returns from how many outcomes. An outcome whose commits are
 * known is left out: history has told it already. New files could not be foreseen, so they are no lesson.
 */
export function absorbOutcomes(
  foresight: Foresight,
  outcomes: readonly (Outcome & { readonly commits: readonly string[] })[],
): number {
  if (outcomes.length === 0) return 0
  const { ids } = foresight.index.messages
  const counted = new Set(Array.from({ length: ids.size }, (_, commit) => ids.at(commit)))
  const fresh = outcomes.filter(({ commits }) => !commits.some((commit) => counted.has(commit)))
  for (const outcome of fresh) {
    const lesson = foresight.lessonOfOutcome(outcome)
    if (lesson.touched.includes(1) || lesson.missed.length > 0) foresight.learn(lesson)
    const { subject, body, files, commits } = outcome
    foresight.index.absorbOutcome({ id: commits[0] ?? '', subject, body, files })
  }
  return fresh.length
}
