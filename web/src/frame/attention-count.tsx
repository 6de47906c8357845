/** The number of urgent needs: beside the link, in the title of the page, and as a notification. */
import { useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import { isUrgent, type Attention } from '../../../src/core/report/attention.ts'
import { sayNeedCount } from '../../../src/core/report/waits-for-you.ts'
import type { Run } from '../../../src/core/run/run.ts'
import { sayAttention } from '../../../src/core/say/say-attention.ts'
import { needName, needsFinder } from '../views/attention/needs.ts'
import { useShownRun } from '../data/live/shown-run.tsx'
import { useSparingly } from '../data/live/use-sparingly.ts'
import { mayNotify } from './notify-me.ts'
import { pageTitle } from './page-title.ts'

export function AttentionCount() {
  const shown = useShownRun()
  const needs = useSparingly(shown.mode === 'live' ? needsFinder(shown) : noNeeds)
  const urgent = useMemo(() => needs.filter(isUrgent), [needs])
  useTitle(urgent.length, shown.run)
  useNotification(urgent, shown.now)
  if (urgent.length === 0) return null
  return (
    <span className="needs" aria-label={sayNeedCount(urgent.length)}>
      {urgent.length}
    </span>
  )
}

/** A plan needs nothing but to be started. */
const noNeeds = (): readonly Attention[] => []

function useTitle(needs: number, run: Run): void {
  const [path] = useLocation()
  useEffect(() => {
    document.title = pageTitle(path, needs, run)
  }, [path, needs, run])
}

/** More new needs than this become one notification. */
const MOST_AT_ONCE = 3

/** Notifies once for each need, and only while the page is hidden. */
function useNotification(urgent: readonly Attention[], now: () => number): void {
  const notified = useRef(new Set<string>())
  const [, navigate] = useLocation()
  useEffect(() => {
    const fresh = urgent.filter((item) => !notified.current.has(needName(item)))
    for (const item of fresh) notified.current.add(needName(item))
    if (fresh.length === 0 || !document.hidden || !mayNotify()) return
    for (const note of notesOf(fresh, urgent.length, now()))
      notify(note, () => navigate('/attention'))
    // `now` is another function after each event, which is no reason to notify.
  }, [urgent])
}

interface Note {
  readonly title: string
  readonly body: string
  /** A later notification with the same tag replaces this one. */
  readonly tag: string
}

function notesOf(fresh: readonly Attention[], all: number, now: number): readonly Note[] {
  if (fresh.length > MOST_AT_ONCE)
    return [{ title: `${all} things need you`, body: '', tag: 'many' }]
  return fresh.map((item) => ({
    title: item.task === null ? 'Conductor' : `${item.task} needs you`,
    body: sayAttention(item, now),
    tag: `${item.task}`,
  }))
}

/** A click does not reload the page: it may hold text or a draft that has not been sent. */
function notify({ title, body, tag }: Note, onClick: () => void): void {
  try {
    new Notification(title, { body, tag }).addEventListener('click', () => {
      window.focus()
      onClick()
    })
  } catch {
    // Browsers of phones have Notification, but do not let a page make one; the title of the page has the count.
  }
}
