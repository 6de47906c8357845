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
  const nodes: AnyNode[] = []
  collectNodes(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path), nodes)
  const named = nodes.flatMap(namedModule).map(({ value, start }) => ({
    specifier: value,
    file: value.startsWith('.') ? normalize(join(dirname(path), value)) : null,
    line: lineAt(text, start),
  }))
  const hidden = [...nodes.filter(isHidden), ...references(text)].map(({ start, end }) => ({
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

type AnyNode = Node & Readonly<Record<string, unknown>>

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

const namedModule = (node: AnyNode): readonly Literal[] =>
  NAMING.has(node.type) && isText(node['source']) ? [node['source']] : []

const LOADERS = new Set(['require', 'createRequire', 'getBuiltinModule'])

/** Whether the node reaches a module in a way that `namedModule` does not read. No layer may use such ways. */
function isHidden(node: AnyNode): boolean {
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

function collectNodes(value: unknown, into: AnyNode[]): void {
  if (typeof value !== 'object' || value === null) return
  if (isNode(value)) into.push(value)
  for (const child of Object.values(value)) collectNodes(child, into)
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const isText = (node: unknown): node is Literal => isNode(node) && typeof node['value'] === 'string'
