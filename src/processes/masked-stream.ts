/** Masks what a program prints, piece by piece, without what looks like a secret, wherever the pieces are cut. */
import { StringDecoder } from 'node:string_decoder'
import { unfinishedSecret } from '../core/text/secrets.ts'
import { outputMask } from './mask-output.ts'

export interface MaskedStream {
  take(bytes: Buffer): void
  /** Call this when no more output will come. */
  flush(): void
}

/** An unfinished line is passed on after this many characters or milliseconds. */
const LONGEST_PIECE = 8192
const PATIENCE = 200
const LONGEST_WORD = 300

/** Holds back text without a line end, so that a secret is never cut in two and missed. */
export function maskedStream(say: (masked: string) => void): MaskedStream {
  const decoder = new StringDecoder('utf8')
  let held = ''
  let timer: NodeJS.Timeout | undefined
  const mask = outputMask()

  const release = (end: number): void => {
    const text = held.slice(0, end)
    held = held.slice(end)
    if (text !== '') say(mask(text))
  }
  const losePatience = (): void => {
    timer = undefined
    release(safeEnd(held, held.length))
  }
  return {
    take(bytes) {
      held += decoder.write(bytes)
      release(safeEnd(held, held.lastIndexOf('\n') + 1))
      if (held.length > LONGEST_PIECE) release(lastGap(held))
      if (held !== '') timer ??= setTimeout(losePatience, PATIENCE).unref()
    },
    flush() {
      clearTimeout(timer)
      held += decoder.end()
      release(held.length)
    },
  }
}

/** The end of the text that can be passed on: before the beginning of a secret whose rest has not come. */
function safeEnd(text: string, end: number): number {
  const from = Math.max(0, end - LONGEST_PIECE)
  const cut = unfinishedSecret(text.slice(from, end))
  return cut < 0 ? end : from + cut
}

/** The last gap between two words near the end, or the end itself. */
function lastGap(text: string): number {
  const near = Math.max(0, text.length - LONGEST_WORD)
  const gap = text.slice(near).search(/\s\S*$/)
  return gap < 0 ? text.length : near + gap + 1
}
