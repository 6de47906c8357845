/** How a run is called that is over: one word for every surface, also when people left tasks out and nothing failed. */
import type { RunStatus } from '../run/event.ts'

type Counts = Readonly<Record<'landed' | 'failed' | 'skipped' | 'cancelled', number>>

/** `completed, 1 skipped`: the words for a run in which nothing failed, but people left tasks out; null: another end. */
export function sayLeftOut(
  status: string,
  counts: Counts & { readonly total: number },
): string | null {
  const { total, landed, failed, skipped, cancelled } = counts
  const isLeftOut = status === 'failed' && failed === 0 && landed + skipped + cancelled === total
  if (!isLeftOut) return null
  return [
    'completed',
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ].join(', ')
}

/** The same for every end. */
export const sayEnd = (status: RunStatus, counts: Counts, total: number): string =>
  sayLeftOut(status, { ...counts, total }) ?? status
