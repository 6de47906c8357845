/** The index on disk: one file, with its version and a checksum, replaced as a whole. */
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writevSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { Foresight, type SavedForesight } from '../core/foresight/foresight.ts'
import type { Known } from './walk-through.ts'

/** Raise it whenever the content or the meaning of the file changes: others are then built anew. */
const VERSION = 3
const MAGIC = 'index of foresight\n'
const HEAD = 48
const ALIGNED = 8

interface Saved {
  readonly commit: string
  readonly foresight: SavedForesight
}

/** null: there is none, or it is broken or of another version. */
export function readIndex(file: string): Known | null {
  try {
    return knownFrom(wholeFile(file))
  } catch {
    // Whatever is wrong with it, it can be built anew.
    return null
  }
}

/** In memory of its own, so that everything in it is aligned. */
function wholeFile(file: string): Buffer {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.allocUnsafeSlow(fstatSync(handle).size)
    let at = 0
    while (at < bytes.length) {
      const count = readSync(handle, bytes, at, bytes.length - at, at)
      if (count === 0) break
      at += count
    }
    return bytes.subarray(0, at)
  } finally {
    closeSync(handle)
  }
}

function knownFrom(bytes: Buffer): Known | null {
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return null
  if (bytes.readUInt32LE(MAGIC.length) !== VERSION) return null
  if (bytes.readUInt32LE(MAGIC.length + 4) !== crc32(bytes.subarray(HEAD))) return null
  const { commit, foresight } = unpacked(bytes) as Saved
  return { commit, foresight: new Foresight(foresight) }
}

/** Why the file could not be written; null: it was. */
export function writeIndex(file: string, { commit, foresight }: Known): string | null {
  const saved: Saved = { commit, foresight: foresight.save() }
  const draft = `${file}.${process.pid}.new`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeAll(draft, packed(saved))
    renameSync(draft, file)
    return null
  } catch (error) {
    forget(draft)
    return (error as Error).message
  }
}

function writeAll(file: string, pieces: readonly Buffer[]): void {
  const handle = openSync(file, 'w', 0o600)
  try {
    let left = pieces.filter(({ length }) => length > 0)
    while (left.length > 0) left = without(left, writevSync(handle, left.slice(0, MOST_PIECES)))
  } finally {
    closeSync(handle)
  }
}

/** More are not taken at once by every system. */
const MOST_PIECES = 512

/** The pieces after the first `count` bytes. */
function without(pieces: readonly Buffer[], count: number): Buffer[] {
  let at = 0
  let written = count
  while (at < pieces.length && written >= pieces[at]!.length) written -= pieces[at++]!.length
  const [cut, ...rest] = pieces.slice(at)
  return cut === undefined ? [] : [cut.subarray(written), ...rest]
}

function forget(draft: string): void {
  try {
    rmSync(draft, { force: true })
  } catch {
    // The temporary file was never created.
  }
}

type Numbers = Int32Array | Uint16Array | Float64Array | Uint8Array

const KINDS = { Int32Array, Uint16Array, Float64Array, Uint8Array } as const

/** Stands in the description for a part of the file. */
interface Part {
  readonly part: number
  readonly as: keyof typeof KINDS
  readonly length: number
}

/** Long lists are parts of their own; everything else is in the description, which is JSON. */
function packed(value: unknown): readonly Buffer[] {
  const parts: Buffer[] = []
  let at = 0
  const put = (numbers: Numbers): { readonly $: Part } => {
    const bytes = Buffer.from(numbers.buffer as ArrayBuffer, numbers.byteOffset, numbers.byteLength)
    const part = { part: at, as: kindOf(numbers), length: numbers.length }
    parts.push(bytes, paddingOf(bytes))
    at += aligned(bytes.length)
    return { $: part }
  }
  const description = Buffer.from(
    JSON.stringify(value, (_key, one: unknown) => (isNumbers(one) ? put(one) : one)),
  )
  const pieces = [description, paddingOf(description), ...parts]
  const head = Buffer.alloc(HEAD)
  head.write(MAGIC, 'latin1')
  head.writeUInt32LE(VERSION, MAGIC.length)
  head.writeUInt32LE(
    pieces.reduce((sum, piece) => crc32(piece, sum), 0),
    MAGIC.length + 4,
  )
  head.writeUInt32LE(description.length, MAGIC.length + 8)
  return [head, ...pieces]
}

const aligned = (size: number): number => Math.ceil(size / ALIGNED) * ALIGNED

const paddingOf = ({ length }: Buffer): Buffer => Buffer.alloc(aligned(length) - length)

/** The numbers stay where they are in the bytes. */
function unpacked(bytes: Buffer): unknown {
  const length = bytes.readUInt32LE(MAGIC.length + 8)
  const start = HEAD + aligned(length)
  return JSON.parse(bytes.toString('utf8', HEAD, HEAD + length), (_key, one: unknown) => {
    const part = (one as { readonly $?: Part } | null)?.$
    if (part === undefined) return one
    const memory = bytes.buffer as ArrayBuffer
    return new KINDS[part.as](memory, bytes.byteOffset + start + part.part, part.length)
  })
}

const isNumbers = (value: unknown): value is Numbers =>
  Object.values(KINDS).some((kind) => value instanceof kind)

const kindOf = (numbers: Numbers): Part['as'] => numbers.constructor.name as keyof typeof KINDS
