/** Knows names that stand in contents by their characters, without making a string of each. */

const FIRST_HASH = 0x811c9dc5
const PRIME = 0x01000193
const MOST_NAMES = 400_000
const SLOTS = 2 ** 20

/** Calls `take` with each name of a text: letters, digits and underscores that do not begin with a digit. */
export class NameTable<Entry> {
  readonly #slots = new Int32Array(SLOTS).fill(-1)
  readonly #names: string[] = []
  readonly #entries: Entry[] = []
  readonly #make: (name: string) => Entry

  constructor(make: (name: string) => Entry) {
    this.#make = make
  }

  read(text: string, take: (entry: Entry) => void): void {
    const { length } = text
    let at = 0
    while (at < length) {
      if (KINDS[kindAt(text, at)] !== LETTER) {
        at++
        continue
      }
      const start = at
      let hash = FIRST_HASH
      do {
        hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
        at++
      } while (at < length && KINDS[kindAt(text, at)] !== OTHER)
      take(this.#entry(text, start, { end: at, hash }))
    }
  }

  #entry(
    text: string,
    start: number,
    { end, hash }: { readonly end: number; readonly hash: number },
  ): Entry {
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1)
    for (;;) {
      const place = this.#slots[slot]!
      if (place < 0) return this.#add(text.slice(start, end), slot)
      if (isAt(this.#names[place]!, text, start, end)) return this.#entries[place]!
      slot = (slot + 1) & (SLOTS - 1)
    }
  }

  #add(name: string, slot: number): Entry {
    const entry = this.#make(name)
    if (this.#names.length >= MOST_NAMES) {
      this.#slots.fill(-1)
      this.#names.length = 0
      this.#entries.length = 0
      return entry
    }
    this.#slots[slot] = this.#names.length
    // A slice would keep the whole text in memory.
    this.#names.push(flat(name))
    this.#entries.push(entry)
    return entry
  }
}

const OTHER = 0
const LETTER = 1
const DIGIT = 2

/** The kind of each character below 128; all above are letters. */
const KINDS = Uint8Array.from({ length: 129 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (code === 128 || /[A-Za-z_$]/.test(character)) return LETTER
  return /[0-9]/.test(character) ? DIGIT : OTHER
})

const kindAt = (text: string, at: number): number => Math.min(128, text.charCodeAt(at))

function isAt(name: string, text: string, start: number, end: number): boolean {
  if (name.length !== end - start) return false
  for (let at = start; at < end; at++)
    if (name.charCodeAt(at - start) !== text.charCodeAt(at)) return false
  return true
}

const flat = (name: string): string => name.split('').join('')
