/** The run in the browser: the same fold as in the server, over the same events. */
import { applyEvent } from '../../../../src/core/run/apply-event.ts'
import type { Event } from '../../../../src/core/run/event.ts'
import type { Frozen } from '../../../../src/core/report/attention-document.ts'
import type { AttemptId } from '../../../../src/core/value/ids.ts'
import type { Run } from '../../../../src/core/run/run.ts'
import { unpackRun } from '../../../../src/core/run/run-snapshot.ts'
import type { FromBrowser, FromServer } from '../../../../src/server/live/messages.ts'
import type { TranscriptPiece } from '../../../../src/core/transcript/entry.ts'
import type { Tracker } from '../../../../src/core/workspace/tracker.ts'
import { watchTracker } from './watched-tracker.ts'
import { watchActions, type LastActions } from './watched-actions.ts'
import { watchTranscripts } from './watched-transcripts.ts'

/**
 * How the connection to the server stands. Only in `live` is the page known to be up to date.
 * connecting: for the first time. reconnecting: the connection was lost and is being retried. offline: the server
 * does not answer. locked: the server answers, but does not let this browser in. no-project: the server does not serve
 * the project of this page. outdated: the server was restarted as another build, whose events this page may not know.
 */
type LineState = 'connecting' | 'live' | 'outdated' | Down

type Down = 'reconnecting' | 'offline' | 'locked' | 'no-project'

export interface LiveView {
  /** Events change it in place; `version` grows when they do. null: there has been no run yet. */
  readonly run: Run | null
  readonly version: number
  /** Whether a coordinator conducts the run. */
  readonly conducted: boolean
  /** The coordinator, if its process is stopped (SIGSTOP). */
  readonly frozen: Frozen | null
  readonly line: LineState
  /** When the connection was lost; null while it is there. */
  readonly lostAt: number | null
  /** Milliseconds that the server's clock is ahead of ours. */
  readonly clockAhead: number
  /** All projects of the server; null: not told yet, or not asked for. */
  readonly projects: Projects | null
}

export type Projects = Omit<FromServer & { readonly type: 'projects' }, 'type'>

/** Carries messages to and from the server. It reconnects by itself and calls `up` when it is connected again. */
export interface Line {
  open(handlers: LineHandlers): void
  /** Sends nothing while the line is down. */
  send(message: FromBrowser): void
  close(): void
}

export interface LineHandlers {
  heard(message: FromServer): void
  /** Messages get through from now on; the server has heard nothing on this connection yet. */
  up(): void
  down(why: Down): void
}

export interface LiveRun {
  view(): LiveView
  subscribe(listener: () => void): () => void
  /** Calls `heard` with the output of an attempt, from its beginning and as it comes. Returns a function that stops this. */
  watch(
    attempt: AttemptId,
    heard: (pieces: readonly TranscriptPiece[]) => void,
    from?: number,
  ): () => void
  /** Calls `heard` with the workspaces of all repositories, at once and whenever they change. Returns a function that stops this. */
  watchTracker(heard: (tracker: Tracker) => void): () => void
  /** Calls `heard` with the last action of each working attempt, whenever one changes. Returns a function that stops this. */
  watchActions(heard: (actions: LastActions) => void): () => void
  close(): void
}

/**
 * whenToTell: calls `tell` when it is time to render, once for many changes. renew: loads a page of the server's
 * build, if it can. watchesProjects: whether all projects are followed, too.
 */
export function openLiveRun(
  line: Line,
  whenToTell: (tell: () => void) => void,
  renew: (build: string) => void = () => {},
  watchesProjects = false,
): LiveRun {
  const listeners = new Set<() => void>()
  const transcripts = watchTranscripts(line.send)
  const tracker = watchTracker(line.send)
  const actions = watchActions(line.send)
  let view: LiveView = FIRST_VIEW
  let isTold = true
  /** Events that arrive before the snapshot we asked for belong to a fold that we have given up. */
  let awaitsSnapshot = false
  /** The build of the server that this page came from. */
  let ownBuild: string | null = null
  let isOutdated = false
  line.open({ heard, up, down })

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch: transcripts.watch,
    watchTracker: tracker.watch,
    watchActions: actions.watch,
    close: line.close,
  }

  function up(): void {
    const { run } = view
    awaitsSnapshot = false
    const known = run && { run: run.id, startedAt: run.startedAt, sequence: run.sequence }
    line.send({ type: 'follow', known })
    if (watchesProjects) line.send({ type: 'watch-projects' })
    transcripts.resume()
    tracker.resume()
    actions.resume()
  }

  function down(why: Down): void {
    const isFirst = view.line === 'connecting' && why === 'reconnecting'
    change({ line: isFirst ? 'connecting' : why, lostAt: view.lostAt ?? Date.now() })
  }

  function heard(message: FromServer): void {
    if (message.type === 'hello') meet(message.build)
    else if (!isOutdated) take(message)
  }

  function meet(build: string | null): void {
    ownBuild ??= build
    isOutdated = build !== null && build !== ownBuild
    if (!isOutdated) return
    change({ line: 'outdated' })
    renew(build!)
  }

  function take(message: Exclude<FromServer, { type: 'hello' }>): void {
    switch (message.type) {
      case 'snapshot':
        awaitsSnapshot = false
        return change({
          run: message.run && unpackRun(message.run),
          conducted: message.conducted,
          frozen: message.frozen,
          clockAhead: message.now - Date.now(),
          ...LIVE,
        })
      case 'events':
        return takeEvents(message.after, message.events)
      case 'conducted':
        return change({ conducted: message.conducted, frozen: message.frozen })
      case 'transcript':
        return transcripts.heard(message)
      case 'tracker':
        return tracker.heard(message.tracker)
      case 'actions':
        return actions.heard(message.actions)
      case 'batches':
        // The page works out batches from the events.
        return
      case 'projects':
        return change({ projects: message })
      case 'beat':
        return compare(message.sequence, message.now)
    }
  }

  /** Skips events that we have. If one is missing we ask for a snapshot, rather than show a run that is wrong. */
  function takeEvents(after: number, events: readonly Event[]): void {
    const { run } = view
    if (awaitsSnapshot) return
    if (run === null || after > run.sequence || events.some((event) => event.run !== run.id))
      return startAnew()
    const fresh = events.filter(({ sequence }) => sequence > run.sequence)
    for (const event of fresh) applyEvent(run, event)
    if (fresh.length > 0 || view.line !== 'live') change(LIVE)
  }

  function compare(sequence: number, now: number): void {
    if (sequence !== (view.run?.sequence ?? 0) && !awaitsSnapshot) startAnew()
    const clockAhead = now - Date.now()
    if (Math.abs(clockAhead - view.clockAhead) > CLOCK_TOLERANCE) change({ clockAhead })
  }

  function startAnew(): void {
    awaitsSnapshot = true
    line.send({ type: 'follow', known: null })
  }

  function change(change: Partial<LiveView>): void {
    view = { ...view, ...change, version: view.version + 1 }
    if (!isTold) return
    isTold = false
    whenToTell(tell)
  }

  function tell(): void {
    isTold = true
    for (const listener of listeners) listener()
  }
}

const FIRST_VIEW: LiveView = {
  run: null,
  version: 0,
  conducted: false,
  frozen: null,
  line: 'connecting',
  lostAt: null,
  clockAhead: 0,
  projects: null,
}

const LIVE = { line: 'live', lostAt: null } as const

const CLOCK_TOLERANCE = 1000
