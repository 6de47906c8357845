/** How much needs the person: beside the link, in the title of the page, and as a notification. */
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { attentionOf, isUrgent, type Attention } from '../../../src/core/attention.ts'
import type { Run } from '../../../src/core/run.ts'
import { sayAttention } from '../../../src/core/say-attention.ts'
import { needName } from '../attention/needs.ts'
import { useShownRun } from '../live/shown-run.tsx'
import { useSparingly } from '../live/use-sparingly.ts'
import { mayNotify } from './notify-me.ts'
import { pageTitle } from './page-title.ts'

export function AttentionCount() {
  const shown = useShownRun()
  const urgent = useSparingly(shown.mode === 'live' ? urgentOf : nobody)
  useTitle(urgent.length, shown.run)
  useNotification(urgent, shown.now)
  if (urgent.length === 0) return null
  return (
    <span className="needs" aria-label={`${urgent.length} need you`}>
      {urgent.length}
    </span>
  )
}

const urgentOf = (run: Run, now: number): readonly Attention[] =>
  attentionOf(run, now).filter(isUrgent)

/** A plan that has not been started needs nothing but that. */
const nobody = (): readonly Attention[] => []

function useTitle(needs: number, run: Run): void {
  const [path] = useLocation()
  useEffect(() => {
    document.title = pageTitle(path, needs, run)
  }, [path, needs, run])
}

/** More at once are told as one. */
const MOST_AT_ONCE = 3

/** Once for each thing, and only when the page is not being looked at. */
function useNotification(urgent: readonly Attention[], now: () => number): void {
  const told = useRef(new Set<string>())
  useEffect(() => {
    const fresh = urgent.filter((item) => !told.current.has(needName(item)))
    for (const item of fresh) told.current.add(needName(item))
    if (fresh.length === 0 || !document.hidden || !mayNotify()) return
    if (fresh.length > MOST_AT_ONCE) notify(`${urgent.length} things need you`, '', 'many')
    else
      for (const item of fresh)
        notify(
          item.task === null ? 'Conductor' : `${item.task} needs you`,
          sayAttention(item, now()),
          `${item.task}`,
        )
    // With each event the clock is another, but what is to be told is not.
  }, [urgent])
}

/** tag: a later one with the same takes its place. */
function notify(title: string, body: string, tag: string): void {
  new Notification(title, { body, tag }).addEventListener('click', () => {
    window.focus()
    location.assign('/attention')
  })
}
