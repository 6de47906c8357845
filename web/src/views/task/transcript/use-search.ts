/** Finding words, or the last error, in the whole transcript: also in parts that the page has not read. */
import { useCallback, useEffect, useState } from 'react'
import type { AttemptId } from '../../../../../src/core/value/ids.ts'
import { say } from '../../../parts/toasts.tsx'
import type { TranscriptWindow } from './transcript-window.ts'
import { complain, find, type Found } from './use-window.ts'

export interface Search {
  readonly words: string
  change(words: string): void
  /** null: nothing is looked for, or the answer has not come yet. */
  readonly found: Found | null
  /** The match that is shown; 0 is the first. */
  readonly at: number
  step(by: 1 | -1): void
  lastError(): void
  /** The place to go to; it is another object for each wish to go there. */
  readonly goal: Goal | null
}

export interface Goal {
  readonly position: number
  readonly call: string | null
  readonly words: string
}

const PATIENCE = 250

export function useSearch(attempt: AttemptId, window: TranscriptWindow): Search {
  const [words, change] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const [at, setAt] = useState(0)
  const [goal, setGoal] = useState<Goal | null>(null)

  const go = useCallback(
    (match: Found['matches'][number], soughtWords: string): void => {
      void window
        .around(match.position)
        .then(() => setGoal({ ...match, words: soughtWords }), complain)
    },
    [window],
  )

  useEffect(() => {
    setFound(null)
    if (words.trim() === '') return
    let isStale = false
    const timer = setTimeout(() => {
      find(attempt, words.trim()).then((answer) => {
        if (isStale) return
        const last = answer.matches.length - 1
        setFound(answer)
        setAt(last)
        if (last >= 0) go(answer.matches[last]!, words.trim())
      }, complain)
    }, PATIENCE)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [attempt, words, go])

  const step = (by: 1 | -1): void => {
    const count = found?.matches.length ?? 0
    if (count === 0) return
    const next = (at + by + count) % count
    setAt(next)
    go(found!.matches[next]!, words.trim())
  }
  const lastError = (): void => {
    find(attempt, null).then(({ matches }) => {
      const match = matches.at(-1)
      if (match === undefined) say('There is no error in this transcript.')
      else go(match, '')
    }, complain)
  }
  return { words, change, found, at, step, lastError, goal }
}
