/** The index on disk: one file, with its version and a checksum, replaced as a whole. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { Foresight, type SavedForesight } from '../core/foresight/foresight.ts'
import type { Known } from './walk-through.ts'

/** Raise it whenever the content or the meaning of the file changes: others are then built anew. */
const VERSION = 1
const MAGIC = 'index of foresight\n'
const HEAD = 48
const ALIGNED = 8

interface Saved {
  readonly commit: string
  readonly paths: readonly string[]
  readonly contents: readonly string[]
  readonly foresight: SavedForesight
}

/** null: there is none, or it is broken or of another version. */
export function readIndex(file: string): Known | null {
  try {
    return knownFrom(readFileSync(file))
  } catch {
    // Whatever is wrong with it, it can be built anew.
    return null
  }
}

function knownFrom(bytes: Buffer): Known | null {
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return null
  if (bytes.readUInt32LE(MAGIC.length) !== VERSION) return null
  if (bytes.readUInt32LE(MAGIC.length + 4) !== crc32(bytes.subarray(HEAD))) return null
  const { commit, paths, contents, foresight } = unpacked(bytes) as Saved
  const tree = new Map(paths.map((path, at) => [path, contents[at]!]))
  return { commit, tree, foresight: new Foresight(foresight) }
}

/** Why the file could not be written; null: it was. */
export function writeIndex(file: string, { commit, tree, foresight }: Known): string | null {
  const saved: Saved = {
    commit,
    paths: [...tree.keys()],
    contents: [...tree.values()],
    foresight: foresight.save(),
  }
  const draft = `${file}.${process.pid}.new`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(draft, packed(saved), { mode: 0o600 })
    renameSync(draft, file)
    return null
  } catch (error) {
    forget(draft)
    return (error as Error).message
  }
}

function forget(draft: string): void {
  try {
    rmSync(draft, { force: true })
  } catch {
    // It was never made.
  }
}

type Numbers = Int32Array | Float64Array | Uint8Array

/** Stands in the description for a part of the file. */
interface Part {
  readonly part: number
  readonly as: 'Int32Array' | 'Float64Array' | 'Uint8Array' | 'strings'
  readonly size: number
}

const BETWEEN = '\0'

/** Long lists are parts of their own; everything else is in the description, which is JSON. */
function packed(value: unknown): Buffer {
  const parts: Buffer[] = []
  let at = 0
  const put = (bytes: Buffer, as: Part['as']): { readonly $: Part } => {
    const part = { part: at, as, size: bytes.length }
    const room = Math.ceil(bytes.length / ALIGNED) * ALIGNED
    parts.push(bytes, Buffer.alloc(room - bytes.length))
    at += room
    return { $: part }
  }
  const description = Buffer.from(
    JSON.stringify(value, (_key, one: unknown) => {
      if (isNumbers(one)) return put(bytesOf(one), kindOf(one))
      if (isStrings(one)) return put(Buffer.from(one.join(BETWEEN)), 'strings')
      return one
    }),
  )
  const head = Buffer.alloc(HEAD)
  head.write(MAGIC, 'latin1')
  head.writeUInt32LE(VERSION, MAGIC.length)
  head.writeUInt32LE(description.length, MAGIC.length + 8)
  const padding = Buffer.alloc(
    Math.ceil(description.length / ALIGNED) * ALIGNED - description.length,
  )
  const whole = Buffer.concat([head, description, padding, ...parts])
  whole.writeUInt32LE(crc32(whole.subarray(HEAD)), MAGIC.length + 4)
  return whole
}

function unpacked(bytes: Buffer): unknown {
  const length = bytes.readUInt32LE(MAGIC.length + 8)
  const start = HEAD + Math.ceil(length / ALIGNED) * ALIGNED
  return JSON.parse(bytes.toString('utf8', HEAD, HEAD + length), (_key, one: unknown) => {
    const part = (one as { readonly $?: Part } | null)?.$
    if (part === undefined) return one
    const from = start + part.part
    if (part.as === 'strings')
      return part.size === 0 ? [''] : bytes.toString('utf8', from, from + part.size).split(BETWEEN)
    return numbersFrom(bytes, from, part)
  })
}

const isNumbers = (value: unknown): value is Numbers =>
  value instanceof Int32Array || value instanceof Float64Array || value instanceof Uint8Array

const isStrings = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')

const kindOf = (numbers: Numbers): Part['as'] =>
  numbers instanceof Int32Array
    ? 'Int32Array'
    : numbers instanceof Float64Array
      ? 'Float64Array'
      : 'Uint8Array'

const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)

/** Copied, because a view would need the file to be aligned in memory, and would keep all of it. */
function numbersFrom(bytes: Buffer, from: number, { as, size }: Part): Numbers {
  const copy = new Uint8Array(size)
  copy.set(bytes.subarray(from, from + size))
  if (as === 'Int32Array') return new Int32Array(copy.buffer)
  return as === 'Float64Array' ? new Float64Array(copy.buffer) : copy
}
