/** Texts with numbers from 0 on, all in one array: a list that was saved is there again without making a string of each. */
import { IntList } from './int-list.ts'

export interface SavedTexts {
  readonly chars: Uint16Array
  /** Text n is chars[starts[n]] up to chars[starts[n + 1]]. */
  readonly starts: Int32Array
}

export class TextList {
  #chars: Uint16Array
  #used: number
  readonly #starts: IntList

  constructor(saved?: SavedTexts) {
    this.#chars = saved?.chars ?? new Uint16Array(256)
    this.#used = saved?.chars.length ?? 0
    this.#starts = IntList.of(saved?.starts ?? new Int32Array(1))
  }

  save(): SavedTexts {
    return { chars: this.#chars.subarray(0, this.#used), starts: this.#starts.values() }
  }

  get size(): number {
    return this.#starts.length - 1
  }

  at(number: number): string {
    const end = this.#starts.at(number + 1)
    let text = ''
    // Too many arguments at once would not fit on the stack.
    for (let from = this.#starts.at(number); from < end; from += MOST_AT_ONCE)
      text += textOf(this.#chars.subarray(from, Math.min(end, from + MOST_AT_ONCE)))
    return text
  }

  is(number: number, text: string): boolean {
    const start = this.#starts.at(number)
    if (this.#starts.at(number + 1) - start !== text.length) return false
    for (let at = 0; at < text.length; at++)
      if (this.#chars[start + at] !== text.charCodeAt(at)) return false
    return true
  }

  push(text: string): number {
    const end = this.#used + text.length
    if (end > this.#chars.length) this.#grow(end)
    for (let at = 0; at < text.length; at++) this.#chars[this.#used + at] = text.charCodeAt(at)
    this.#used = end
    return this.#starts.push(end) - 1
  }

  hashOf(number: number): number {
    let hash = FIRST_HASH
    const end = this.#starts.at(number + 1)
    for (let at = this.#starts.at(number); at < end; at++)
      hash = Math.imul(hash ^ this.#chars[at]!, PRIME)
    return mixed(hash)
  }

  #grow(atLeast: number): void {
    const more = new Uint16Array(Math.max(atLeast, Math.ceil(this.#chars.length * 1.6)))
    more.set(this.#chars.subarray(0, this.#used))
    this.#chars = more
  }
}

const MOST_AT_ONCE = 4096

/** Anything with numbers and a length will do as arguments, though the types want a list. */
const textOf = (chars: Uint16Array): string =>
  String.fromCharCode.apply(null, chars as unknown as number[])

const FIRST_HASH = 0x811c9dc5
const PRIME = 0x01000193

/** The same number that `hashOf` has for the text. */
export function hashOfText(text: string): number {
  let hash = FIRST_HASH
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  return mixed(hash)
}

/** So that the last bits, which choose a slot, depend on all of them. */
const mixed = (hash: number): number => (hash ^ (hash >>> 15)) >>> 0
