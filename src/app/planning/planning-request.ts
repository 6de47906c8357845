/** What the user wants to have planned: words on the command line, a file, or standard input. */
import { existsSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { readTextFile, readTextStream, type TextFile } from '../../yaml-file/read-text-file.ts'
import { Complaint } from '../console/complain.ts'
import { sayProblemAt } from '../plan/load-plan.ts'
import { ProblemList } from '../console/problem-list.ts'

export interface PlanningRequest {
  readonly text: string
  /** The file that the words were read from, as the user named it; null: they were typed or piped. */
  readonly file: string | null
}

export async function planningRequest(
  typed: readonly string[],
  folder: string,
): Promise<PlanningRequest> {
  const words = typed.join(' ').trim()
  if (words === '') throw nothingToPlan()
  if (words === '-') return requestFrom(await readTextStream(PIPED, process.stdin), PIPED, null)
  if (!isFile(words, folder)) return { text: words, file: null }
  return requestFrom(await readTextFile(resolve(folder, words), words), words, words)
}

const PIPED = '<stdin>'

/** One word that begins or ends like a path is meant as a file, even if there is no such file. */
const isFile = (words: string, folder: string): boolean =>
  existsSync(resolve(folder, words)) || (!/\s/.test(words) && looksLikePath(words))

const looksLikePath = (word: string): boolean =>
  /^(?:\.{0,2}|~)\//.test(word) || /^\.[a-z]+$/i.test(extname(word))

function requestFrom(read: TextFile, name: string, file: string | null): PlanningRequest {
  if (read.ok) return { text: read.text, file }
  throw new ProblemList([sayProblemAt(name, { ...read.problem, hint: remedyFor(read) })])
}

function remedyFor({ because, problem: { hint } }: Extract<TextFile, { ok: false }>) {
  if (because === 'not-a-file') return 'name a text file, such as spec.md'
  if (because !== 'missing') return hint
  return hint === null ? TYPE_WORDS : `${hint} Or ${TYPE_WORDS}`
}

const TYPE_WORDS = 'type what you want: conductor plan "Todo app with login"'

const nothingToPlan = (): Complaint =>
  new Complaint(
    'there is nothing to plan',
    'say what you want: conductor plan "Todo app with login", a file: conductor plan spec.md, or - for standard input',
  )
