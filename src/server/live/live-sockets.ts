/** The browsers on the live socket: joining and leaving, what they may send, and when all of them are told. */
import type { Event } from '../../core/run/event.ts'
import { packRun } from '../../core/run/run-snapshot.ts'
import { timesOfRun } from '../../core/ordering/times-of-run.ts'
import { parseMessage } from './parse-message.ts'
import { prepareSuggestions } from './prepare-suggestions.ts'
import { openLiveActions } from './live-actions.ts'
import { openLiveBatches } from './live-batches.ts'
import { openLiveTracker } from './live-tracker.ts'
import type { SocketConnection } from './socket-connection.ts'
import type { LiveProjects } from '../hub/live-projects.ts'
import type { LiveRuns, Movement } from './live-runs.ts'
import { openLiveTranscripts, type Watcher } from './live-transcripts.ts'
import { BEAT_SECONDS, type FromBrowser, type FromServer } from './messages.ts'
import { MOST_WAITING, openFollower, type Batch, type Follower } from './run-follower.ts'
import type { ServedRepository } from '../served/served-repository.ts'

export interface LiveSockets extends Disposable {
  /** Whether no more browsers may join now. */
  isFull(): boolean
  /** How many browsers have joined. */
  count(): number
  join(connection: SocketConnection): Joined
}

export interface Joined {
  heard(text: string): void
  left(): void
}

const MOST_SOCKETS = 500
/** Milliseconds in which events are gathered for one message: the duration of one frame on a screen. */
const TOGETHER = 16
const TRANSCRIPT_EVERY = 120
const BATCHES_EVERY = 250
const ACTIONS_EVERY = 500
const TRACKER_EVERY = 2000
const CATCH_UP_EVERY = 200
/** How many messages one browser may send: at once, and per second in the long run. */
const MOST_HEARD = { atOnce: 100, perSecond: 20 }

