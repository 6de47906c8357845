/** Reads one YAML text and reports everything that is wrong with it at once. */
import { LineCounter } from 'yaml'
import type { z } from 'zod'
import { checkValue } from './check-value.ts'
import { parseYaml, type Fault } from './parse-yaml.ts'
import { byPlace, sayPath, type Complaint, type Path, type Problem } from './problem.ts'
import { findOffset } from './yaml-places.ts'
import { valueOf } from './yaml-value.ts'

interface OpenYaml {
  readonly value: unknown
  /** Finds the places of complaints about the value, and sorts them in the order of the text. */
  readonly locate: (complaints: readonly Complaint[]) => readonly Problem[]
  readonly lineOf: (path: Path) => number
}

export type Outcome<T> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** The value of a YAML text that is valid YAML, whatever its content. */
export function openYaml(text: string): Outcome<OpenYaml> {
  const lines = countLines(text)
  const { root, faults: syntax } = parseYaml(text)
  if (syntax.length > 0) return { ok: false, problems: placed(syntax, lines) }
  const { value, faults, targets } = valueOf(root, lines)
  if (faults.length > 0) return { ok: false, problems: placed(faults, lines) }

  const offset = (path: Path, at: 'key' | 'value') => findOffset(root, path, at, targets)
  const lineOf = (path: Path) => lines.linePos(offset(path, 'key')).line
  const place = (c: Complaint) => placeFault({ ...c, offset: offset(c.path, c.at) }, lines, c.path)
  const locate = (complaints: readonly Complaint[]) => complaints.map(place).toSorted(byPlace)
  return { ok: true, value, locate, lineOf }
}

/** The value of a YAML text that fits the schema. */
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

/** Counts the lines ourselves, because the library stops counting at the first thing that is out of place. */
function countLines(text: string): LineCounter {
  const lines = new LineCounter()
  lines.addNewLine(0)
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    lines.addNewLine(end + 1)
  }
  return lines
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
