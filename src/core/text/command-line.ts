/** Command lines for a person to type, made from data: whatever a shell or our own options would misread is quoted. */
import { UNPRINTABLE } from './name-in-line.ts'
import type { RunId, TaskId } from '../value/ids.ts'

/** A command to type, and what it does. */
export interface Way {
  readonly command: string
  readonly does: string
}

/** A `conductor` command about a task. rest: appended unchanged, such as `"why"` where a person has to write words. */
export const conductorLine = (command: string, task: TaskId, rest = ''): string =>
  ['conductor', command, ...(task.startsWith('-') ? ['--'] : []), task, rest].join(' ').trimEnd()

/** Adds the run to every command in a text about that run, except for the newest run, which commands use by default. */
export const linesAbout = (run: RunId, runs: readonly RunId[]): ((text: string) => string) =>
  run === runs.at(-1) ? (text) => text : (text) => namingRun(text, run)

/** The option stands right behind the command, because what follows may be free text. */
export const namingRun = (text: string, run: RunId): string =>
  text
    .replaceAll(TAKES_OPTION, (line) => `${line} --run ${run}`)
    .replaceAll(TAKES_ARGUMENT, (line) => `${line} ${run}`)

const TAKES_OPTION =
  /\bconductor (?:accept|add|allow|approve|budget|cancel|conflicts|costs|deny|diff|explain|guide|logs|merge|open|pr(?: (?:sync|approve|request-changes))?|prompt|reject|resolve|retry|skip|take|worktrees open)(?![\w-]| --run)/g
const TAKES_ARGUMENT = /\bconductor (?:attention|resume|status)(?![\w-]| \d)/g

/** Quotes a text as one word for a POSIX shell: names of branches may hold anything but blanks. */
export const shellWord = (text: string): string =>
  PLAIN.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** The same for a person who types it: names of files may hold line breaks, too. Dash does not read this. */
export const typedWord = (text: string): string =>
  text.search(UNPRINTABLE) < 0
    ? shellWord(text)
    : `$'${text.replaceAll(/['\\]/g, '\\$&').replaceAll(UNPRINTABLE, escaped)}'`

const escaped = (sign: string): string =>
  sign === '\n' ? '\\n' : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

const PLAIN = /^[\w@%+=:,./-]+$/

/** One line per command, with the descriptions aligned below one another. */
export function sayWays(ways: readonly Way[]): readonly string[] {
  const width = Math.max(...ways.map(({ command }) => command.length))
  return ways.map(({ command, does }) => `${command.padEnd(width)}    ${does}`)
}
