/** A name of a file, branch or task within a line: it can neither end the line nor act on a terminal. */
export const nameInLine = (name: string): string => name.replaceAll(UNPRINTABLE, '\ufffd')

export const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu
