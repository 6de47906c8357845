/** Separates the input of a terminal into keys by name and pasted text, which is never taken for keys. */
import type { Key } from '../view.ts'

export interface Hands {
  key(key: Key): void
  paste(text: string): void
}

interface KeyReader {
  read(text: string): void
  close(): void
}

/** Escape alone is a key; the rest of a longer sequence arrives within this time, even over a network. */
const ESCAPE_MILLISECONDS = 50
const PASTE_BEGINS = '\x1b[200~'
const PASTE_ENDS = '\x1b[201~'

export function openKeyReader(hands: Hands): KeyReader {
  let unread = ''
  let timer: NodeJS.Timeout | undefined
  const endSequence = (): void => {
    if (unread === '\x1b') hands.key('escape')
    unread = ''
  }
  return {
    read(text) {
      clearTimeout(timer)
      unread = readFrom(unread + text, hands)
      if (unread !== '' && !unread.startsWith(PASTE_BEGINS))
        timer = setTimeout(endSequence, ESCAPE_MILLISECONDS)
    },
    close: () => clearTimeout(timer),
  }
}

const ESCAPE_SEQUENCE = /^\x1b(?:\[(\[?[0-?]*[ -/]*[@-~])|O([ -~]))/
const BEGUN_SEQUENCE = /^\x1b(?:\[\[?[0-?]*[ -/]*|O)?$/
/** Escape twice is the Escape key and the start of another sequence. With Alt, a key sends Escape before itself. */
const ESCAPE_OR_ALT = /^\x1b(?:(?=\x1b)|.)/su
/** Line breaks and tabs can be typed or pasted; any other control character is a key. */
const TEXT = /^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]+/

/** Returns the rest of the text that is not a complete sequence yet. */
function readFrom(text: string, hands: Hands): string {
  let rest = text
  while (rest !== '') {
    const length = rest.startsWith(PASTE_BEGINS) ? readPaste(rest, hands) : readNext(rest, hands)
    if (length === 0) return rest
    rest = rest.slice(length)
  }
  return rest
}

function readPaste(text: string, hands: Hands): number {
  const end = text.indexOf(PASTE_ENDS)
  if (end < 0) return 0
  hands.paste(text.slice(PASTE_BEGINS.length, end))
  return end + PASTE_ENDS.length
}

function readNext(text: string, hands: Hands): number {
  const typed = TEXT.exec(text)?.[0]
  if (typed !== undefined) return readText(typed, hands)
  const [sequence, bracketed, single] = ESCAPE_SEQUENCE.exec(text) ?? []
  if (sequence === undefined) return readControl(text, hands)
  // The second number holds modifiers such as Shift.
  const name = SEQUENCES[(bracketed ?? single)!.replace(/^1;\d+|;\d+/, '')]
  if (name !== undefined) hands.key(name)
  return sequence.length
}

/** A line break with text behind it was pasted into a terminal that does not mark pastes. */
function readText(text: string, hands: Hands): number {
  // Some send both for Enter.
  const typed = text.replace(/\r\n$/, '\r')
  if (/[\r\n]./s.test(typed)) hands.paste(text)
  else for (const character of typed) hands.key(CONTROLS[character] ?? character)
  return text.length
}

function readControl(text: string, hands: Hands): number {
  if (BEGUN_SEQUENCE.test(text)) return 0
  const escape = ESCAPE_OR_ALT.exec(text)?.[0]
  if (escape === '\x1b') hands.key('escape')
  if (escape !== undefined) return escape.length
  hands.key(CONTROLS[text[0]!] ?? `ctrl-${String.fromCharCode(text.charCodeAt(0) + 96)}`)
  return 1
}

const CONTROLS: Readonly<Record<string, Key>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\b': 'backspace',
  '\x7f': 'backspace',
}

/** The sequences after `ESC [` or `ESC O`, as xterm, VT220 and rxvt send them. */
const SEQUENCES: Readonly<Record<string, Key>> = {
  A: 'up',
  B: 'down',
  H: 'home',
  F: 'end',
  Z: 'tab',
  '1~': 'home',
  '3~': 'backspace',
  '4~': 'end',
  '5~': 'page-up',
  '6~': 'page-down',
  '7~': 'home',
  '8~': 'end',
}
