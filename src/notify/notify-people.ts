/** Tells people what needs them and how a run ended, so that they do not have to watch. */
import { errorMessage } from '../core/text/error-message.ts'
import { attentionOf, isUrgent } from '../core/report/attention.ts'
import type { Run } from '../core/run/run.ts'
import { noteOn, noteOnEnd, type Note } from './note.ts'
import { NOTHING_TOLD, whatToTell } from './what-to-tell.ts'

/** One way to reach people. */
export interface Channel {
  /** The name used in notes about the channel itself. */
  readonly name: string
  /** Rejects when the note could not be sent. */
  send(note: Note): Promise<void>
}

export interface NotifyPorts {
  readonly onAttention: readonly Channel[]
  readonly onComplete: readonly Channel[]
  readonly onFailure: readonly Channel[]
  readonly quietSeconds: number
  /** Called when a channel does not work, once for each channel. */
  readonly onTrouble: (what: string) => void
}

export interface Notifier {
  /** Sends the notes that have become due since the last look. */
  look(now: number): void
  /** Resolves when every note has been sent, or has failed. */
  settled(): Promise<void>
}

export function notifyPeople(run: Run, ports: NotifyPorts): Notifier {
  let told = NOTHING_TOLD
  let ended = run.ended
  const broken = new Set<Channel>()
  const sending = new Set<Promise<void>>()

  return {
    look(now) {
      // Failures in a run that is over are told together with its end.
      const standing = run.ended === null ? attentionOf(run, now).filter(isUrgent) : []
      const notes = standing.map((item) => noteOn(run, item, now))
      const notice = whatToTell(notes, told, { now, quietSeconds: ports.quietSeconds })
      told = notice.told
      for (const note of notice.tell) send(ports.onAttention, note)
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

  /** Reports a failing channel once; it is no reason to disturb the run. */
  function complain(channel: Channel, error: unknown): void {
    if (broken.has(channel)) return
    broken.add(channel)
    const reason = errorMessage(error)
    ports.onTrouble(`no notification by ${channel.name}: ${reason}`)
  }
}
