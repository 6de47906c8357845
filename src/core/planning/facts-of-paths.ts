/** What the list of its files says about a repository: languages, folders, modules, and how it is tested. */
import type { RepositoryFacts } from './plan-draft.ts'

/** Reads a file at the top of the repository; null: there is none, or it is not text. */
export type ReadTopFile = (name: string) => string | null

export function factsOfPaths(paths: readonly string[], read: ReadTopFile): RepositoryFacts {
  const sources = paths.filter((path) => !isForeign(path))
  return {
    languages: languagesOf(sources),
    folders: foldersOf(sources),
    modules: [...modulesOf(sources), ...sources.filter(isReadme)],
    testCommand: testCommandOf(new Set(sources), read),
    readme: readmeOf(sources, read),
    isEmpty: !sources.some((path) => languageOf(path) !== null),
  }
}

/** Files that other people wrote or a program made say nothing about this project. */
const isForeign = (path: string): boolean =>
  /(^|\/)(node_modules|vendor|third_party|dist|build|target|\.venv)\//.test(path) ||
  path.startsWith('.git/')

const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  tsx: 'TypeScript',
  mts: 'TypeScript',
  js: 'JavaScript',
  jsx: 'JavaScript',
  mjs: 'JavaScript',
  cjs: 'JavaScript',
  py: 'Python',
  rs: 'Rust',
  go: 'Go',
  java: 'Java',
  kt: 'Kotlin',
  rb: 'Ruby',
  php: 'PHP',
  cs: 'C#',
  c: 'C',
  h: 'C',
  cc: 'C++',
  cpp: 'C++',
  hpp: 'C++',
  swift: 'Swift',
  scala: 'Scala',
  ex: 'Elixir',
  exs: 'Elixir',
  erl: 'Erlang',
  hs: 'Haskell',
  ml: 'OCaml',
  clj: 'Clojure',
  dart: 'Dart',
  lua: 'Lua',
  sh: 'Shell',
  sql: 'SQL',
  html: 'HTML',
  css: 'CSS',
  scss: 'CSS',
  vue: 'Vue',
  svelte: 'Svelte',
  tf: 'Terraform',
  tex: 'LaTeX',
  r: 'R',
  jl: 'Julia',
  zig: 'Zig',
}

const languageOf = (path: string): string | null =>
  LANGUAGES[/\.([A-Za-z]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? null

function languagesOf(paths: readonly string[]): RepositoryFacts['languages'] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const language = languageOf(path)
    if (language !== null) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return [...counts]
    .map(([name, files]) => ({ name, files }))
    .toSorted((a, b) => b.files - a.files || (a.name < b.name ? -1 : 1))
}

const MOST_FOLDERS = 200

/** The folders of the first two levels, those with the most files first. */
const foldersOf = (paths: readonly string[]): readonly string[] =>
  mostFrequent(
    paths.flatMap((path) => {
      const parts = path.split('/').slice(0, -1)
      return parts.slice(0, 2).map((_, depth) => parts.slice(0, depth + 1).join('/'))
    }),
    MOST_FOLDERS,
  )

/** Folders that hold modules but are none themselves. */
const HOLDERS: ReadonlySet<string> = new Set([
  'src',
  'lib',
  'app',
  'apps',
  'packages',
  'internal',
  'cmd',
  'pkg',
  'crates',
  'modules',
  'services',
])

const MOST_MODULES = 100

/** What is directly below `src`, `packages` and the like, by its path: a folder or a file. */
const modulesOf = (paths: readonly string[]): readonly string[] =>
  mostFrequent(
    paths.flatMap((path) => {
      if (languageOf(path) === null) return []
      const parts = path.split('/')
      const holder = parts.findIndex((part) => !HOLDERS.has(part))
      return holder <= 0 ? [] : [parts.slice(0, holder + 1).join('/')]
    }),
    MOST_MODULES,
  )

function mostFrequent(names: readonly string[], most: number): readonly string[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, most)
    .map(([name]) => name)
}

/** The first that fits counts. */
function testCommandOf(paths: ReadonlySet<string>, read: ReadTopFile): string | null {
  if (paths.has('package.json') && hasTestScript(read('package.json'))) return nodeTest(paths)
  if (paths.has('Cargo.toml')) return 'cargo test'
  if (paths.has('go.mod')) return 'go test ./...'
  if (/^test:/m.test(read('Makefile') ?? '')) return 'make test'
  if (paths.has('pytest.ini') || paths.has('tox.ini') || paths.has('pyproject.toml'))
    return 'python -m pytest'
  if (paths.has('mix.exs')) return 'mix test'
  if (paths.has('pom.xml')) return 'mvn test'
  if (paths.has('build.gradle') || paths.has('build.gradle.kts')) return './gradlew test'
  return paths.has('Gemfile') && paths.has('Rakefile') ? 'bundle exec rake test' : null
}

const NO_TEST = 'no test specified'

function hasTestScript(text: string | null): boolean {
  const script = /"test"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text ?? '')?.[1]
  return script !== undefined && !script.includes(NO_TEST)
}

function nodeTest(paths: ReadonlySet<string>): string {
  if (paths.has('pnpm-lock.yaml')) return 'pnpm test'
  if (paths.has('yarn.lock')) return 'yarn test'
  return paths.has('bun.lock') || paths.has('bun.lockb') ? 'bun run test' : 'npm test'
}

const README_START = 4000

const isReadme = (path: string): boolean => /^readme(\.\w+)?$/i.test(path)

function readmeOf(paths: readonly string[], read: ReadTopFile): string | null {
  const name = paths.find(isReadme)
  return name === undefined ? null : (read(name)?.slice(0, README_START) ?? null)
}
