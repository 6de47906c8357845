/** Reads the contents of files from git, all in one process and in the order in which they are wanted. */
import { spawn } from 'node:child_process'
import { ownEnvironment } from '../../processes/own-environment.ts'
import { GitRefused, streamGit } from '../call/git-command.ts'
import { WITHOUT_FETCHING } from './read-commits.ts'

/** Larger files are data, or were generated. */
const LARGEST = 200_000

/** Calls `take` for each content in order; null: it is not there, is too large, or is no text. */
export async function readContents(
  folder: string,
  names: readonly string[],
  take: (text: string | null, at: number) => void,
): Promise<void> {
  const readable = await readableOf(folder, names)
  const asked = names.filter((name) => readable.has(name))
  let at = 0
  const skip = (): void => {
    while (at < names.length && !readable.has(names[at]!)) take(null, at++)
  }
  await readBatch(folder, asked, (bytes) => {
    skip()
    take(bytes === null || isBinary(bytes) ? null : bytes.toString('utf8'), at++)
  })
  skip()
}

/** As git itself decides it. */
const isBinary = (bytes: Buffer): boolean => bytes.subarray(0, 8000).includes(0)

/** Contents that are in this clone and are not too large. */
async function readableOf(folder: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  const wanted = new Set(names)
  wanted.delete('')
  const present = (await isPartial(folder)) ? await presentOf(folder, wanted) : wanted
  const readable = new Set<string>()
  await readLines(folder, ['--batch-check', '--buffer'], present, (line) => {
    const [name, type, size] = line.split(' ')
    if (type === 'blob' && Number(size) <= LARGEST) readable.add(name!)
  })
  return readable
}

/** Whether contents may be elsewhere: asking for one would make git fetch it, or fail. */
async function isPartial(folder: string): Promise<boolean> {
  let isPartial = false
  await streamGit(
    ['config', '--get-regexp', String.raw`^(extensions\.partialclone|remote\..*\.promisor)$`],
    { in: folder },
    () => {
      isPartial = true
      return 'enough'
    },
  ).catch((error: unknown) => {
    if (!(error instanceof GitRefused)) throw error
  })
  return isPartial
}

async function presentOf(
  folder: string,
  wanted: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const present = new Set<string>()
  const args = ['--batch-all-objects', '--unordered', '--batch-check=%(objectname)']
  await readLines(folder, args, [], (line) => {
    if (wanted.has(line)) present.add(line)
  })
  return present
}

async function readLines(
  folder: string,
  args: readonly string[],
  names: Iterable<string>,
  take: (line: string) => void,
): Promise<void> {
  let rest = ''
  await catFile(folder, args, {
    names,
    take: (bytes) => {
      const lines = (rest + bytes.toString('latin1')).split('\n')
      rest = lines.pop()!
      lines.forEach(take)
    },
  })
}

const LINE_END = 10

/** null: git has no such content. */
function readBatch(
  folder: string,
  names: readonly string[],
  take: (bytes: Buffer | null) => void,
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0)
  /** The size of the content that is being read; -1: a headline comes next. */
  let size = -1
  const read = (bytes: Buffer): void => {
    let from = 0
    for (;;) {
      if (size < 0) {
        const end = bytes.indexOf(LINE_END, from)
        if (end < 0) break
        const [, type, length] = bytes.toString('latin1', from, end).split(' ')
        from = end + 1
        if (type === 'missing' || length === undefined) take(null)
        else size = Number(length)
        continue
      }
      if (bytes.length < from + size + 1) break
      take(bytes.subarray(from, from + size))
      from += size + 1
      size = -1
    }
    rest = bytes.subarray(from)
  }
  return catFile(folder, ['--batch', '--buffer'], {
    names,
    take: (bytes) => read(rest.length === 0 ? bytes : Buffer.concat([rest, bytes])),
  })
}

interface Exchange {
  readonly names: Iterable<string>
  readonly take: (bytes: Buffer) => void
}

function catFile(
  folder: string,
  args: readonly string[],
  { names, take }: Exchange,
): Promise<void> {
  const words = ['cat-file', ...args]
  const child = spawn('git', words, {
    cwd: folder,
    env: { ...ownEnvironment(), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', ...WITHOUT_FETCHING },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()))
  child.stdin.on('error', () => {})
  child.stdin.end([...names].map((name) => `${name}\n`).join(''))
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (bytes: Buffer) => {
      try {
        take(bytes)
      } catch (error) {
        child.kill()
        reject(error)
      }
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new GitRefused(words, { code: code ?? 128, stdout: '', stderr }))
    })
  })
}
