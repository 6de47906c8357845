/** Paths that a planner expects to change: only those inside the repository, and none that means everything. */
import { cleanLine } from './draft-text.ts'

export interface CleanFiles {
  readonly files: readonly string[]
  /** Sentences about what was left out, each about one path. */
  readonly dropped: readonly string[]
}

const MOST_FILES = 50
const LONGEST_PATH = 300

export function cleanFiles(said: readonly unknown[]): CleanFiles {
  const files = new Set<string>()
  const dropped: string[] = []
  for (const entry of said) {
    const path = typeof entry === 'string' ? cleanLine(entry) : ''
    const clean = normalised(path)
    const why = typeof entry === 'string' ? whyNot(path, clean) : 'is no path'
    if (why !== null) dropped.push(`"${path.slice(0, 60)}" ${why}`)
    else if (files.size < MOST_FILES) files.add(clean)
    else dropped.push(`"${path.slice(0, 60)}" is one of more than ${MOST_FILES} files`)
  }
  return { files: [...files], dropped }
}

const normalised = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')

function whyNot(path: string, clean: string): string | null {
  if (/^(?:[/~]|\\|[A-Za-z]:[\\/]|file:|https?:)/.test(path))
    return 'is not a path inside the repository'
  if (clean.split('/').includes('..')) return 'leaves the repository'
  if (clean === '' || /^[*?/.]+$/.test(clean)) return 'names everything'
  if (/^\.(?:git|conductor)(?:\/|$)/.test(clean)) return 'is no file of the project'
  return clean.length > LONGEST_PATH ? 'is too long for a path' : null
}
