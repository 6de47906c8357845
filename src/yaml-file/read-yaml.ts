/** Reads one YAML text and says everything that is wrong with it at once. */
import { LineCounter, parseDocument } from 'yaml'
import type { Document, YAMLError } from 'yaml'
import type { z } from 'zod'
import { checkValue } from './check-value.ts'
import { byPlace, sayPath, type Complaint, type Path, type Problem } from './problem.ts'
import { findOffset } from './yaml-places.ts'
import { valueOf, type Fault } from './yaml-value.ts'

export interface OpenYaml {
  readonly value: unknown
  /** Puts complaints about the value in their places, in the order of the text. */
  readonly locate: (complaints: readonly Complaint[]) => readonly Problem[]
  readonly lineOf: (path: Path) => number
}

export type Outcome<T> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** The value of a YAML text that is sound as YAML, whatever it says. */
export function openYaml(text: string): Outcome<OpenYaml> {
  const lines = new LineCounter()
  const document = parseSafely(text, lines)
  if (!('contents' in document)) return { ok: false, problems: [document] }
  const errors = [...document.errors, ...document.warnings]
  if (errors.length > 0) return { ok: false, problems: placed(errors.map(syntaxFault), lines) }
  const { value, faults, targets } = valueOf(document.contents, lines)
  if (faults.length > 0) return { ok: false, problems: placed(faults, lines) }

  const offset = (path: Path, at: 'key' | 'value') =>
    findOffset(document.contents, path, at, targets)
  const lineOf = (path: Path) => lines.linePos(offset(path, 'key')).line
  const place = (c: Complaint) => placeFault({ ...c, offset: offset(c.path, c.at) }, lines, c.path)
  const locate = (complaints: readonly Complaint[]) => complaints.map(place).toSorted(byPlace)
  return { ok: true, value, locate, lineOf }
}

/** The value of a YAML text that is as the schema wants it. */
export function readYaml<S extends z.ZodType>(
  text: string,
  schema: S,
): Outcome<{ readonly value: z.output<S>; readonly lineOf: (path: Path) => number }> {
  const opened = openYaml(text)
  if (!opened.ok) return opened
  const checked = checkValue(schema, opened.value)
  return checked.ok
    ? { ok: true, value: checked.value, lineOf: opened.lineOf }
    : { ok: false, problems: opened.locate(checked.complaints) }
}

/** The library promises to report and not to throw; a hostile file must not hold it to that. */
function parseSafely(text: string, lineCounter: LineCounter): Document | Problem {
  try {
    return parseDocument(text, {
      lineCounter,
      prettyErrors: false,
      uniqueKeys: false,
      schema: 'core',
      merge: false,
    })
  } catch (error) {
    const message = `this cannot be read as YAML: ${error instanceof Error ? error.message : ''}`
    return { line: 1, column: 1, where: '', message, hint: null }
  }
}

const placed = (faults: readonly Fault[], lines: LineCounter): readonly Problem[] =>
  faults.map((fault) => placeFault(fault, lines)).toSorted(byPlace)

function placeFault(
  { offset, message, hint }: Fault,
  lines: LineCounter,
  path: Path = [],
): Problem {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(line, 1), column: Math.max(col, 1), where: sayPath(path), message, hint }
}

function syntaxFault({ code, message, pos }: YAMLError): Fault {
  const known = SYNTAX[code]
  return { offset: pos[0], message: known?.message ?? message, hint: known?.hint ?? null }
}

/** Where the library's own words do not tell a person what to do. */
const SYNTAX: Partial<Record<YAMLError['code'], { message?: string; hint: string }>> = {
  BAD_INDENT: { hint: 'entries of one list or mapping start in the same column' },
  BAD_SCALAR_START: { hint: 'put the value in quotes' },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'a second key stands on the same line',
    hint: 'put text that contains ": " in quotes, or start a new line',
  },
  MULTILINE_IMPLICIT_KEY: { hint: 'check for a missing colon or quote' },
  MULTIPLE_DOCS: {
    message: 'a second document starts here; one file holds one document',
    hint: 'remove the "---", or put the rest into a file of its own',
  },
  RESOURCE_EXHAUSTION: { message: 'the nesting is too deep to be read', hint: 'nest less' },
  TAB_AS_INDENT: { message: 'a tab is used to indent', hint: 'indent with spaces' },
  TAG_RESOLVE_FAILED: { hint: 'leave out the tag (the word that starts with "!")' },
}
