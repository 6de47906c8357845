/** How much needs the person: beside the link, in the title of the page, and as a notification. */
import { useEffect, useRef } from 'react'
import { attentionOf, isUrgent, type Attention } from '../../../src/core/attention.ts'
import type { Run } from '../../../src/core/run.ts'
import { sayAttention } from '../../../src/core/say-attention.ts'
import { useShownRun, type ShownRun } from '../live/shown-run.tsx'
import { useSparingly } from '../live/use-sparingly.ts'

export function AttentionCount() {
  const shown = useShownRun()
  const urgent = useSparingly(urgentOf)
  useTitle(urgent.length, shown.run.plan.name)
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

function useTitle(count: number, plan: string): void {
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${plan} - Conductor`
  }, [count, plan])
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

const mayNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted'

function notify(item: Attention, now: number): void {
  const title = item.task === null ? 'Conductor' : `${item.task} needs you`
  const note = new Notification(title, { body: sayAttention(item, now), tag: `${item.task}` })
  note.addEventListener('click', () => {
    window.focus()
    location.assign('/attention')
  })
}
