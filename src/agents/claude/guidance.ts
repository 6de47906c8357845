/** Words that were said to Claude Code while it works, until it has taken them into its conversation. */
import { randomUUID } from 'node:crypto'
import type { Guided } from '../../conduct/ports.ts'

export interface ClaudeGuidance {
  /** `send` gets the name under which it will acknowledge them. Resolves when it has them, or never will. */
  give(send: (name: string) => void): Promise<Guided>
  /** What it tells about words of ours; true: it begins to answer them. */
  acknowledge(name: string, state: string): boolean
  /** There are words it has not taken in. */
  isWaiting(): boolean
  /** It is gone; returns whether words were too late. */
  giveUp(): boolean
}

interface Waiting {
  readonly resolve: (guided: Guided) => void
  readonly timer: NodeJS.Timeout
}

/** Versions that acknowledge nothing are believed; the others do it at once, if they are awake. */
const UNACKNOWLEDGED = 10_000

export function claudeGuidance(): ClaudeGuidance {
  const waiting = new Map<string, Waiting>()
  return {
    give(send) {
      const name = randomUUID()
      const { promise, resolve } = Promise.withResolvers<Guided>()
      const timer = setTimeout(resolve, UNACKNOWLEDGED, 'steered').unref()
      waiting.set(name, { resolve, timer })
      send(name)
      return promise
    },
    acknowledge(name, state) {
      clearTimeout(waiting.get(name)?.timer)
      if (state === 'queued' || !waiting.has(name)) return false
      const isTaken = state !== 'cancelled'
      settle(name, isTaken ? 'steered' : 'too-late')
      return isTaken
    },
    isWaiting: () => waiting.size > 0,
    giveUp() {
      const names = [...waiting.keys()]
      for (const name of names) settle(name, 'too-late')
      return names.length > 0
    },
  }

  function settle(name: string, guided: Guided): void {
    const words = waiting.get(name)!
    waiting.delete(name)
    clearTimeout(words.timer)
    words.resolve(guided)
  }
}
