/** YAML that is written for people and edited in place: what is not touched keeps its comments, its order and its form. */
import { Document, isMap, isScalar, isSeq, parseDocument, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import type { Node, Pair } from 'yaml'

/** One key of a mapping, as it shall stand in the file. */
export interface YamlEntry {
  readonly key: string
  readonly value: unknown
  /** Lines above the key. */
  readonly comment?: string | null
  /** block: text over several lines. flow: a list in brackets. */
  readonly form?: 'block' | 'flow'
}

export interface EditableMapping {
  readonly keys: () => readonly string[]
  /** The plain value; undefined: the key is not there. */
  readonly get: (key: string) => unknown
  /** A new key stands behind the keys that come before it in `order`. */
  readonly set: (entry: YamlEntry, order: readonly string[]) => void
  readonly remove: (key: string) => void
}

export interface EditableYaml {
  /** The comments before everything else, in paragraphs. */
  readonly commentBefore: () => readonly string[]
  readonly setCommentBefore: (paragraphs: readonly string[]) => void
  readonly root: EditableMapping
  /** The mappings in the list under this key. */
  readonly list: (key: string) => readonly EditableMapping[]
  /** Mappings that were in the list stay as they are; entries make a new one. */
  readonly setList: (
    key: string,
    items: readonly (EditableMapping | readonly YamlEntry[])[],
  ) => void
  /** The mapping under this key, which is made if it is not there. */
  readonly mapping: (key: string) => EditableMapping
  readonly text: () => string
}

/** null: the text is no YAML mapping, and so nothing that can be edited. */
export function editYaml(text: string): EditableYaml | null {
  const document = parseDocument(text, { schema: 'core', merge: true })
  return document.errors.length > 0 || !isMap(document.contents)
    ? null
    : editable(document as unknown as Document<YAMLMap>)
}

/** Where the last entry of a list begins and ends, in characters, and the column of its dash. */
export interface EndOfList {
  readonly begin: number
  readonly end: number
  readonly indent: number
}

/** null: there is no list under this key that has an entry and is written with dashes. */
export function endOfList(text: string, key: string): EndOfList | null {
  const { contents, errors } = parseDocument(text, { schema: 'core', merge: true })
  const list = errors.length === 0 && isMap(contents) ? contents.get(key, true) : null
  if (!isSeq(list) || list.flow === true) return null
  const [begin, end] = (list.items.at(-1) as Node | undefined)?.range ?? []
  const start = list.range?.[0]
  if (begin === undefined || end === undefined || start === undefined) return null
  return { begin, end, indent: start - (text.lastIndexOf('\n', start - 1) + 1) }
}

export const newYaml = (): EditableYaml => editable(new Document(new YAMLMap()))

const nodes = new WeakMap<EditableMapping, YAMLMap>()

function editable(document: Document<YAMLMap>): EditableYaml {
  const root = document.contents!
  const list = (key: string): YAMLSeq | null => {
    const value = root.get(key, true)
    return isSeq(value) ? value : null
  }
  return {
    commentBefore: () => paragraphs(document.commentBefore ?? root.commentBefore ?? ''),
    setCommentBefore: (lines) => {
      root.commentBefore = null
      document.commentBefore = lines.length === 0 ? null : lines.map(asComment).join('\n\n')
    },
    root: mappingOf(root, document),
    list: (key) => (list(key)?.items ?? []).filter(isMap).map((item) => mappingOf(item, document)),
    setList: (key, items) => {
      const made = list(key) ?? new YAMLSeq()
      made.items = items.map((item, i) => {
        const node = 'get' in item ? nodes.get(item)! : newMapping(item, document)
        if (!('get' in item) && i > 0) node.spaceBefore = true
        return node
      })
      if (list(key) === null) root.set(document.createNode(key), made)
    },
    mapping: (key) => {
      const section = root.get(key, true)
      const made = isMap(section) ? section : new YAMLMap()
      if (!isMap(section)) root.set(document.createNode(key), made)
      return mappingOf(made, document)
    },
    text: () => document.toString({ lineWidth: 0, flowCollectionPadding: false }),
  }
}

/** Every line of a comment starts with a space, as people write them. */
const asComment = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : ` ${line}`))
    .join('\n')

const paragraphs = (comment: string): readonly string[] =>
  comment
    .split(/\n[ \t]*\n/)
    .map((part) =>
      part
        .split('\n')
        .map((line) => line.replace(/^ /, ''))
        .join('\n'),
    )
    .filter((part) => part.trim() !== '')

function mappingOf(node: YAMLMap, document: Document<YAMLMap>): EditableMapping {
  const mapping: EditableMapping = {
    keys: () => node.items.flatMap(({ key }) => (isScalar(key) ? [String(key.value)] : [])),
    get: (key) => {
      const value = node.get(key, true) as Node | undefined
      return value === undefined ? undefined : (value.toJS(document) as unknown)
    },
    set: (entry, order) => setEntry(node, entry, order, document),
    remove: (key) => void node.delete(key),
  }
  nodes.set(mapping, node)
  return mapping
}

function setEntry(
  node: YAMLMap,
  entry: YamlEntry,
  order: readonly string[],
  document: Document<YAMLMap>,
): void {
  const made = pairOf(entry, document)
  const at = node.items.findIndex(({ key }) => isScalar(key) && key.value === entry.key)
  if (at >= 0) {
    const pair = node.items[at]!
    const key = pair.key as Scalar
    if (entry.comment !== undefined) key.commentBefore = (made.key as Scalar).commentBefore ?? null
    pair.value = withComments(made.value, pair.value)
    return
  }
  const before = order.slice(0, order.indexOf(entry.key))
  const place = node.items.findLastIndex(
    ({ key }) => isScalar(key) && before.includes(String(key.value)),
  )
  node.items.splice(place + 1, 0, made)
}

/** A comment behind the old value stays behind the new one. */
function withComments(made: unknown, old: unknown): unknown {
  const [to, from] = [made as Node, old as Node | null]
  if (from?.comment) to.comment = from.comment
  return to
}

function newMapping(entries: readonly YamlEntry[], document: Document<YAMLMap>): YAMLMap {
  const node = new YAMLMap()
  node.items = entries.map((entry) => pairOf(entry, document))
  return node
}

function pairOf(entry: YamlEntry, document: Document<YAMLMap>): Pair {
  const pair = document.createPair(entry.key, entry.value)
  const { key, value } = pair as unknown as { key: Scalar; value: Node }
  if (entry.comment) key.commentBefore = asComment(entry.comment)
  if (entry.form === 'flow' && isSeq(value)) value.flow = true
  if (entry.form === 'block' && isScalar(value)) value.type = Scalar.BLOCK_LITERAL
  return pair
}
