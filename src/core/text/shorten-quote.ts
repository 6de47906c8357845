/** The first line of what a person wrote, cut if it is long, for repeating it to them. */

const MOST = 200

export function shortenQuote(text: string): string {
  const [line, ...more] = text.trim().split('\n')
  const isWhole = more.length === 0 && line!.length <= MOST
  return isWhole ? line! : `${line!.slice(0, MOST).trimEnd()} …`
}
