/** Finds the JSON object in what a model or a program has printed: alone, in a fence, or between other words. */
import { jsonFields } from '../core/value/json-fields.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The last object counts, because programs print what they are doing, or even their prompt, before their answer.
 * null: there is none.
 */
export function jsonInText(text: string): Fields | null {
  return jsonFields(text) ?? lastObject(text)
}

/** So many characters are read in all, because text with many open braces would be read once for each of them. */
const ENOUGH = 20_000_000

function lastObject(text: string): Fields | null {
  let best: Fields | null = null
  let left = ENOUGH
  for (let from = text.indexOf('{'); from !== -1 && left > 0;) {
    const end = endOfObject(text, from)
    left -= (end ?? text.length) - from
    const fields = end === null ? null : jsonFields(text.slice(from, end))
    best = fields ?? best
    from = text.indexOf('{', fields === null ? from + 1 : end!)
  }
  return best
}

/** The index behind the brace that closes the object; braces in strings do not count. null: it is never closed. */
function endOfObject(text: string, from: number): number | null {
  let depth = 0
  let isString = false
  for (let i = from; i < text.length; i++) {
    const letter = text[i]
    if (isString) {
      if (letter === '\\') i++
      else if (letter === '"') isString = false
      // A string of JSON ends on its line, so this was no JSON.
      else if (letter === '\n') return null
    } else if (letter === '"') isString = true
    else if (letter === '{') depth++
    else if (letter === '}' && --depth === 0) return i + 1
  }
  return null
}
