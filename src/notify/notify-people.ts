/** Tells people what needs them and how a run ended, so that nobody has to watch. */
import { attentionOf, isUrgent } from '../core/report/attention.ts'
import type { Run } from '../core/run/run.ts'
import { noteOn, noteOnEnd, type Note } from './note.ts'
import { NOTHING_TOLD, whatToTell } from './what-to-tell.ts'

/** One way to reach people. */
export interface Channel {
  /** For notes about the channel itself. */
  readonly name: string
  /** Rejects when it could not. */
  send(note: Note): Promise<void>
}

export interface NotifyPorts {
  readonly onAttention: readonly Channel[]
  readonly onComplete: readonly Channel[]
  readonly onFailure: readonly Channel[]
  readonly quietSeconds: number
  /** A channel does not work; said once for each. */
  readonly onTrouble: (what: string) => void
}

export interface Notifier {
  /** Sends what has become worth telling since the last look. */
  look(now: number): void
  /** Everything has been sent, or has failed. */
  settled(): Promise<void>
}

export function notifyPeople(run: Run, ports: NotifyPorts): Notifier {
  let told = NOTHING_TOLD
  let ended = run.ended
  const broken = new Set<Channel>()
  const sending = new Set<Promise<void>>()

  return {
    look(now) {
      // What failed in a run that is over is told with its end.
      const standing = run.ended === null ? attentionOf(run, now).filter(isUrgent) : []
      const notes = standing.map((item) => noteOn(run, item, now))
      const found = whatToTell(notes, told, { now, quietSeconds: ports.quietSeconds })
      told = found.told
      for (const note of found.tell) send(ports.onAttention, note)
      if (run.ended !== ended) tellEnd()
      ended = run.ended
    },
    async settled() {
      await Promise.all(sending)
    },
  }

  function tellEnd(): void {
    if (run.ended?.status === 'completed') send(ports.onComplete, noteOnEnd(run, 'completed'))
    if (run.ended?.status === 'failed') send(ports.onFailure, noteOnEnd(run, 'failed'))
  }

  function send(channels: readonly Channel[], note: Note): void {
    for (const channel of channels) {
      const sent = sendBy(channel, note).finally(() => sending.delete(sent))
      sending.add(sent)
    }
  }

  async function sendBy(channel: Channel, note: Note): Promise<void> {
    try {
      await channel.send(note)
    } catch (error) {
      complain(channel, error)
    }
  }

  /** A channel that fails is no reason to disturb the run. */
  function complain(channel: Channel, error: unknown): void {
    if (broken.has(channel)) return
    broken.add(channel)
    const reason = error instanceof Error ? error.message : String(error)
    ports.onTrouble(`nobody was told by ${channel.name}: ${reason}`)
  }
}
