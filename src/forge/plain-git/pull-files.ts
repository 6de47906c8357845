/**
 * Keeps pull requests as files below `.conductor/`, one file for each, with a line for each event. Two processes at
 * once lose nothing: lines are only added, and a new file gets its name by a link, which fails if the name is taken.
 */
import { randomUUID } from 'node:crypto'
import { appendFile, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { jsonFields } from '../../core/value/json-fields.ts'
import { inHome, pullFile } from '../../core/value/home-paths.ts'
import { recordOf, type PullEvent, type PullRecord } from './pull-record.ts'

export interface PullFiles {
  /** In the order of their numbers, the oldest first. */
  all(): Promise<readonly PullRecord[]>
  /** Greater than the number of every file, including files that hold no pull request. */
  nextNumber(): Promise<number>
  /** null: there is no such pull request. */
  one(number: number): Promise<PullRecord | null>
  /** Returns false if another process has taken the number. */
  create(number: number, event: PullEvent): Promise<boolean>
  add(number: number, event: PullEvent): Promise<void>
}

export function pullFiles(home: string): PullFiles {
  const folder = inHome(home, 'pulls')
  return { all, nextNumber, one, create, add }

  async function all(): Promise<readonly PullRecord[]> {
    const records = await Promise.all((await numbers()).map(one))
    return records.filter((each) => each !== null)
  }

  async function nextNumber(): Promise<number> {
    return ((await numbers()).at(-1) ?? 0) + 1
  }

  async function numbers(): Promise<readonly number[]> {
    const names = await readdir(folder).catch(ifMissing([]))
    const digits = names.flatMap((name) => /^([1-9]\d{0,8})\.jsonl$/.exec(name)?.[1] ?? [])
    return digits.map(Number).sort((one, other) => one - other)
  }

  async function one(number: number): Promise<PullRecord | null> {
    const text = await readFile(pullFile(home, number), 'utf8').catch(ifMissing(null))
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

const ifMissing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value
    throw error
  }

/** Starts with a line break, because a process that was killed may have left half a line. */
const lineOf = (event: PullEvent): string => `\n${JSON.stringify(event)}\n`

const eventsIn = (text: string): readonly PullEvent[] =>
  text.split('\n').flatMap((line) => (jsonFields(line) as PullEvent | null) ?? [])
