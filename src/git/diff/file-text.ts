/** The text of one changed file, before or after the change, for a reader who wants to see more than the patch. */
import type { DiffSource } from '../../core/landing/diff-source.ts'
import { diffRows } from './diff-rows.ts'
import { withSides, type DiffPlace } from './diff-sides.ts'
import { streamGit, type GitOptions } from '../call/git-command.ts'
import { GITLINK } from '../call/index-rows.ts'

export interface WantedText {
  /** The path of one of the changed files, as it is now. */
  readonly file: string
  readonly side: 'before' | 'after'
  /** The branch that the diff is against; by default it is against the base. */
  readonly target?: string | null
  readonly mostBytes?: number
}

const MOST_BYTES = 5_000_000

/** null: no changed file has this name, or the file does not exist on this side, is binary or is too long. */
export function fileText(
  place: DiffPlace,
  subject: DiffSource,
  { file, side, target = null, mostBytes = MOST_BYTES }: WantedText,
): Promise<string | null> {
  return withSides(place, subject, target, async (sides) => {
    const row = (await diffRows(sides, { renames: true })).find(({ path }) => path === file)
    if (row === undefined || row.added === null) return null
    const { mode, blob } = row[side]
    const isText = mode !== GITLINK && !/^0+$/.test(mode)
    return isText ? textOf(blob, sides.git, mostBytes) : null
  })
}

/** Reads the file by the id of its blob: whatever the file is called, nothing else can be read. */
async function textOf(blob: string, git: GitOptions, mostBytes: number): Promise<string | null> {
  const pieces: Buffer[] = []
  let bytes = 0
  await streamGit(['cat-file', 'blob', blob], git, (piece) => {
    pieces.push(piece)
    bytes += piece.length
    return bytes > mostBytes ? 'enough' : 'more'
  })
  return bytes > mostBytes ? null : Buffer.concat(pieces).toString()
}
