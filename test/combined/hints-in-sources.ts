/** Finds every command that our sources tell a user to type, and checks whether it is a whole command. */
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Command } from 'commander'
import '../../src/cli/run-typed-command.ts'
import { program } from '../../src/cli/program.ts'
import { wordsOf } from './words.ts'

export interface SourceHint {
  /** The path in the repository. */
  readonly file: string
  /** The command; `*` stands for a value. */
  readonly form: string
}

const TOP = join(import.meta.dirname, '..', '..')

/** Looks in the code, not in its comments. */
export function hintsInSources(): readonly SourceHint[] {
  const hints = ['src', 'web/src']
    .flatMap((folder) => globSync(join(TOP, folder, '**/*.{ts,tsx}')))
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .flatMap((path) =>
      formsIn(readFileSync(path, 'utf8')).map((form) => ({ file: relative(TOP, path), form })),
    )
  return [...new Map(hints.map((hint) => [`${hint.file}: ${hint.form}`, hint])).values()]
}

function formsIn(source: string): readonly string[] {
  const text = source.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
  const built = [
    ...text.matchAll(/conductorLine\(\s*'([\w -]+)',[^,')]*(?:,\s*'([^']*)'\s*)?,?\s*\)/g),
  ].map(([, verb, rest = '']) => `conductor ${verb} * ${rest}`.trimEnd())
  const literal = [
    ...text
      .replaceAll(/\$\{[^{}]*\}/g, '*')
      .matchAll(/(?<![\w/.-])conductor(?= [a-z-])(?: (?:"[^"\n]*"|\[[^\]]*\]|<[^>]*>|[\w*.-]+))+/g),
  ].map(([form]) => form.replace(/[.]$/, ''))
  return [...built, ...literal]
}

/** Whether a printed command is this hint with values put in. */
export const isPrintedFrom = (printed: string, form: string): boolean =>
  new RegExp(`^${form.split('*').map(RegExp.escape).join('.+')}$`).test(printed)

/** null: the hint is a whole command. */
export function whatIsMissing(form: string): string | null {
  let command: Command = program
  let words = wordsOf(form).slice(1)
  for (;;) {
    const below = command.commands.find((each) => each.name() === words[0])
    if (below === undefined) break
    command = below
    words = words.slice(1)
  }
  if (command === program && words[0] === '--help') return null
  if (command === program) return `there is no command ${words[0]}`
  const given = argumentsIn(command, words)
  const needed = command.registeredArguments.filter(({ required }) => required).length
  if (given < needed) return `${form} needs ${needed} arguments, and has ${given}`
  return given > command.registeredArguments.length ? `${form} has too many arguments` : null
}

function argumentsIn(command: Command, words: readonly string[]): number {
  let count = 0
  for (let i = 0; i < words.length; i++) {
    const option = command.options.find(
      ({ long, short }) => words[i] === long || words[i] === short,
    )
    if (option === undefined) count++
    else if (option.required || option.optional) i++
  }
  return count
}
