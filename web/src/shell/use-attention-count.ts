/** How much needs the person: for the bar, the title of the page, and the notification. */
import { useEffect, useMemo, useRef } from 'react'
import { attentionOf, isUrgent, type Attention } from '../../../src/core/attention.ts'
import { sayAttention } from '../../../src/core/say-attention.ts'
import type { ShownRun } from '../live/shown-run.tsx'

export function useAttentionCount(shown: ShownRun | null): number {
  const urgent = useUrgent(shown)
  useEffect(() => {
    const name = shown?.run.plan.name ?? ''
    document.title = `${urgent.length > 0 ? `(${urgent.length}) ` : ''}${name} Conductor`.trim()
  }, [urgent.length, shown?.run.plan.name])
  useNotification(urgent, shown)
  return urgent.length
}

function useUrgent(shown: ShownRun | null): readonly Attention[] {
  return useMemo(
    () => (shown?.mode === 'live' ? attentionOf(shown.run, shown.now()).filter(isUrgent) : []),
    // The run is changed in place: its version tells.
    [shown],
  )
}

/** Once for each thing, and only when the page is not being looked at. */
function useNotification(urgent: readonly Attention[], shown: ShownRun | null): void {
  const told = useRef(new Set<string>())
  useEffect(() => {
    for (const item of urgent) {
      const name = `${item.kind} ${item.task} ${item.since}`
      if (told.current.has(name)) continue
      told.current.add(name)
      if (mayNotify() && document.hidden) notify(item, shown!)
    }
  }, [urgent, shown])
}

const mayNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted'

function notify(item: Attention, { now }: ShownRun): void {
  const title = item.task === null ? 'Conductor' : `${item.task} needs you`
  const note = new Notification(title, { body: sayAttention(item, now()), tag: `${item.task}` })
  note.addEventListener('click', () => {
    window.focus()
    location.assign('/attention')
  })
}
