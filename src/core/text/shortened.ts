/** What a person wrote, as it is repeated to them: its first line, and not all of a long one. */

const MOST = 200

export function shortened(text: string): string {
  const [line, ...more] = text.trim().split('\n')
  const isWhole = more.length === 0 && line!.length <= MOST
  return isWhole ? line! : `${line!.slice(0, MOST).trimEnd()} …`
}