/** troubled: is told about errors; the browser concerned is disconnected, the others go on. */
export function openLiveSockets(
  served: ServedRepository,
  live: LiveRuns,
  troubled: (error: unknown) => void,
  projects: LiveProjects | null = null,
): LiveSockets {
  const members = new Set<Member>()
  const snapshot = snapshotOf(live)
  const transcripts = openLiveTranscripts(served, live.current, troubled)
  const batches = openLiveBatches(live)
  const actions = openLiveActions(served, live.current, troubled)
  const prepared = prepareSuggestions(
    (asked) => served.suggestions.suggest(asked),
    () => {
      const run = live.current()
      return run === null ? new Map() : timesOfRun(run, served.id)
    },
  )
  const workspaces = openLiveTracker(served.tracker, troubled, prepared.changed)
  let gathered: readonly Event[] = []
  let after = 0
  let toldAt = -Infinity
  let telling: NodeJS.Timeout | undefined
  const unsubscribe = live.subscribe(hearOf)
  const timers = [
    setInterval(beat, BEAT_SECONDS * 1000),
    setInterval(() => forAll(({ follower }) => follower.catchUp()), CATCH_UP_EVERY),
    setInterval(transcripts.look, TRANSCRIPT_EVERY),
    setInterval(batches.look, BATCHES_EVERY),
    setInterval(actions.look, ACTIONS_EVERY),
    setInterval(workspaces.look, TRACKER_EVERY),
  ]
  for (const timer of timers) timer.unref()

  return {
    isFull: () => members.size >= MOST_SOCKETS,
    count: () => members.size,
    join(connection) {
      const follower = openFollower({ live, log: served.log, snapshot }, connection)
      const watcher = { isReady: () => connection.waiting() < MOST_WAITING, tell: connection.send }
      const member = { connection, follower, watcher, mayHear: allowance(MOST_HEARD) }
      members.add(member)
      return {
        heard: (text) => forOne(member, () => hear(member, text)),
        left: () => leave(member),
      }
    },
    [Symbol.dispose]() {
      unsubscribe()
      clearTimeout(telling)
      prepared[Symbol.dispose]()
      for (const timer of timers) clearInterval(timer)
      for (const { connection } of members) connection.close(1001, 'the server ends')
    },
  }

  function hearOf(movement: Movement): void {
    switch (movement.is) {
      case 'events':
        return gather(movement)
      case 'other-run':
        gathered = []
        return forAll(({ follower }) => follower.changed())
      case 'conducted':
        return forAll(({ follower }) => follower.conducted())
    }
  }

  /** The first event after a pause is sent at once. */
  function gather(movement: Movement & { is: 'events' }): void {
    if (gathered.length === 0) ({ after } = movement)
    gathered = gathered.concat(movement.events)
    const rest = toldAt + TOGETHER - performance.now()
    telling ??= setTimeout(tellEvents, Math.max(0, rest)).unref()
  }

  function tellEvents(): void {
    telling = undefined
    toldAt = performance.now()
    if (gathered.length === 0) return
    const batch = batchOf(after, gathered)
    gathered = []
    forAll(({ follower }) => follower.moved(batch))
  }

  function hear(member: Member, text: string): void {
    const message = parseMessage(text)
    if (message === null) member.connection.close(1008, 'not a message we know')
    else if (!member.mayHear()) member.connection.close(1008, 'too many messages')
    else act(member, message)
  }

  function act({ connection, follower, watcher }: Member, message: FromBrowser): void {
    switch (message.type) {
      case 'follow':
        return follower.follow(message.known)
      case 'watch':
        if (!transcripts.watch(watcher, message.attempt, message.from))
          connection.close(1008, 'too many transcripts at once')
        return
      case 'unwatch':
        return transcripts.unwatch(watcher, message.attempt)
      case 'watch-batches':
        return batches.watch(watcher)
      case 'watch-projects':
        return projects?.watch(watcher)
      case 'watch-tracker':
        return workspaces.watch(watcher)
      case 'unwatch-tracker':
        return workspaces.leave(watcher)
      case 'watch-actions':
        return actions.watch(watcher)
      case 'unwatch-actions':
        return actions.leave(watcher)
    }
  }

  function beat(): void {
    forAll(({ connection, follower }) => {
      if (connection.isThere()) follower.beat()
      else connection.drop()
    })
  }

  function forAll(tell: (member: Member) => void): void {
    for (const member of members) forOne(member, () => tell(member))
  }

  function forOne(member: Member, tell: () => void): void {
    try {
      tell()
    } catch (error) {
      troubled(error)
      member.connection.close(1011, 'something went wrong here')
    }
  }

  function leave(member: Member): void {
    members.delete(member)
    transcripts.leave(member.watcher)
    batches.leave(member.watcher)
    projects?.leave(member.watcher)
    workspaces.leave(member.watcher)
    actions.leave(member.watcher)
  }
}

interface Member {
  readonly connection: SocketConnection
  readonly follower: Follower
  readonly watcher: Watcher
  /** Whether the browser may send one more message. */
  mayHear(): boolean
}

/** The run is packed once for all browsers that join before its next event. */
function snapshotOf(live: LiveRuns): () => string {
  let packed: { readonly moment: string; readonly text: string } | null = null
  return () => {
    const run = live.current()
    const moment = run === null ? '' : `${run.id} ${run.startedAt} ${run.sequence}`
    if (packed?.moment !== moment) packed = { moment, text: JSON.stringify(run && packRun(run)) }
    const rest = { type: 'snapshot', ...live.conducted(), now: Date.now() } as const
    return `${JSON.stringify(rest).slice(0, -1)},"run":${packed.text}}`
  }
}

function batchOf(after: number, events: readonly Event[]): Batch {
  let text: string | null = null
  const message: FromServer = { type: 'events', after, events }
  return { after, last: events.at(-1)!.sequence, text: () => (text ??= JSON.stringify(message)) }
}

function allowance({ atOnce, perSecond }: typeof MOST_HEARD): () => boolean {
  let left = atOnce
  let at = performance.now()
  return () => {
    const now = performance.now()
    left = Math.min(atOnce, left + ((now - at) / 1000) * perSecond) - 1
    at = now
    return left >= 0
  }
}
