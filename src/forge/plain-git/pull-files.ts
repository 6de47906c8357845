/**
 * Keeps pull requests as files below `.conductor/`, one for each, with a line for each event. Lines are only ever
 * added, and a new file gets its name by a link, which fails if the name is taken: so two processes at once lose
 * nothing.
 */
import { randomUUID } from 'node:crypto'
import { appendFile, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { jsonFields } from '../../core/value/json-fields.ts'
import { inHome, pullFile } from '../../core/value/home-paths.ts'
import { recordOf, type PullEvent, type PullRecord } from './pull-record.ts'

export interface PullFiles {
  /** By their numbers, the oldest first. */
  all(): Promise<readonly PullRecord[]>
  /** Greater than that of every file, also of those that are no pull request. */
  nextNumber(): Promise<number>
  /** null: there is none. */
  one(number: number): Promise<PullRecord | null>
  /** Whether the number was free; another process may have taken it. */
  create(number: number, event: PullEvent): Promise<boolean>
  add(number: number, event: PullEvent): Promise<void>
}

export function pullFiles(home: string): PullFiles {
  const folder = inHome(home, 'pulls')
  return { all, nextNumber, one, create, add }

  async function all(): Promise<readonly PullRecord[]> {
    const found = await Promise.all((await numbers()).map(one))
    return found.filter((each) => each !== null)
  }

  async function nextNumber(): Promise<number> {
    return ((await numbers()).at(-1) ?? 0) + 1
  }

  async function numbers(): Promise<readonly number[]> {
    const names = await readdir(folder).catch(() => [])
    const found = names.flatMap((name) => /^([1-9]\d{0,8})\.jsonl$/.exec(name)?.[1] ?? [])
    return found.map(Number).sort((one, other) => one - other)
  }

  async function one(number: number): Promise<PullRecord | null> {
    const text = await readFile(pullFile(home, number), 'utf8').catch(() => null)
    return text === null ? null : recordOf(number, eventsIn(text))
  }

  async function create(number: number, event: PullEvent): Promise<boolean> {
    await mkdir(folder, { recursive: true })
    const draft = `${pullFile(home, number)}.${randomUUID()}`
    await writeFile(draft, lineOf(event), { mode: 0o600 })
    try {
      await link(draft, pullFile(home, number))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    } finally {
      await rm(draft, { force: true })
    }
  }

  async function add(number: number, event: PullEvent): Promise<void> {
    await appendFile(pullFile(home, number), lineOf(event))
  }
}

/** Begins with the end of a line: a process that was killed may have left half of one. */
const lineOf = (event: PullEvent): string => `\n${JSON.stringify(event)}\n`

const eventsIn = (text: string): readonly PullEvent[] =>
  text.split('\n').flatMap((line) => (jsonFields(line) as PullEvent | null) ?? [])
