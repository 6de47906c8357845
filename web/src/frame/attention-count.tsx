/** The number of urgent needs: beside the link, in the title of the page, and as a notification. */
import { useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import type { ProjectDocument } from '../../../src/core/projects/project-document.ts'
import { isUrgent, type Attention } from '../../../src/core/report/attention.ts'
import { sayNeedCount } from '../../../src/core/report/waits-for-you.ts'
import type { Run } from '../../../src/core/run/run.ts'
import { sayAttention } from '../../../src/core/say/say-attention.ts'
import { needName, needsFinder } from '../views/attention/needs.ts'
import { pageProject } from '../data/api/project.ts'
import { ShowRun, type ShownRun } from '../data/live/shown-run.tsx'
import { useProjects, type ShownProjects } from '../data/live/use-projects.ts'
import { useSparingly } from '../data/live/use-sparingly.ts'
import { mayNotify } from './notify-me.ts'
import { pageTitle } from './page-title.ts'

export default function AttentionCount({ shown }: { readonly shown: ShownRun | null }) {
  if (shown === null) return <Count urgent={NONE} shown={null} />
  return (
    <ShowRun value={shown}>
      <CountWithRun shown={shown} />
    </ShowRun>
  )
}

function CountWithRun({ shown }: { readonly shown: ShownRun }) {
  const needs = useSparingly(shown.mode === 'live' ? needsFinder(shown) : noNeeds)
  const urgent = useMemo(() => needs.filter(isUrgent), [needs])
  return <Count urgent={urgent} shown={shown} />
}

/** Counts what needs the user in this project, which the page knows best, and in all others. */
function Count({
  urgent,
  shown,
}: {
  readonly urgent: readonly Attention[]
  readonly shown: ShownRun | null
}) {
  const projects = useProjects()
  const others = projects?.projects.filter(({ id }) => id !== projects.own?.id) ?? []
  const elsewhere = others.reduce((sum, { needs_you }) => sum + needs_you, 0)
  const count = urgent.length + elsewhere + decisionsOfOtherRuns(projects)
  useTitle(count, shown?.run ?? null, projects)
  useNotification(urgent, shown?.now ?? Date.now)
  useProjectNotes(others)
  if (count === 0) return null
  return (
    <span className="needs" aria-label={sayNeedCount(count)}>
      {count}
    </span>
  )
}

const decisionsOfOtherRuns = (projects: ShownProjects | null): number =>
  (projects?.projects ?? [])
    .flatMap(({ waiting_runs: waiting }) => waiting)
    .reduce((sum, { decisions }) => sum + decisions, 0)

const NONE: readonly Attention[] = []

/** A plan needs nothing but to be started. */
const noNeeds = (): readonly Attention[] => []

function useTitle(needs: number, run: Run | null, projects: ShownProjects | null): void {
  const [path] = useLocation()
  const project = projects?.own?.name ?? pageProject()
  useEffect(() => {
    document.title = pageTitle(path, { needs, run, project })
  }, [path, needs, run, project])
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

/** Notifies when more things need the user in another project, and only while the page is hidden. */
function useProjectNotes(others: readonly ProjectDocument[]): void {
  const countsBefore = useRef<ReadonlyMap<string, number>>(new Map())
  const [, navigate] = useLocation()
  const counts = others.map(({ id, needs_you }) => `${id} ${needs_you}`).join()
  useEffect(() => {
    const before = countsBefore.current
    countsBefore.current = new Map(others.map(({ id, needs_you }) => [id, needs_you]))
    if (!document.hidden || !mayNotify()) return
    for (const { id, needs_you: needs } of others)
      if (needs > (before.get(id) ?? 0))
        notify({ title: `${id}: ${sayNeedCount(needs)}`, body: '', tag: `project ${id}` }, () =>
          navigate('/attention'),
        )
    // Only a changed count is a reason to notify.
  }, [counts])
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
