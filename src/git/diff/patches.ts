/** The patch of each file of a diff, as git writes it; a patch that is too long is measured and left out. */
import { ALL_OF_IT, literally, renamesOr, type DiffRow, type Sides } from './diff-rows.ts'
import { streamGit } from '../call/git-command.ts'

export interface Patch {
  readonly bytes: number
  /** null: the patch is longer than the limit. */
  readonly text: string | null
}

export interface PatchLimits {
  /** The most bytes of one file. */
  readonly perFile: number
  /** The most bytes of all files together. */
  readonly all: number
}

/**
 * Returns the patches in the order of the rows. The rows must be the first that git lists for these paths
 * (no paths: for all).
 */
export async function patchesOf(
  { from, to, git }: Sides,
  rows: readonly DiffRow[],
  limits: PatchLimits,
  paths: readonly string[] = [],
): Promise<readonly Patch[]> {
  if (rows.length === 0) return []
  const parts = splitPatch(
    rows.reduce((sum, row) => sum + partsOf(row), 0),
    limits,
  )
  const words = ['diff-tree', '-p', ...AS_GIT_DOES, ...ALL_OF_IT, renamesOr(true)]
  await streamGit([...words, from, to, ...literally(paths)], git, parts.take)
  const patches = parts.end()
  let at = 0
  return rows.map((row) => joined(patches.slice(at, (at += partsOf(row)))))
}

/** Overrides the user's settings. */
const AS_GIT_DOES = [
  '--no-color',
  '--unified=3',
  '--inter-hunk-context=0',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--submodule=short',
]

/** When a file becomes a link, or the other way round, git prints two patches: one deletes, one adds. */
const partsOf = ({ letter }: DiffRow): number => (letter === 'T' ? 2 : 1)

function joined(parts: readonly Patch[]): Patch {
  const texts = parts.map(({ text }) => text)
  return {
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    text: texts.includes(null) ? null : texts.join(''),
  }
}

/** The lines of a file have a mark in front, so only the first line of a patch can begin like this. */
const FIRST_LINE = Buffer.from('\ndiff --git ')

interface Splitting {
  /** enough: all wanted patches are complete. */
  take(piece: Buffer): 'more' | 'enough'
  end(): readonly Patch[]
}

function splitPatch(wanted: number, { perFile, all }: PatchLimits): Splitting {
  const patches: Patch[] = []
  let left = all
  let part: { bytes: number; pieces: Buffer[] } | null = null
  // The part that has not been searched to its end; a line break stands before the first line.
  let rest: Buffer = Buffer.from('\n')

  const add = (piece: Buffer): void => {
    if (part === null) return
    part.bytes += piece.length
    if (part.bytes <= Math.min(perFile, left)) part.pieces.push(piece)
    else part.pieces = []
  }
  const close = (): void => {
    if (part === null) return
    const { bytes, pieces } = part
    const isWhole = bytes <= Math.min(perFile, left)
    if (isWhole) left -= bytes
    patches.push({ bytes, text: isWhole ? Buffer.concat(pieces).toString() : null })
    part = null
  }
  return {
    take(piece) {
      rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
      for (let at = rest.indexOf(FIRST_LINE); at >= 0; at = rest.indexOf(FIRST_LINE)) {
        add(rest.subarray(0, at + 1))
        close()
        if (patches.length === wanted) return 'enough'
        part = { bytes: 0, pieces: [] }
        rest = rest.subarray(at + 1)
      }
      const searched = Math.max(0, rest.length - FIRST_LINE.length + 1)
      add(rest.subarray(0, searched))
      rest = rest.subarray(searched)
      return 'more'
    },
    end() {
      add(rest)
      close()
      return patches
    },
  }
}
