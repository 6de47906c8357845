/** How the newest run of every project stands: read when asked for, followed while a browser watches, closed when unused. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  brokenProject,
  glanceAt,
  MISSING,
  needsInQueue,
  type ProjectDocument,
  type ProjectGlance,
} from '../../core/projects/project-document.ts'
import type { ProjectQueue } from '../../core/projects/one-queue.ts'
import type { Attention } from '../../core/report/attention.ts'
import { waitingRuns, type WaitingRun } from '../../core/report/waiting-run.ts'
import type { Run } from '../../core/run/run.ts'
import { errorMessage } from '../../core/text/error-message.ts'
import { followLog, type LiveRuns } from '../live/live-runs.ts'
import type { ListedProject, ServedHub } from './served-hub.ts'

export interface Glances extends Disposable {
  /** A project that cannot be read says why, and the others are listed all the same. */
  rows(): Promise<readonly ProjectDocument[]>
  /** The queue of each project that has something in it. */
  queues(): Promise<readonly ProjectQueue[]>
  /** Calls the listener with all rows when one of them has changed. */
  subscribe(listener: (rows: readonly ProjectDocument[]) => void): () => void
}

/** Milliseconds. A look at a project whose run stands still takes about 50 microseconds. */
const LOOK_EVERY = 500
const UNUSED_AFTER = 60_000

interface Watched extends Disposable {
  readonly root: string
  look(now: number): Seen
}

interface Looked {
  readonly project: ListedProject
  readonly seen: Seen
}

interface Seen {
  readonly glance: ProjectGlance
  readonly run: Run | null
  readonly needs: readonly Attention[]
}

export function openGlances(hub: ServedHub): Glances {
  const watched = new Map<string, Watched>()
  const listeners = new Set<(rows: readonly ProjectDocument[]) => void>()
  let usedAt = Date.now()
  let told = ''
  let isLooking = false
  let isClosed = false
  const timer = setInterval(() => void tick(), LOOK_EVERY).unref()
  return {
    rows,
    queues: async () =>
      (await look()).flatMap(({ project, seen: { run, needs, glance } }) => {
        const waiting = glance.waiting_runs
        return run === null || needs.length + waiting.length === 0
          ? []
          : [{ project, run, needs, waiting }]
      }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      isClosed = true
      closeAll()
    },
  }

  async function rows(): Promise<readonly ProjectDocument[]> {
    return (await look()).map(({ project: { id, name, root }, seen: { glance } }) => ({
      id,
      name,
      folder: root,
      is_current: id === hub.current,
      ...glance,
    }))
  }

  /** Opening a store takes a while, so other requests are answered between two of them. */
  async function look(): Promise<readonly Looked[]> {
    usedAt = Date.now()
    const projects = hub.list()
    closeOthers(projects)
    const looked: Looked[] = []
    for (const project of projects) {
      if (project.isThere && !watched.has(project.id)) await nextTurn()
      looked.push({ project, seen: seenOf(project) })
    }
    return looked
  }

  function seenOf(project: ListedProject): Seen {
    if (!project.isThere || isClosed) return { ...NOTHING, glance: MISSING }
    try {
      return (watched.get(project.id) ?? begin(project)).look(Date.now())
    } catch (error) {
      watched.get(project.id)?.[Symbol.dispose]()
      watched.delete(project.id)
      return { ...NOTHING, glance: brokenProject(errorMessage(error)) }
    }
  }

  function begin(project: ListedProject): Watched {
    const begun = watch(hub, project)
    watched.set(project.id, begun)
    return begun
  }

  async function tick(): Promise<void> {
    if (listeners.size === 0 && Date.now() - usedAt > UNUSED_AFTER) closeAll()
    if (listeners.size === 0 || isLooking) return
    isLooking = true
    const now = await rows().finally(() => (isLooking = false))
    const text = JSON.stringify(now)
    if (text === told) return
    told = text
    for (const listener of listeners) listener(now)
  }

  /** Also a project that is in another folder now. */
  function closeOthers(projects: readonly ListedProject[]): void {
    const there = new Map(projects.map(({ id, root, isThere }) => [id, isThere ? root : null]))
    for (const [id, one] of watched) {
      if (there.get(id) === one.root) continue
      one[Symbol.dispose]()
      watched.delete(id)
    }
  }

  function closeAll(): void {
    for (const one of watched.values()) one[Symbol.dispose]()
    watched.clear()
  }
}

const NOTHING = { run: null, needs: [] } as const

/** Some needs come and go with the clock, without an event. */
const STALE_AFTER = 5000

function watch(hub: ServedHub, project: ListedProject): Watched {
  using opening = new DisposableStack()
  const log = opening.use(hub.glance(project))
  let trouble: unknown = null
  const live = opening.use(followLog(log, (error) => void (trouble = error), null))
  const opened = opening.move()
  const waitingBesides = waitingWhile(log)
  let last: { readonly moment: string; readonly at: number; readonly seen: Seen } | null = null
  return {
    root: project.root,
    look(now) {
      trouble = null
      live.look()
      if (trouble !== null) throw trouble
      const moment = momentOf(live)
      if (last?.moment !== moment || now - last.at > STALE_AFTER)
        last = { moment, at: now, seen: seenIn(live, now, waitingBesides) }
      return last.seen
    },
    [Symbol.dispose]: () => opened.dispose(),
  }
}

/** A run that goes on becomes the current one, so the others are read only when another run does. */
function waitingWhile({ log, conductedRun }: ReturnType<ServedHub['glance']>) {
  let read: { readonly beside: string; readonly runs: readonly WaitingRun[] } | null = null
  return (run: Run, now: number): readonly WaitingRun[] => {
    const beside = `${run.id} ${run.startedAt}`
    if (read?.beside !== beside)
      read = { beside, runs: waitingRuns(log, { shown: run.id, conducted: conductedRun(), now }) }
    return read.runs
  }
}

function momentOf(live: LiveRuns): string {
  const run = live.current()
  return JSON.stringify([run?.id, run?.startedAt, run?.sequence, live.conducted()])
}

function seenIn(
  live: LiveRuns,
  now: number,
  waitingBesides: (run: Run, now: number) => readonly WaitingRun[],
): Seen {
  const run = live.current()
  const { conducted, frozen } = live.conducted()
  const state = { isConducted: conducted, frozen }
  return {
    glance: glanceAt(run, now, state, run === null ? [] : waitingBesides(run, now)),
    run,
    needs: run === null ? [] : needsInQueue(run, now, state),
  }
}
