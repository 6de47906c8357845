/** Text that comes in pieces of words: it is passed on line by line, and in between it is one message. */

export interface SpokenText {
  take(piece: string): void
  /** Passes on what is left: no more of this message comes. */
  end(): void
}

/** keep: gets every character; isMore: it continues the message. heard: gets lines that are not empty. */
export function spokenText(
  keep: (text: string, isMore: boolean) => void,
  heard: (text: string) => void = () => {},
): SpokenText {
  let unfinished = ''
  let hasBegun = false
  return {
    take(piece) {
      unfinished += piece
      passOn(unfinished.lastIndexOf('\n') + 1)
    },
    end() {
      passOn(unfinished.length)
      hasBegun = false
    },
  }

  function passOn(end: number): void {
    const text = unfinished.slice(0, end)
    unfinished = unfinished.slice(end)
    const isEmpty = text.trim() === ''
    if (text === '' || (isEmpty && !hasBegun)) return
    keep(text, hasBegun)
    hasBegun = true
    if (!isEmpty) heard(text.trimEnd())
  }
}
