/** Lists the modules that a source file names: by import, export, `import()`, import types, and ways that hide the name. */
import { dirname, join, normalize } from 'node:path/posix'
import { parseAst } from 'rolldown/parseAst'

export interface Import {
  /** As it is written in the file; for an import whose module cannot be read from the text: its code. */
  readonly specifier: string
  /** The path from the root of the repository; null: a package, or an import that cannot be read. */
  readonly file: string | null
  readonly line: number
}

/** `path` is from the root of the repository, with forward slashes. */
export function importsOf(path: string, text: string): readonly Import[] {
  const program = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path)
  const named = [...namedModules(program)].map(({ value, start }) => ({
    specifier: value,
    file: value.startsWith('.') ? normalize(join(dirname(path), value)) : null,
    line: lineAt(text, start),
  }))
  const hidden = [...hiddenModules(program), ...references(text)].map(({ start, end }) => ({
    specifier: text.slice(start, end),
    file: null,
    line: lineAt(text, start),
  }))
  return [...named, ...hidden]
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

interface Literal extends Node {
  readonly value: string
}

/** Each of these nodes names its module in `source`. */
const NAMING = new Set([
  'ImportDeclaration',
  'ImportExpression',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'TSImportType',
])

function* namedModules(program: unknown): Generator<Literal> {
  for (const node of nodesIn(program))
    if (NAMING.has(node.type) && 'source' in node && isText(node.source)) yield node.source
}

/** Ways to reach a module that `namedModules` does not read. No layer may use them. */
function* hiddenModules(program: unknown): Generator<Node> {
  for (const node of nodesIn(program)) if (isHidden(node)) yield node
}

const LOADERS = new Set(['require', 'createRequire', 'getBuiltinModule'])

function isHidden(node: Node & Readonly<Record<string, unknown>>): boolean {
  switch (node.type) {
    case 'ImportExpression':
      return !isText(node['source'])
    case 'TSExternalModuleReference':
      return true
    case 'TSModuleDeclaration':
      return isText(node['id'])
    case 'MemberExpression':
      return isNode(node['object']) && node['object'].type === 'MetaProperty' && isResolve(node)
    case 'Identifier':
      return LOADERS.has(String(node['name']))
    default:
      return false
  }
}

const isResolve = ({ property }: Readonly<Record<string, unknown>>): boolean =>
  isNode(property) && 'name' in property && property.name === 'resolve'

/** `/// <reference path="..." />` is a comment, so it is not in the syntax tree. */
const references = (text: string): readonly Pick<Node, 'start' | 'end'>[] =>
  [...text.matchAll(/^\s*\/\/\/ *<reference.*$/gm)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))

function* nodesIn(value: unknown): Generator<Node & Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null) return
  if (isNode(value)) yield value
  for (const child of Object.values(value)) yield* nodesIn(child)
}

const isNode = (value: unknown): value is Node & Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const isText = (node: unknown): node is Literal => isNode(node) && typeof node['value'] === 'string'
