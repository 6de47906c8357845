/** Lists the modules that a source file names: by import, export, `import()` and import types. */
import { dirname, join, normalize } from 'node:path/posix'
import { parseAst } from 'rolldown/parseAst'

export interface Import {
  /** As it is written in the file. */
  readonly specifier: string
  /** The path from the root of the repository; null: a package. */
  readonly file: string | null
  readonly line: number
}

/** `path` is from the root of the repository, with forward slashes. */
export function importsOf(path: string, text: string): readonly Import[] {
  const program = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path)
  return [...namedModules(program)].map(({ value, start }) => ({
    specifier: value,
    file: value.startsWith('.') ? normalize(join(dirname(path), value)) : null,
    line: text.slice(0, start).split('\n').length,
  }))
}

interface Literal {
  readonly value: string
  readonly start: number
}

/** Each of these nodes names its module in `source`. */
const NAMING = new Set([
  'ImportDeclaration',
  'ImportExpression',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'TSImportType',
])

function* namedModules(node: unknown): Generator<Literal> {
  if (typeof node !== 'object' || node === null) return
  if ('type' in node && 'source' in node && NAMING.has(String(node.type)) && isText(node.source))
    yield node.source
  for (const child of Object.values(node)) yield* namedModules(child)
}

const isText = (source: unknown): source is Literal =>
  typeof source === 'object' &&
  source !== null &&
  'value' in source &&
  typeof source.value === 'string'
