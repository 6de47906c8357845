/** How much needs the person: beside the link, in the title of the page, and as a notification. */
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { attentionOf, isUrgent, type Attention } from '../../../src/core/attention.ts'
import type { Run } from '../../../src/core/run.ts'
import { sayAttention } from '../../../src/core/say-attention.ts'
import { useShownRun, type ShownRun } from '../live/shown-run.tsx'
import { useSparingly } from '../live/use-sparingly.ts'
import { mayNotify } from './notify-me.ts'
import { pageTitle } from './page-title.ts'

export function AttentionCount() {
  const shown = useShownRun()
  const urgent = useSparingly(shown.mode === 'live' ? urgentOf : nobody)
  useTitle(urgent.length, shown.run)
  useNotification(urgent, shown)
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

/** Once for each thing, and only when the page is not being looked at. */
function useNotification(urgent: readonly Attention[], shown: ShownRun): void {
  const told = useRef(new Set<string>())
  useEffect(() => {
    for (const item of urgent) {
      const name = `${item.kind} ${item.task} ${item.since}`
      if (told.current.has(name)) continue
      told.current.add(name)
      if (mayNotify() && document.hidden) notify(item, shown.now())
    }
  }, [urgent, shown])
}

function notify(item: Attention, now: number): void {
  const title = item.task === null ? 'Conductor' : `${item.task} needs you`
  const note = new Notification(title, { body: sayAttention(item, now), tag: `${item.task}` })
  note.addEventListener('click', () => {
    window.focus()
    location.assign('/attention')
  })
}
