/** What is wrong with a file, where, and what to do about it. */

/** The way from the root of a file to a value: keys and list positions. */
export type Path = readonly (string | number)[]

/** Something wrong with a value, before its place in the text has been looked up. */
export interface Complaint {
  readonly path: Path
  /** Whether the key itself or its value is at fault. */
  readonly at: 'key' | 'value'
  readonly message: string
  readonly hint: string | null
}

/** Something wrong with a file; line and column count from 1. */
export interface Problem {
  /** 0: the file as a whole is wrong, or is not there. */
  readonly line: number
  readonly column: number
  /** As in `tasks[2].dependencies[0]`; empty for the file as a whole. */
  readonly where: string
  readonly message: string
  readonly hint: string | null
}

export const complain = (path: Path, message: string, hint: string | null = null): Complaint => ({
  path,
  at: 'value',
  message,
  hint,
})

export const sayPath = (path: Path): string => path.map(sayStep).join('').replace(/^\./, '')

const sayStep = (step: string | number): string => {
  if (typeof step === 'number') return `[${step}]`
  return /^[\w-]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`
}

export const byPlace = (a: Problem, b: Problem): number => a.line - b.line || a.column - b.column

/** Where it is, for people. */
export const placeIn = (file: string, { line, column }: Pick<Problem, 'line' | 'column'>): string =>
  line === 0 ? file : `${file}:${line}:${column}`

export const didYouMean = (word: string | null): string | null =>
  word === null ? null : `did you mean "${word}"?`
