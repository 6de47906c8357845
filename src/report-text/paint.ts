/** The few colours we use, out of the 16 that every terminal has; none where none is wanted. */
export interface Paint {
  good(text: string): string
  bad(text: string): string
  warn(text: string): string
  dim(text: string): string
  bold(text: string): string
}

export function paint(colour: boolean): Paint {
  const wrap = (code: number) => (text: string) => (colour ? `\x1b[${code}m${text}\x1b[0m` : text)
  return { good: wrap(32), bad: wrap(31), warn: wrap(33), dim: wrap(2), bold: wrap(1) }
}

/** Follows no-color.org; pipes get no colour. */
export function wantsColour(stream: { readonly isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '0') return true
  return stream.isTTY === true && TERM !== 'dumb'
}
