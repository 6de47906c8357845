/** A repository with a history of commits, made by one git process. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { tempFolder } from './temp-folder.ts'

export interface MadeCommit {
  readonly message: string
  /** null: the file is removed. */
  readonly files: Readonly<Record<string, string | null>>
}

export interface MadeHistory extends Disposable {
  /** A bare repository. */
  readonly path: string
  git(...args: readonly string[]): string
  /** Adds commits to its branch `main`. */
  add(commits: readonly MadeCommit[]): void
}

export function madeHistory(commits: readonly MadeCommit[]): MadeHistory {
  const place = tempFolder()
  const path = join(place.path, 'made.git')
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: path, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', path])
  let made = 0
  const add = (more: readonly MadeCommit[]): void => {
    const input = more.map((commit, at) => imported(commit, made + at, at === 0 && made > 0))
    made += more.length
    execFileSync('git', ['fast-import', '--quiet'], { cwd: path, input: input.join('') })
  }
  add(commits)
  return { path, git, add, [Symbol.dispose]: () => place[Symbol.dispose]() }
}

function imported({ message, files }: MadeCommit, number: number, isContinued: boolean): string {
  const changes = Object.entries(files).map(([path, text]) =>
    text === null ? `D ${path}\n` : `M 100644 inline ${path}\n${data(text)}`,
  )
  const when = 1_600_000_000 + number * 60
  const from = isContinued ? 'from refs/heads/main^0\n' : ''
  return `commit refs/heads/main\ncommitter U <u@example.com> ${when} +0000\n${data(message)}${from}${changes.join('')}\n`
}

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`

const PARTS = ['router', 'store', 'parser', 'mailer', 'cache'] as const
const DOINGS = ['reads', 'writes', 'checks', 'closes', 'counts', 'copies'] as const

/** Five parts, each with a file and its test, that are changed in turn by commits that name them. */
export function partsHistory(count: number): readonly MadeCommit[] {
  const first = Object.fromEntries(
    PARTS.flatMap((part) => [
      [`src/${part}/${part}.ts`, `export function ${part}Begin() {}\n`],
      [`src/${part}/${part}.test.ts`, `it('${part}', ${part}Begin)\n`],
    ]),
  )
  const rest = Array.from({ length: count - 1 }, (_, at): MadeCommit => {
    const part = PARTS[at % PARTS.length]!
    const doing = DOINGS[at % DOINGS.length]!
    const text = `export function ${part}Begin() { return '${doing} ${at}' }\n`
    return {
      message: `${part}: it ${doing} what number ${at} asked for\n\nThe ${part} was slow.`,
      files: {
        [`src/${part}/${part}.ts`]: text,
        ...(at % 2 === 0 ? { [`src/${part}/${part}.test.ts`]: `it('${doing} ${at}')\n` } : {}),
      },
    }
  })
  return [{ message: 'begin', files: { ...first, 'README.md': 'parts\n' } }, ...rest]
}
