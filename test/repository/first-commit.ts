/** Writes the first commit of a repository as git would: the tests make more than a thousand, and each git process costs ten times this. */
import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  type BigIntStats,
} from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { commitId, type CommitId } from '../../src/core/value/ids.ts'

interface Author {
  readonly name: string
  readonly email: string
}

/** A folder or a plain file of the checkout, under the order that git has in its trees. */
interface Entry {
  readonly name: string
  readonly path: string
  readonly stat: BigIntStats
  /** null: it is a file. */
  readonly inside: readonly Entry[] | null
}

/**
 * Commits everything in a folder whose repository has no commit yet, on main. Returns null, and writes nothing, where
 * git has to decide something: what is ignored or converted, links, and programs.
 */
export function writeFirstCommit(folder: string, author: Author): CommitId | null {
  const entries = entriesOf(folder)
  if (entries === null) return null
  const place = join(folder, '.git')
  const tree = writeTree(place, entries)
  const who = `${author.name} <${author.email}> ${Math.floor(Date.now() / 1000)} +0000`
  const text = `tree ${tree.id.toString('hex')}\nauthor ${who}\ncommitter ${who}\n\nfirst\n`
  const commit = writeObject(place, 'commit', Buffer.from(text)).toString('hex')
  writeFileSync(join(place, 'index'), indexOf(tree))
  writeFileSync(join(place, 'refs/heads/main'), `${commit}\n`)
  mkdirSync(join(place, 'logs/refs/heads'), { recursive: true })
  const line = `${'0'.repeat(40)} ${commit} ${who}\tcommit (initial): first\n`
  for (const log of ['HEAD', 'refs/heads/main']) writeFileSync(join(place, 'logs', log), line)
  return commitId(commit)
}

/** null: something in it is for git to decide. */
function entriesOf(folder: string, isTop = true): readonly Entry[] | null {
  const entries: Entry[] = []
  for (const name of readdirSync(folder)) {
    if (name === '.git' && isTop) continue
    const entry = entryOf(name, join(folder, name))
    if (entry === null) return null
    if (entry.inside?.length !== 0) entries.push(entry)
  }
  const order = ({ name, inside }: Entry): Buffer =>
    Buffer.from(inside === null ? name : `${name}/`)
  return entries.toSorted((one, other) => Buffer.compare(order(one), order(other)))
}

function entryOf(name: string, path: string): Entry | null {
  // The letter stands for bytes that are no text.
  if (name.startsWith('.git') || name.includes('\ufffd')) return null
  const stat = lstatSync(path, { bigint: true })
  if (stat.isFile()) return stat.mode & 0o111n ? null : { name, path, stat, inside: null }
  const inside = stat.isDirectory() ? entriesOf(path, false) : null
  return inside === null ? null : { name, path, stat, inside }
}

/** A file as the index names it, with the id of its content. */
interface Indexed {
  readonly name: string
  readonly id: Buffer
  readonly stat: BigIntStats
}

/** A tree that was written, and what the index remembers of it: so git need not work it out again. */
interface Written {
  readonly id: Buffer
  readonly files: readonly Indexed[]
  readonly remembered: Buffer
}

function writeTree(place: string, entries: readonly Entry[], name = '', above = ''): Written {
  const files: Indexed[] = []
  const inner: Buffer[] = []
  const rows = entries.map(({ name, path, stat, inside }) => {
    const whole = `${above}${name}`
    if (inside !== null) {
      const tree = writeTree(place, inside, name, `${whole}/`)
      files.push(...tree.files)
      inner.push(tree.remembered)
      return row('40000', name, tree.id)
    }
    const id = writeObject(place, 'blob', readFileSync(path))
    files.push({ name: whole, id, stat })
    return row('100644', name, id)
  })
  const id = writeObject(place, 'tree', Buffer.concat(rows))
  const counts = Buffer.from(`${name}\0${files.length} ${inner.length}\n`)
  return { id, files, remembered: Buffer.concat([counts, id, ...inner]) }
}

const row = (mode: string, name: string, id: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`), id])

function writeObject(place: string, type: string, content: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])
  const id = createHash('sha1').update(whole).digest()
  const hex = id.toString('hex')
  const folder = join(place, 'objects', hex.slice(0, 2))
  mkdirSync(folder, { recursive: true })
  writeOnce(join(folder, hex.slice(2)), () => deflateSync(whole, { level: 1 }))
  return id
}

/** Two files with the same content are one object. */
function writeOnce(path: string, content: () => Buffer): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined)
    writeFileSync(path, content(), { mode: 0o444 })
}

/** The index, with what git compares to see that a file was not changed. */
function indexOf({ files, remembered }: Written): Buffer {
  const sorted = files.toSorted((one, other) =>
    Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)),
  )
  const head = Buffer.concat([Buffer.from('DIRC'), number(2), number(sorted.length)])
  const trees = [Buffer.from('TREE'), number(remembered.length), remembered]
  const content = Buffer.concat([head, ...sorted.map(indexed), ...trees])
  return Buffer.concat([content, createHash('sha1').update(content).digest()])
}

const PLAIN_FILE = 0o100644
const LONGEST_NAME = 0xfff

function indexed({ name, id, stat }: Indexed): Buffer {
  const bytes = Buffer.from(name)
  const times = [stat.ctimeNs, stat.mtimeNs].flatMap((ns) => [
    ns / 1_000_000_000n,
    ns % 1_000_000_000n,
  ])
  const numbers = [...times, stat.dev, stat.ino, PLAIN_FILE, stat.uid, stat.gid, stat.size].map(
    number,
  )
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Math.min(bytes.length, LONGEST_NAME))
  const entry = Buffer.concat([...numbers, id, length, bytes])
  // One to eight zeros, so that the next entry begins at a multiple of eight.
  return Buffer.concat([entry, Buffer.alloc(8 - (entry.length % 8))])
}

/** Four bytes; of a larger number, the lower ones, as git has them. */
function number(value: number | bigint): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(Number(BigInt(value) & 0xffff_ffffn))
  return bytes
}
