/** After an edit, the lines of everything that was not edited stand in the file as a person wrote them. */
import { isMap, isSeq, parseDocument, type Node } from 'yaml'
import { editYaml } from './editable-yaml.ts'

/** edited: the text as the editor of `old` writes it. listKey: the list whose entries are looked at one by one. */
export function withLinesOf(old: string, edited: string, listKey: string): string {
  const untouched = editYaml(old)?.text()
  const [found, plain, made] = [old, untouched ?? '', edited].map((text) => partsOf(text, listKey))
  if (!found || !plain || !made || found.length !== plain.length) return edited
  // What the editor writes as if nobody had edited it was not edited.
  const placeOf = new Map(plain.map(({ text }, at) => [text, at]))
  const column = found.find(({ dash }) => dash !== null)?.dash ?? null
  const text = made
    .map((part) => {
      const at = placeOf.get(part.text)
      return at === undefined ? shifted(part, column) : found[at]!.text
    })
    .map((part, at) => (at < made.length - 1 && !/(?:^|\n)$/.test(part) ? `${part}\n` : part))
    .join('')
  return valueOf(text) === valueOf(edited) ? text : edited
}

/** Whole lines: a key with its value, the key of the list, an entry of the list, or what is below all of it. */
interface Part {
  readonly text: string
  /** The column of the dash of an entry; null: it is no entry. */
  readonly dash: number | null
}

/** Comments and empty lines belong to what is below them. null: the text cannot be divided into such lines. */
function partsOf(text: string, listKey: string): readonly Part[] | null {
  const { contents, errors } = parseDocument(text, { schema: 'core', merge: true })
  if (errors.length > 0 || !isMap(contents) || contents.flow === true) return null
  const parts: Part[] = []
  let from = 0
  const cut = (to: number, dash: number | null = null): void => {
    parts.push({ text: text.slice(from, to), dash })
    from = to
  }
  // The comments at the top are a part of their own.
  const [begin = 0] = (contents.items[0]?.key as Node | undefined)?.range ?? []
  cut(begin - columnOf(text, begin))
  for (const { key, value } of contents.items) {
    const list = isSeq(value) && value.flow !== true && String(key) === listKey ? value : null
    if (list === null) {
      cut(endOfLines(text, endOf(value ?? key), from))
      continue
    }
    cut(endOfLines(text, endOf(key), from))
    const dash = columnOf(text, list.range?.[0] ?? 0)
    for (const item of list.items) cut(endOfLines(text, endOf(item), from), dash)
  }
  cut(text.length)
  return parts
}

const columnOf = (text: string, at: number): number =>
  at === 0 ? 0 : at - (text.lastIndexOf('\n', at - 1) + 1)

const endOf = ({ range }: Node): number => range?.[1] ?? 0

/** The end of the line, without empty lines before it. */
function endOfLines(text: string, at: number, from: number): number {
  const next = text.indexOf('\n', at)
  const end = text[at - 1] === '\n' ? at : next === -1 ? text.length : next + 1
  const lines = text.slice(from, end)
  const empty = /\n((?:[ \t]*\r?\n)+)$/.exec(lines)?.[1] ?? ''
  return end - empty.length
}

/** A new entry stands in the column of the others. */
function shifted({ text, dash }: Part, column: number | null): string {
  if (dash === null || column === null || column === dash) return text
  if (column > dash) return text.replaceAll(/^(?=[^\r\n])/gm, ' '.repeat(column - dash))
  return text.replaceAll(new RegExp(`^ {${dash - column}}`, 'gm'), '')
}

const valueOf = (text: string): string =>
  JSON.stringify(parseDocument(text, { schema: 'core', merge: true }).toJS())
