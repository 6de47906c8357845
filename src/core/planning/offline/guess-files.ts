/** Guesses which files a piece of work changes: paths that the text names, and modules of the repository whose name it says. */
import { cleanFiles } from '../draft-files.ts'
import type { RepositoryFacts } from '../plan-draft.ts'
import { stem, topicWords } from './topic-words.ts'

const PATH =
  /(?<![\p{L}\p{N}_/:.@-])(?:\.{0,2}\/)?(?:[\p{L}\p{N}_.-]+\/)+[\p{L}\p{N}_.*-]*[\p{L}\p{N}_*](?:\.\w+)?|(?<![\p{L}\p{N}_/.@-])[\p{L}\p{N}_-]+\.(?:tsx?|jsx?|mjs|cjs|py|go|rs|java|kt|rb|php|c|cc|cpp|h|hpp|cs|swift|sql|sh|ya?ml|json|toml|md|tex|bib|html|css|scss|tf|proto|graphql|vue|svelte)\b|(?<![\w/.-])(?:Dockerfile|Makefile|Jenkinsfile|\.gitignore|\.env\.example)\b/gu

const MOST_GUESSES = 6
const MOST_READ = 2000

export function guessFiles(name: string, text: string, facts: RepositoryFacts): readonly string[] {
  const withoutLinks = text.slice(0, MOST_READ).replaceAll(/\b[a-z]+:\/\/\S+/gi, ' ')
  const named = (withoutLinks.match(PATH) ?? []).filter((path) => isPath(path, facts))
  const modules = modulesNamed(`${name} ${/`[^`]+`/g.exec(text)?.[0] ?? ''}`, facts)
  return cleanFiles([...named, ...modules].slice(0, MOST_GUESSES)).files
}

/** "and/or" and "read/write" are no paths; a path has an ending, or begins with a folder that exists. */
function isPath(path: string, { folders }: RepositoryFacts): boolean {
  const first = path.replace(/^\.?\//, '').split('/')[0]!
  return (
    /\.\w{1,8}$|\*/.test(path) ||
    folders.some((folder) => folder === first || folder.startsWith(`${first}/`)) ||
    /^(?:src|lib|test|tests|docs|\.github)$/.test(first)
  )
}

/** A module whose own name is a word of the task's name; not a folder that contains other modules. */
function modulesNamed(name: string, { modules }: RepositoryFacts): readonly string[] {
  const words = topicWords(name)
  return modules
    .filter((path) => !modules.some((other) => other.startsWith(`${path.replace(/\/+$/, '')}/`)))
    .filter((path) => isNamed(path, words))
    .slice(0, 3)
    .map((path) => (/\.\w+$/.test(path) ? path : `${path.replace(/\/+$/, '')}/**`))
}

function isNamed(path: string, words: ReadonlySet<string>): boolean {
  const own = path
    .replace(/\/+$/, '')
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '')
  const parts = own
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part.length > 2)
  return (
    parts.length > 0 &&
    !PLAIN_NAMES.has(own.toLowerCase()) &&
    parts.every((part) => words.has(stem(part)))
  )
}

const PLAIN_NAMES = new Set([
  'src',
  'lib',
  'app',
  'core',
  'common',
  'shared',
  'utils',
  'index',
  'main',
  'test',
  'tests',
  'types',
])
