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
  return requestFrom(await readTextFile(resolve(folder, words)), words, words)
}

const PIPED = '<stdin>'

/** One word that ends like a file is meant as one, even if there is no such file. */
const isFile = (words: string, folder: string): boolean =>
  existsSync(resolve(folder, words)) || (!/\s/.test(words) && /^\.[a-z]+$/i.test(extname(words)))

function requestFrom(read: TextFile, name: string, file: string | null): PlanningRequest {
  if (read.ok) return { text: read.text, file }
  const { hint, message } = read.problem
  const remedy = read.because === 'missing' ? `${hint ?? ''} ${TYPE_WORDS}`.trim() : hint
  throw new ProblemList([sayProblemAt(name, { ...read.problem, message, hint: remedy })])
}

const TYPE_WORDS = 'Or type what you want: conductor plan "Todo app with login"'

const nothingToPlan = (): Complaint =>
  new Complaint(
    'there is nothing to plan',
    'say what you want: conductor plan "Todo app with login", a file: conductor plan spec.md, or - for standard input',
  )
