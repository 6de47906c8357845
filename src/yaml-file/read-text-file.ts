/** Reads the text of a file, or says in plain words why it cannot be used. */
import { isUtf8 } from 'node:buffer'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { closestWord } from '../core/value/closest-word.ts'
import { formatSize } from '../core/value/size.ts'
import { didYouMean, type Problem } from './problem.ts'

export type TextFile =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly because: Unreadable; readonly problem: Problem }

type Unreadable = 'missing' | 'not-a-file' | 'unreadable' | 'empty' | 'too-large' | 'not-text'

const LARGEST_FILE_BYTES = 10_000_000

/** name: what messages call it. */
export async function readTextFile(path: string, name = path): Promise<TextFile> {
  try {
    const { size, ...file } = await describeFile(path)
    if (file.isDirectory) return refused('not-a-file', `${name} is a directory`, NAME_A_FILE)
    if (!file.isFile) return refused('not-a-file', `${name} is not a regular file`, NAME_A_FILE)
    if (size > LARGEST_FILE_BYTES) return tooLarge(name, size)
    return decode(name, await readFile(path))
  } catch (error) {
    return await unreadable(path, name, error)
  }
}

/** The same for piped input. */
export async function readTextStream(
  name: string,
  stream: AsyncIterable<Buffer | string>,
): Promise<TextFile> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    size += bytes.length
    if (size > LARGEST_FILE_BYTES) return tooLarge(name, size)
  }
  return decode(name, Buffer.concat(chunks))
}

const NAME_A_FILE = 'name a YAML file'

async function describeFile(path: string) {
  const stats = await stat(path)
  return { size: stats.size, isDirectory: stats.isDirectory(), isFile: stats.isFile() }
}

function decode(path: string, bytes: Buffer): TextFile {
  const binary = bytes.indexOf(0)
  if (binary !== -1) return notText(bytes, binary, `${path} is not text: it contains a NUL byte`)
  if (!isUtf8(bytes)) return notUtf8(path, bytes)
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  return text.trim() === '' ? refused('empty', `${path} is empty`, null) : { ok: true, text }
}

function notUtf8(path: string, bytes: Buffer): TextFile {
  const offset = firstDifference(bytes, Buffer.from(bytes.toString('utf8')))
  return notText(bytes, offset, `${path} is not valid UTF-8: byte ${offset} starts no character`)
}

/** Decoding puts a replacement where a byte is invalid, so the two differ there first. */
function firstDifference(bytes: Buffer, decoded: Buffer): number {
  const length = Math.min(bytes.length, decoded.length)
  for (let i = 0; i < length; i++) if (bytes[i] !== decoded[i]) return i
  return length
}

function notText(bytes: Buffer, offset: number, message: string): TextFile {
  const lines = bytes.subarray(0, offset).toString('utf8').split('\n')
  const place = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
  return refused('not-text', message, 'save the file as UTF-8 text', place)
}

function tooLarge(path: string, size: number): TextFile {
  const message = `${path} has ${formatSize(size)}; the limit is ${formatSize(LARGEST_FILE_BYTES)}`
  return refused('too-large', message, 'split it into several plans')
}

async function unreadable(path: string, name: string, error: unknown): Promise<TextFile> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return await missing(path, name)
  if (code !== 'EACCES') return refused('unreadable', `${name} cannot be read (${code})`, null)
  return refused('unreadable', `${name} may not be read`, 'check who owns it and its permissions')
}

async function missing(path: string, name: string): Promise<TextFile> {
  const neighbours = await readdir(dirname(path)).catch(() => [])
  return refused(
    'missing',
    `${name} does not exist`,
    didYouMean(closestWord(basename(path), neighbours)),
  )
}

function refused(
  because: Unreadable,
  message: string,
  hint: string | null,
  place: Pick<Problem, 'line' | 'column'> = { line: 0, column: 0 },
): TextFile {
  return { ok: false, because, problem: { ...place, where: '', message, hint } }
}
