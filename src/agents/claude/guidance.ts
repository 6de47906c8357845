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
  /**
   * Called when a turn has ended. Words that were there at the end of the turn before, and that nothing was said
   * about in a whole turn, are of a version that acknowledges nothing: they count as heard, and so do all after them.
   */
  turnEnded(): void
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
  let unsaid: ReadonlySet<string> = new Set()
  let acknowledges: boolean | null = null
  return {
    give(send) {
      const name = randomUUID()
      if (acknowledges === false) return Promise.resolve(send(name)).then(() => 'steered')
      const { promise, resolve } = Promise.withResolvers<Guided>()
      const timer = setTimeout(resolve, UNACKNOWLEDGED, 'steered').unref()
      waiting.set(name, { resolve, timer })
      send(name)
      return promise
    },
    turnEnded() {
      if (acknowledges === null && [...waiting.keys()].some((name) => unsaid.has(name))) {
        acknowledges = false
        for (const name of waiting.keys()) settle(name, 'steered')
      }
      unsaid = new Set(waiting.keys())
    },
    acknowledge(name, state) {
      acknowledges = true
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
