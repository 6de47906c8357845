/** Guesses which files a piece of work changes: paths that the text names, and modules of the repository whose name it says. */
import { cleanFiles } from '../check/draft-files.ts'
import { withoutLeftAlone } from '../left-alone.ts'
import type { RepositoryFacts } from '../plan-draft.ts'
import { withoutReferences } from './said-about.ts'
import { stem, topicWords } from './topic-words.ts'

const PATH =
  /(?<![\p{L}\p{N}_/:.@-])(?:\.{0,2}\/)?(?:[\p{L}\p{N}_.-]+\/)+[\p{L}\p{N}_.*-]*[\p{L}\p{N}_*](?:\.\w+)?|(?<![\p{L}\p{N}_/.@-])[\p{L}\p{N}_-]+\.(?:tsx?|jsx?|mjs|cjs|py|go|rs|java|kt|rb|php|c|cc|cpp|h|hpp|cs|swift|sql|sh|ya?ml|json|toml|md|tex|bib|html|css|scss|tf|proto|graphql|vue|svelte)\b|(?<![\w/.-])(?:Dockerfile|Makefile|Jenkinsfile|\.gitignore|\.env\.example)\b/gu

const MOST_GUESSES = 6
const MOST_READ = 2000

/** The modules of a repository are looked at once for all pieces of a plan. */
export function fileGuesser(
  facts: RepositoryFacts,
): (name: string, text: string) => readonly string[] {
  const modules = modulesWithNames(facts)
  return (name, text) => {
    const changed = withoutReferences(withoutLeftAlone(text.slice(0, MOST_READ)))
    const withoutLinks = changed.replaceAll(/\b[a-z]+:\/\/\S+/gi, ' ')
    const named = (withoutLinks.match(PATH) ?? []).filter((path) => isPath(path, facts))
    const words = topicWords(`${name} ${/`[^`]+`/g.exec(text)?.[0] ?? ''}`)
    return cleanFiles([...named, ...modulesNamed(modules, words)].slice(0, MOST_GUESSES)).files
  }
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

interface NamedModule {
  readonly path: string
  /** The words of its own name. */
  readonly words: readonly string[]
}

/** Not folders that contain other modules, and not those with names that say nothing. */
function modulesWithNames({ modules }: RepositoryFacts): readonly NamedModule[] {
  const paths = modules.map((path) => path.replace(/\/+$/, ''))
  const above = new Set(paths.flatMap(foldersAbove))
  return paths
    .filter((path) => !above.has(path))
    .map((path) => ({
      path,
      words: wordsOfName(
        path
          .split('/')
          .at(-1)!
          .replace(/\.\w+$/, ''),
      ),
    }))
    .filter(({ words }) => words.length > 0)
}

const foldersAbove = (path: string): readonly string[] => {
  const names = path.split('/')
  return names.slice(1).map((_, i) => names.slice(0, i + 1).join('/'))
}

function wordsOfName(name: string): readonly string[] {
  const own = name.toLowerCase()
  if (PLAIN_NAMES.has(own)) return []
  return own
    .split(/[^a-z0-9]+/)
    .filter((part) => part.length > 2)
    .map(stem)
}

/** A module whose own name is said in the words. */
const modulesNamed = (
  modules: readonly NamedModule[],
  said: ReadonlySet<string>,
): readonly string[] =>
  modules
    .filter(({ words }) => words.every((word) => said.has(word)))
    .slice(0, 3)
    .map(({ path }) => (/\.\w+$/.test(path) ? path : `${path}/**`))

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
