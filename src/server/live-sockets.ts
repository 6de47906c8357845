/** The browsers that follow: each gets a snapshot or what it missed, then every event in order, once. */
import * as z from 'zod'
import type { Event } from '../core/event.ts'
import { saidAttemptId, type AttemptId, type RunId } from '../core/ids.ts'
import { packRun } from '../core/run-snapshot.ts'
import type { LiveRuns, Movement } from './live-runs.ts'
import { BEAT_SECONDS, type FromBrowser, type FromServer, type Known } from './messages.ts'
import type { ServedRepository, TranscriptFile } from './served-repository.ts'

/** What we need of a socket, whichever library has it. */
export interface Line {
  send(text: string): void
  close(code: number, why: string): void
  /** Bytes that were sent and are not on their way yet. */
  waiting(): number
}

export interface LiveSockets extends Disposable {
  count(): number
  join(line: Line): Joined
}

export interface Joined {
  heard(text: string): void
  left(): void
}

/** Whoever is further behind than this is told nothing more until it has caught up. */
const MOST_WAITING = 4 * 2 ** 20
/** Rather the whole run again than more events than this. */
const MOST_MISSED = 2000
const TRANSCRIPT_EVERY = 120

export function openLiveSockets(served: ServedRepository, live: LiveRuns): LiveSockets {
  const members = new Set<Member>()
  const unsubscribe = live.subscribe((movement) => tellAll(movement))
  const beats = setInterval(beat, BEAT_SECONDS * 1000).unref()
  const transcripts = setInterval(readTranscripts, TRANSCRIPT_EVERY).unref()
  return {
    count: () => members.size,
    join(line) {
      const member: Member = { line, reached: null, watched: new Map() }
      members.add(member)
      return { heard: (text) => hear(member, text), left: () => void members.delete(member) }
    },
    [Symbol.dispose]() {
      unsubscribe()
      clearInterval(beats)
      clearInterval(transcripts)
      for (const { line } of members) line.close(1001, 'the server ends')
    },
  }

  function tellAll(movement: Movement): void {
    if (movement.is === 'other-run') return members.forEach((member) => sendSnapshot(member))
    const text = textOf(
      movement.is === 'events'
        ? { type: 'events', events: movement.events }
        : { type: 'conducted', conducted: movement.conducted },
    )
    for (const member of members) {
      if (member.reached === null) continue
      if (movement.is === 'conducted') member.line.send(text)
      else if (isInStep(member, movement.events)) advance(member, text, movement.events)
    }
  }

  function isInStep(member: Member, events: readonly Event[]): boolean {
    const run = live.current()
    return (
      member.line.waiting() < MOST_WAITING &&
      member.reached!.run === run?.id &&
      member.reached!.sequence < events[0]!.sequence &&
      !member.isBehind
    )
  }

  function advance(member: Member, text: string, events: readonly Event[]): void {
    member.line.send(text)
    member.reached = { ...member.reached!, sequence: events.at(-1)!.sequence }
  }

  function hear(member: Member, text: string): void {
    const message = messageFrom(text)
    if (message === null) return member.line.close(1008, 'not a message we know')
    switch (message.type) {
      case 'follow':
        return follow(member, message.known)
      case 'watch':
        return watch(member, message.attempt, message.from)
      case 'unwatch':
        return void member.watched.delete(message.attempt)
    }
  }

  function follow(member: Member, known: Known | null): void {
    live.look()
    const run = live.current()
    const isSame =
      known !== null &&
      run !== null &&
      known.run === run.id &&
      known.startedAt === run.startedAt &&
      known.sequence <= run.sequence
    const missed = isSame ? [...served.log.eventsOf(run.id, known.sequence)] : null
    if (missed === null || missed.length > MOST_MISSED) return sendSnapshot(member)
    send(member, { type: 'events', events: missed })
    send(member, { type: 'conducted', conducted: live.isConducted() })
    member.reached = { ...known!, sequence: run!.sequence }
  }

  function sendSnapshot(member: Member): void {
    const run = live.current()
    const conducted = live.isConducted()
    send(member, { type: 'snapshot', run: run && packRun(run), conducted, now: Date.now() })
    member.reached = run && { run: run.id, startedAt: run.startedAt, sequence: run.sequence }
  }

  function watch(member: Member, attempt: AttemptId, from: number): void {
    const run = live.current()
    if (run?.attempts.has(attempt) !== true) return
    member.watched.set(attempt, { file: served.transcript(run, attempt), at: from })
    readTranscript(member, attempt)
  }

  function readTranscripts(): void {
    for (const member of members)
      for (const attempt of member.watched.keys()) readTranscript(member, attempt)
  }

  function readTranscript(member: Member, attempt: AttemptId): void {
    const watched = member.watched.get(attempt)!
    if (member.line.waiting() > MOST_WAITING) return
    const { pieces, from, to } = watched.file.read(watched.at)
    watched.at = to
    if (pieces.length > 0) send(member, { type: 'transcript', attempt, from, to, pieces })
  }

  function beat(): void {
    const sequence = live.current()?.sequence ?? 0
    for (const member of members) {
      if (member.isBehind && member.line.waiting() < MOST_WAITING) sendSnapshot(member)
      send(member, { type: 'beat', now: Date.now(), sequence })
    }
  }
}

interface Member {
  readonly line: Line
  reached: { readonly run: RunId; readonly startedAt: number; readonly sequence: number } | null
  readonly watched: Map<AttemptId, { readonly file: TranscriptFile; at: number }>
  isBehind?: boolean
}

const send = (member: Member, message: FromServer): void => member.line.send(textOf(message))

const textOf = (message: FromServer): string => JSON.stringify(message)

const attempt = z.string().max(200).transform(saidAttemptId)

const schema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('follow'),
    known: z
      .object({
        run: z
          .string()
          .max(20)
          .transform((run) => run as RunId),
        startedAt: z.number(),
        sequence: z.number().int().min(0),
      })
      .nullable(),
  }),
  z.object({ type: z.literal('watch'), attempt, from: z.number().int().min(0) }),
  z.object({ type: z.literal('unwatch'), attempt }),
])

function messageFrom(text: string): FromBrowser | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
