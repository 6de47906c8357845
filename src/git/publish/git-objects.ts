/** Makes trees and commits in memory, and writes them with one call of git. All texts are latin1: one character for each byte. */
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { DURABLY } from '../call/durable.ts'
import { mustGit, type GitOptions } from '../call/git-command.ts'
import { NOBODY } from '../call/identity.ts'

export interface GitObject {
  readonly id: string
  readonly type: 'tree' | 'commit'
  readonly bytes: Buffer
}

/** A file, a link, a submodule or a folder in a tree. */
export interface TreeEntry {
  /** Octal, without leading zeros. */
  readonly mode: string
  readonly id: string
}

export const FOLDER = '40000'

/** like: the id of any object of the repository; its length tells whether the repository uses SHA-1 or SHA-256. */
export function treeObject(entries: ReadonlyMap<string, TreeEntry>, like: string): GitObject {
  const sorted = [...entries].toSorted(([one, a], [other, b]) =>
    compare(sortName(one, a), sortName(other, b)),
  )
  const parts = sorted.map(([name, { mode, id }]) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')]),
  )
  return objectOf('tree', Buffer.concat(parts), like)
}

/** Git sorts a folder as if its name ended with a slash. */
const sortName = (name: string, { mode }: TreeEntry): string =>
  mode === FOLDER ? `${name}/` : name

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** The entries of a tree, by their names. */
export function entriesIn(bytes: Buffer, like: string): Map<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>()
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at)
    const end = bytes.indexOf(0, space)
    const next = end + 1 + like.length / 2
    const mode = bytes.toString('latin1', at, space)
    entries.set(bytes.toString('latin1', space + 1, end), {
      mode,
      id: bytes.toString('hex', end + 1, next),
    })
    at = next
  }
  return entries
}

export interface CommitText {
  readonly tree: string
  readonly parents: readonly string[]
  /** In the format of git: `Name <address> seconds zone`. */
  readonly author: string
  readonly committer: string
  /** null: UTF-8. */
  readonly encoding: string | null
  readonly message: string
}

export function commitObject(commit: CommitText): GitObject {
  const { tree, parents, author, committer, encoding, message } = commit
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${author}`,
    `committer ${committer}`,
    ...(encoding === null ? [] : [`encoding ${encoding}`]),
  ]
  return objectOf('commit', Buffer.from(`${lines.join('\n')}\n\n${message}`, 'latin1'), tree)
}

/** A temporary commit that gives git a merge base. No branch ever contains it. */
export const standIn = (tree: string, base: string): GitObject =>
  commitObject({
    tree,
    parents: [base],
    author: NO_ONE,
    committer: NO_ONE,
    encoding: null,
    message: 'stand-in\n',
  })

const NO_ONE = `${NOBODY.name} <${NOBODY.email}> 0 +0000`

function objectOf(type: GitObject['type'], bytes: Buffer, like: string): GitObject {
  const hash = createHash(hashOf(like)).update(`${type} ${bytes.length}\0`).update(bytes)
  return { id: hash.digest('hex'), type, bytes }
}

const hashOf = (like: string): 'sha1' | 'sha256' => (like.length === 64 ? 'sha256' : 'sha1')

/** Writes no ref and takes no lock; git skips objects that it has. Throws GitRefused. */
export async function writeObjects(
  objects: readonly GitObject[],
  git: GitOptions,
  { durably = true } = {},
): Promise<void> {
  if (objects.length === 0) return
  const input = packOf(objects).toString('latin1')
  const settings = durably ? DURABLY : []
  await mustGit([...settings, 'unpack-objects', '-q'], { ...git, input, inBytes: true })
}

const TYPES = { commit: 1, tree: 2 } as const
const PACK_VERSION = 2

/** A pack file, the format in which git transfers objects. */
function packOf(objects: readonly GitObject[]): Buffer {
  const head = Buffer.alloc(12)
  head.write('PACK', 'latin1')
  head.writeUInt32BE(PACK_VERSION, 4)
  head.writeUInt32BE(objects.length, 8)
  const bodies = objects.flatMap(({ type, bytes }) => [
    sizeOf(TYPES[type], bytes.length),
    deflateSync(bytes),
  ])
  const pack = Buffer.concat([head, ...bodies])
  return Buffer.concat([pack, createHash(hashOf(objects[0]!.id)).update(pack).digest()])
}

/**
 * The header of an object in a pack: the type and the lowest 4 bits of the size, then 7 bits in each byte. The
 * highest bit of a byte says that more bytes follow.
 */
function sizeOf(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 0x0f)]
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! |= 0x80
    bytes.push(rest & 0x7f)
  }
  return Buffer.from(bytes)
}
