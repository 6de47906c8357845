/** Works the usual orderings out before anyone asks: after a change of the workspaces, when the server has nothing else to do. */
import { USUAL_COUNT } from '../../core/ordering/suggested.ts'
import type { Tracker } from '../../core/workspace/tracker.ts'
import type { ServedSuggestions } from '../served/served-workspaces.ts'

/** Milliseconds: a change seldom comes alone. */
const QUIET = 250
/** The work is followed by a rest that is so many times as long, so that large trees do not keep a core busy. */
const REST = 20

/** What the page asks for first. */
const USUAL = {
  preference: null,
  maxParallel: null,
  count: USUAL_COUNT,
  engine: 'offline',
} as const

export interface PreparedSuggestions extends Disposable {
  /** The trees are these now. */
  changed(tracker: Pick<Tracker, 'trees'>): void
}

/** known: seconds of the tasks that workspaces belong to, as a request would give them. */
export function prepareSuggestions(
  suggest: ServedSuggestions['suggest'],
  known: () => ReadonlyMap<string, number>,
): PreparedSuggestions {
  let timer: NodeJS.Timeout | undefined
  let restsUntil = -Infinity
  return {
    changed({ trees }) {
      clearTimeout(timer)
      const wait = Math.max(QUIET, restsUntil - performance.now())
      timer = setTimeout(() => void prepare(trees), wait).unref()
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  }

  /** A problem here will occur again when a browser asks for suggestions, and is reported then. */
  async function prepare(trees: Tracker['trees']): Promise<void> {
    const begunAt = performance.now()
    try {
      await suggest({ trees, ...USUAL, known: known() })
    } catch {
      // See above.
    }
    restsUntil = begunAt + (performance.now() - begunAt) * REST
  }
}
