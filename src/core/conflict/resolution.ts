/** Applies the decisions of a person to a conflict: which files the merged tree gets, or what is wrong with them. */
import {
  choicesFor,
  isWritable,
  type ConflictFile,
  type Keep,
  type MergeConflict,
} from './conflict.ts'
import { hunksIn, linesOf, type Hunk, type Piece } from './merge-pieces.ts'

export type HunkDecision = Keep | { readonly text: string }

export type FileDecision =
  /** For a text: the same side of each hunk. */
  | { readonly keep: Keep }
  /** One decision for each hunk, in their order. */
  | { readonly hunks: readonly HunkDecision[] }
  /** The text of the whole file. */
  | { readonly text: string }

/** By the path of the file. */
export type Decisions = Readonly<Record<string, FileDecision>>

export type ResolvedFile = { readonly path: string; readonly mode: string } & (
  | { readonly blob: string }
  | { readonly text: string }
)

export interface Resolved {
  /** Paths of the merged tree that are replaced. */
  readonly gone: readonly string[]
  readonly files: readonly ResolvedFile[]
}

export type DecisionProblem =
  | { readonly is: 'unknown-file'; readonly path: string; readonly known: readonly string[] }
  | { readonly is: 'undecided'; readonly paths: readonly string[] }
  | { readonly is: 'hunks'; readonly path: string; readonly given: number; readonly needed: number }
  | { readonly is: 'not-text'; readonly path: string; readonly kind: ConflictFile['kind'] }
  | { readonly is: 'not-both'; readonly path: string; readonly kind: ConflictFile['kind'] }
  | { readonly is: 'markers'; readonly path: string; readonly line: string }

export type Applied =
  | { readonly ok: true; readonly resolved: Resolved }
  | { readonly ok: false; readonly problem: DecisionProblem }

/** Every file has to be decided; nothing is decided by default. */
export function applyDecisions({ files }: MergeConflict, decisions: Decisions): Applied {
  const decided = new Map(Object.entries(decisions))
  const paths = files.map(({ path }) => path)
  const unknown = [...decided.keys()].find((path) => !paths.includes(path))
  if (unknown !== undefined) return wrong({ is: 'unknown-file', path: unknown, known: paths })
  const undecided = paths.filter((path) => !decided.has(path))
  if (undecided.length > 0) return wrong({ is: 'undecided', paths: undecided })
  const put: ResolvedFile[] = []
  for (const file of files) {
    const decision = decided.get(file.path)!
    const problem = problemWith(file, decision)
    if (problem !== null) return wrong(problem)
    put.push(...decidedFile(file, decision))
  }
  return { ok: true, resolved: { gone: files.flatMap(({ listed }) => listed), files: put } }
}

const wrong = (problem: DecisionProblem): Applied => ({ ok: false, problem })

function problemWith(file: ConflictFile, decision: FileDecision): DecisionProblem | null {
  const { path, kind } = file
  if ('keep' in decision)
    return choicesFor(file).includes(decision.keep) ? null : { is: 'not-both', path, kind }
  if ('text' in decision)
    return isWritable(file) ? markersIn(file, [decision.text]) : { is: 'not-text', path, kind }
  if (kind !== 'text') return { is: 'not-text', path, kind }
  const needed = hunksIn(file.pieces!).length
  const given = decision.hunks.length
  if (given !== needed) return { is: 'hunks', path, given, needed }
  return markersIn(
    file,
    decision.hunks.flatMap((one) => (typeof one === 'string' ? [] : [one.text])),
  )
}

/** A line of seven equals signs may be a heading. A marker that a version has already is part of the text. */
const MARKER = /^(<{7,}|>{7,}|\|{7,})( |\r?\n?$)/

function markersIn(file: ConflictFile, texts: readonly string[]): DecisionProblem | null {
  const { path, base, landed, task } = file
  const own = new Set(
    [base, landed, task].flatMap((version) => linesOf(version?.text ?? '')).map(bare),
  )
  const left = texts.flatMap(linesOf).find((line) => MARKER.test(line) && !own.has(bare(line)))
  return left === undefined ? null : { is: 'markers', path, line: bare(left) }
}

const bare = (line: string): string => line.replace(/\r?\n$/, '')

function decidedFile(file: ConflictFile, decision: FileDecision): readonly ResolvedFile[] {
  const { pieces, landed, task } = file
  if ('keep' in decision) return keptFile(file, decision.keep)
  const { path, mode } = placeOf(file)
  if ('text' in decision)
    return [{ path, mode, text: withEndings(decision.text, (landed ?? task)?.text ?? '') }]
  return [{ path, mode, text: joined(pieces!, decision.hunks) }]
}

function keptFile(file: ConflictFile, keep: Keep): readonly ResolvedFile[] {
  const { kind, pieces, landed, task } = file
  if (kind === 'text') return [{ ...placeOf(file), text: joinedAlike(pieces!, keep) }]
  const sides = keep === 'both' ? [landed, task] : [file[keep]]
  return sides
    .filter((version) => version !== null)
    .map((version) => {
      const { path, mode, blob } = version
      // Either side gets what git could merge, too.
      return pieces === null
        ? { path, mode, blob }
        : { path, mode, text: joinedAlike(pieces, version === landed ? 'landed' : 'task') }
    })
}

/** The mode of a side that changed it counts. */
function placeOf({ base, landed, task }: ConflictFile): Pick<ResolvedFile, 'path' | 'mode'> {
  const own = (landed ?? task)!
  const mode = task !== null && base !== null && own.mode === base.mode ? task.mode : own.mode
  return { path: own.path, mode }
}

const joinedAlike = (pieces: readonly Piece[], keep: Keep): string =>
  joined(
    pieces,
    hunksIn(pieces).map(() => keep),
  )

/** The text of a file with these decisions about its hunks. */
export function joined(pieces: readonly Piece[], decisions: readonly HunkDecision[]): string {
  const like = pieces.map((piece) => (piece.is === 'hunk' ? piece.landed : piece.text)).join('')
  let next = 0
  return pieces
    .map((piece, i) => {
      if (piece.is === 'merged') return piece.text
      const text = decidedHunk(piece, decisions[next++]!, like)
      return i === pieces.length - 1 ? text : ended(text, like)
    })
    .join('')
}

function decidedHunk({ landed, task }: Hunk, decision: HunkDecision, like: string): string {
  if (typeof decision === 'object') return withEndings(decision.text, like)
  if (decision !== 'both') return decision === 'landed' ? landed : task
  return (task === '' ? landed : ended(landed, like)) + task
}

/** Another line can follow. */
const ended = (text: string, like: string): string =>
  text === '' || text.endsWith('\n') ? text : `${text}${isWindows(like) ? '\r\n' : '\n'}`

/** A browser writes every line break as \n; a file whose lines all end with \r\n keeps that. */
const withEndings = (text: string, like: string): string =>
  isWindows(like) ? text.replaceAll(/\r?\n/g, '\r\n') : text

const isWindows = (text: string): boolean => text.includes('\r\n') && !/(^|[^\r])\n/.test(text)
