/** Lines to type, made from data: what a shell, or our own options, would take for something else is quoted. */
import type { RunId, TaskId } from '../value/ids.ts'

/** A command to type, and what it does. */
export interface Way {
  readonly command: string
  readonly does: string
}

/** What to type about a task. rest: as it stands, such as `"why"` for words that a person has to write. */
export const conductorLine = (command: string, task: TaskId, rest = ''): string =>
  ['conductor', command, ...(task.startsWith('-') ? ['--'] : []), task, rest].join(' ').trimEnd()

/** What is said of a run: its lines name it, unless it is the newest, which is meant when none is named. */
export const linesAbout = (run: RunId, runs: readonly RunId[]): ((text: string) => string) =>
  run === runs.at(-1) ? (text) => text : (text) => namingRun(text, run)

/** Right behind the command: what follows may be the words of a person. */
export const namingRun = (text: string, run: RunId): string =>
  text
    .replaceAll(TAKES_OPTION, (line) => `${line} --run ${run}`)
    .replaceAll(TAKES_ARGUMENT, (line) => `${line} ${run}`)

const TAKES_OPTION =
  /\bconductor (?:accept|allow|approve|budget|cancel|deny|diff|explain|guide|logs|merge|reject|retry|skip|worktrees open)(?![\w-]| --run)/g
const TAKES_ARGUMENT = /\bconductor (?:attention|resume|status)(?![\w-]| \d)/g

/** One word for a POSIX shell, whatever is in it: names of branches may hold anything but blanks. */
export const shellWord = (text: string): string =>
  PLAIN.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

const PLAIN = /^[\w@%+=:,./-]+$/

/** One line each, what they do below one another. */
export function sayWays(ways: readonly Way[]): readonly string[] {
  const width = Math.max(...ways.map(({ command }) => command.length))
  return ways.map(({ command, does }) => `${command.padEnd(width)}    ${does}`)
}
