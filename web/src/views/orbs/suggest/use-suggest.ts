/** Suggest Order: asks for orderings, first ours, which come at once, then Claude's; and tells how they were used. */
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { ParallelizationRequest } from '../../../../../src/core/ordering/suggestion.ts'
import type { Tracker } from '../../../../../src/core/workspace/tracker.ts'
import {
  readSuggestSettings,
  sendFeedback,
  suggestOrderings,
  tellUse,
  type SuggestSettings,
  type SuggestUse,
} from '../../../data/api/suggest.ts'
import { figuresOf, graphOf, isOtherGraph, type AskedGraph } from './asked-graph.ts'
import type { Ordering } from './orderings.ts'
import {
  IDLE,
  nextSuggesting,
  selectedOrdering,
  type SuggestError,
  type Suggesting,
} from './suggest-machine.ts'
import { reasonOf } from './suggest-words.ts'
import { treesToSend, wantedTrees } from './wanted-trees.ts'

/** What the user wants of the orderings. */
export interface Wishes {
  readonly count: number
  /** null: no limit. */
  readonly maxParallel: number | null
  /** A `strategy_id`; '': none. */
  readonly preference: string
}

export interface Suggest {
  readonly suggesting: Suggesting
  readonly wishes: Wishes
  /** The workspaces have changed since the orderings were made. */
  readonly isStale: boolean
  /** The graph that the orderings were made for; null: none was asked for. */
  readonly asked: AskedGraph | null
  readonly given: Readonly<Record<string, 'useful' | 'not_useful'>>
  setWishes(wishes: Wishes): void
  suggest(): void
  askClaude(): void
  select(key: string): void
  edit(ordering: Ordering): void
  apply(): void
  clear(): void
  close(): void
  reopen(): void
  judge(ordering: Ordering, event: 'useful' | 'not_useful'): void
}

const FIRST_WISHES: Wishes = { count: 3, maxParallel: null, preference: '' }

/** settings: null if the server does not tell them. */
export function useSuggest(tracker: Tracker, settings: Promise<SuggestSettings | null>): Suggest {
  const [suggesting, dispatch] = useReducer(nextSuggesting, IDLE)
  const [wishes, setWishes] = useState(FIRST_WISHES)
  const [given, setGiven] = useState<Suggest['given']>({})
  const [asked, setAsked] = useState<AskedGraph | null>(null)
  const request = useRef(new AbortController())
  const clickedAt = useRef<number | null>(null)
  useTimeToShow(suggesting, clickedAt)
  useEffect(() => () => request.current.abort(), [])
  const trees = useMemo(() => wantedTrees(tracker), [tracker])
  const isStale = useMemo(() => asked !== null && isOtherGraph(asked, trees), [asked, trees])

  const begin = (): AbortSignal => {
    request.current.abort()
    request.current = new AbortController()
    return request.current.signal
  }
  const chosen = selectedOrdering(suggesting)
  const claude = async (wanted: ParallelizationRequest, signal: AbortSignal): Promise<void> => {
    const told = await settings
    if (signal.aborted) return
    if (told?.can_ask_claude === false)
      return dispatch({ type: 'claude', claude: { is: 'not-asked', why: told.because } })
    dispatch({ type: 'claude', claude: { is: 'asking' } })
    try {
      const response = await suggestOrderings({ ...wanted, engine: 'claude' }, signal)
      dispatch({ type: 'claude-answered', response })
    } catch (error) {
      if (!signal.aborted)
        dispatch({ type: 'claude', claude: { is: 'failed', error: logged(error) } })
    }
  }
  const ask = async (): Promise<void> => {
    const signal = begin()
    const wanted = { ...treesToSend(trees), ...wishedBy(wishes) }
    try {
      const response = await suggestOrderings({ ...wanted, engine: 'offline' }, signal)
      dispatch({ type: 'received', response })
      if (response.strategies.length > 0) await claude(wanted, signal)
    } catch (error) {
      if (!signal.aborted) dispatch({ type: 'failed', error: logged(error) })
    }
  }
  return {
    suggesting,
    wishes,
    isStale,
    asked,
    given,
    setWishes,
    suggest() {
      clickedAt.current = performance.now()
      dispatch({ type: 'suggest' })
      setGiven({})
      // The server works on it while the page works out what it has asked for.
      void ask()
      tell('clicked')
      setAsked(graphOf(trees))
    },
    askClaude: () => void claude({ ...treesToSend(trees), ...wishedBy(wishes) }, begin()),
    select(key) {
      const isNews = key !== chosen?.key || suggesting.state !== 'StrategySelected'
      const next = suggesting.suggestions?.orderings.find((each) => each.key === key)
      if (next === undefined || !isNews) return
      tell('selected')
      dispatch({ type: 'select', key })
    },
    edit(ordering) {
      const times = suggesting.suggestions?.response.times
      if (asked === null || times === undefined) return
      const figures = figuresOf(asked, ordering.strategy.phases, times)
      const strategy = { ...ordering.strategy, ...figures }
      dispatch({ type: 'edit', ordering: { ...ordering, strategy } })
    },
    apply() {
      request.current.abort()
      tell('applied')
      dispatch({ type: 'apply' })
    },
    clear() {
      tell('cleared')
      dispatch({ type: 'clear' })
    },
    close() {
      request.current.abort()
      dispatch({ type: 'close' })
    },
    reopen: () => dispatch({ type: 'reopen' }),
    judge(ordering, event) {
      setGiven((before) => ({ ...before, [ordering.key]: event }))
      const tree_hash = suggesting.suggestions?.response.tree_hash ?? ''
      const { strategy_id } = ordering.strategy
      quietly(sendFeedback({ tree_hash, strategy_id, useful: event === 'useful' }))
    },
  }
}

const tell = (event: SuggestUse['event']): void => quietly(tellUse({ event }))

const wishedBy = ({ count, maxParallel, preference }: Wishes): ParallelizationRequest => ({
  count,
  ...(maxParallel !== null && { max_parallel: maxParallel }),
  ...(preference !== '' && { strategy_preference: preference }),
})

interface SettingsOfPage {
  /** null: not told yet, or not at all. Then nothing is known against the button. */
  readonly settings: SuggestSettings | null
  readonly asked: Promise<SuggestSettings | null>
}

export function useSuggestSettings(): SettingsOfPage {
  const [asked] = useState(askForSettings)
  const [settings, setSettings] = useState<SuggestSettings | null>(null)
  useEffect(() => void asked.then(setSettings), [asked])
  return { settings, asked }
}

const askForSettings = (): Promise<SuggestSettings | null> =>
  readSuggestSettings().catch(() => null)

/** Measures from the click until the orderings are on the screen. */
function useTimeToShow({ state }: Suggesting, clickedAt: { current: number | null }): void {
  useEffect(() => {
    const began = clickedAt.current
    if (state !== 'DisplayingSuggestions' || began === null) return
    clickedAt.current = null
    const frame = requestAnimationFrame(() => {
      quietly(tellUse({ event: 'shown', seconds: (performance.now() - began) / 1000 }))
    })
    return () => cancelAnimationFrame(frame)
  }, [state, clickedAt])
}

/** Feedback is for the metrics: whether it arrives is no concern of the user. */
const quietly = (sent: Promise<unknown>): void => void sent.catch(() => {})

function logged(error: unknown): SuggestError {
  console.warn('Suggest Order:', error)
  return reasonOf(error)
}
