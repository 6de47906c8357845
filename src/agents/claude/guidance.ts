/** Guidance for Claude Code while it works, until Claude Code has taken it into its conversation. */
import { randomUUID } from 'node:crypto'
import type { Guided } from '../../conduct/ports.ts'

export interface ClaudeGuidance {
  /**
   * `send` gets the name under which Claude Code will acknowledge the words. Resolves when Claude Code has
   * them, or never will.
   */
  give(send: (name: string) => void): Promise<Guided>
  /** Takes what Claude Code tells about our words; true: it begins to answer them. */
  acknowledge(name: string, state: string): boolean
  /** true: Claude Code has not taken in all words. */
  isWaiting(): boolean
  /** Called when Claude Code has ended; returns whether words were too late. */
  giveUp(): boolean
}

interface Waiting {
  readonly resolve: (guided: Guided) => void
  readonly timer: NodeJS.Timeout
}

/**
 * After this many milliseconds words count as heard, because some versions acknowledge nothing; the others
 * acknowledge at once, if they are awake.
 */
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
