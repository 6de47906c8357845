/** The difference of two texts as a unified diff with one hunk: from the first line that differs to the last one. */

const CONTEXT = 3
const NO_END = '\\ No newline at end of file'

/** before null: there is no such file yet. Empty when nothing differs. */
export function unifiedDiff(before: string | null, after: string, file: string): string {
  if (before === after) return ''
  const [old, fresh] = [linesOf(before ?? ''), linesOf(after)]
  const first = commonAtStart(old, fresh)
  const last = commonAtStart(old.slice(first).toReversed(), fresh.slice(first).toReversed())
  const from = Math.max(0, first - CONTEXT)
  const behind = Math.min(CONTEXT, last)
  const [removed, added] = [
    old.slice(first, old.length - last),
    fresh.slice(first, fresh.length - last),
  ]
  const tail = old.slice(old.length - last, old.length - last + behind)
  const hunk = [
    ...old.slice(from, first).map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...tail.map((line) => ` ${line}`),
  ].map(endOf)
  const same = first - from + behind
  const counts = `@@ -${placed(from, removed.length + same)} +${placed(from, added.length + same)} @@`
  return (
    [`--- ${before === null ? '/dev/null' : `a/${file}`}`, `+++ b/${file}`, counts, ...hunk].join(
      '\n',
    ) + '\n'
  )
}

/** Each line with its end, so that a missing end of the last line is a difference, too. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const endOf = (line: string): string =>
  line.endsWith('\n') ? line.slice(0, -1) : `${line}\n${NO_END}`

function commonAtStart(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((line, i) => line !== b[i])
  return at === -1 ? a.length : at
}

const placed = (from: number, count: number): string =>
  `${count === 0 ? from : from + 1}${count === 1 ? '' : `,${count}`}`
