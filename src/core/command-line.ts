/** Lines to type, made from data: what a shell, or our own options, would take for something else is quoted. */
import type { TaskId } from './ids.ts'

/** A command to type, and what it does. */
export interface Way {
  readonly command: string
  readonly does: string
}

/** What to type about a task. rest: as it stands, such as `"why"` for words that a person has to write. */
export const conductorLine = (command: string, task: TaskId, rest = ''): string =>
  ['conductor', command, ...(task.startsWith('-') ? ['--'] : []), task, rest].join(' ').trimEnd()

/** One word for a POSIX shell, whatever is in it: names of branches may hold anything but blanks. */
export const shellWord = (text: string): string =>
  PLAIN.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

const PLAIN = /^[\w@%+=:,./-]+$/

/** One line each, what they do below one another. */
export function sayWays(ways: readonly Way[]): readonly string[] {
  const width = Math.max(...ways.map(({ command }) => command.length))
  return ways.map(({ command, does }) => `${command.padEnd(width)}    ${does}`)
}
