/** Words of people that wait until the agent's next turn begins, because the agent cannot hear them before. */
import type { Guided } from '../../conduct/ports.ts'

export interface WaitingWords {
  /** Resolves when the words are sent to the agent (`steered`), or when no turn is left to send them (`too-late`). */
  add(text: string): Promise<Guided>
  /** Returns all waiting words, which the caller sends now. */
  take(): readonly string[]
  areThere(): boolean
  /** Called when there is no next turn. */
  close(): void
}

export function waitingWords(): WaitingWords {
  let waiting: readonly { readonly text: string; settle(guided: Guided): void }[] = []
  let isClosed = false

  return {
    async add(text) {
      if (isClosed) return 'too-late'
      return new Promise((settle) => (waiting = [...waiting, { text, settle }]))
    },
    take: () => settleAll('steered'),
    areThere: () => waiting.length > 0,
    close() {
      isClosed = true
      settleAll('too-late')
    },
  }

  function settleAll(guided: Guided): readonly string[] {
    const all = waiting
    waiting = []
    all.forEach(({ settle }) => settle(guided))
    return all.map(({ text }) => text)
  }
}
