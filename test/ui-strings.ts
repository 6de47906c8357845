/** Finds the texts that a user can read in the sources: what JSX shows, and strings and templates that are words. */
import { readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'

interface Syntax {
  readonly type: string
  readonly [field: string]: unknown
}

/** Each text once, in the order of the file; `{…}` stands for what is filled in. */
export function textsIn(path: string): readonly string[] {
  const texts = new Set<string>()
  const source = readFileSync(path, 'utf8')
  walk(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), (text) => texts.add(text))
  return [...texts]
}

type Tell = (text: string) => void

/** Nobody reads them. */
const NOT_SHOWN: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSLiteralType',
  'TSTypeReference',
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
])

/** Attributes of which the value is for the browser. */
const FOR_BROWSER =
  /^(?:class|style|d|viewBox|type|role|href|src|id|key|transform|points|fill|stroke|dur|markerEnd|data-|aria-(?!label|description|roledescription|valuetext))/

function walk(node: unknown, tell: Tell): void {
  if (Array.isArray(node)) return node.forEach((one) => walk(one, tell))
  if (!isSyntax(node) || NOT_SHOWN.has(node.type)) return
  switch (node.type) {
    case 'JSXElement':
      return walkElement(node, tell)
    case 'JSXAttribute':
      return FOR_BROWSER.test(nameOf(node)) ? undefined : walk(node['value'], tell)
    case 'Literal':
      return tellWords(node['value'], tell)
    case 'TemplateLiteral':
      tellWords(templateOf(node), tell)
      return walk(node['expressions'], tell)
    case 'TaggedTemplateExpression':
      return
    case 'Property':
      return walk(node['value'], tell)
    case 'ExportNamedDeclaration':
      return walk(node['declaration'], tell)
    default:
      return Object.values(node).forEach((value) => walk(value, tell))
  }
}

const isSyntax = (node: unknown): node is Syntax =>
  typeof node === 'object' && node !== null && 'type' in node

const nameOf = ({ name }: Syntax): string => (name as { name?: string }).name ?? ''

/** The text of an element is one text, with everything that stands within it. */
function walkElement(node: Syntax, tell: Tell): void {
  const children = node['children'] as readonly Syntax[]
  if (children.some(({ type, value }) => type === 'JSXText' && /\p{L}/u.test(String(value)))) {
    const text = children.map(inlineOf).join('').replaceAll(/\s+/g, ' ').trim()
    if (/\p{L}/u.test(text.replaceAll('{…}', ''))) tell(text)
  }
  walk(node['openingElement'], tell)
  walk(children, tell)
}

function inlineOf(child: Syntax): string {
  if (child.type === 'JSXText') return String(child['value'])
  const expression = child['expression'] as Syntax | undefined
  return expression?.type === 'Literal' ? String(expression['value']) : '{…}'
}

const templateOf = (node: Syntax): string =>
  (node['quasis'] as readonly { readonly value: { readonly cooked: string } }[])
    .map(({ value }) => value.cooked)
    .join('{…}')

/** Words: several of them, or one that begins a sentence. */
const WORDS =
  /^(?=.*\p{L}{2})(?:\p{Lu}\p{Ll}+$|\p{Lu}\p{Ll}*[ ,:.…]|[^<>/{}()=;]*\p{L}[,.:;]? \p{L}|\{…\} \p{L}|.*\p{L}[:,]? \{…\})/u
/** Styles, paths of drawings, selectors and addresses. */
const NO_WORDS =
  /^[MmLhvc]-?\d|^\.|^\[|^--|px|rem\)|cubic-|^\(?(?:width|prefers)|^[\w-]+\/|^translate|^(?:Escape|Enter|Space|Tab|Home|End|Arrow)$|^card flying|^(?:input|textarea|a), |^header button|^noopener|^noreferrer/

function tellWords(value: unknown, tell: Tell): void {
  if (typeof value !== 'string') return
  const text = value.replaceAll(/\s+/g, ' ').trim()
  if (WORDS.test(text) && !NO_WORDS.test(text)) tell(text)
}
