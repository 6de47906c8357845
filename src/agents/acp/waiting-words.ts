/** What people say to an agent that can hear it only when its next turn begins. */
import type { Guided } from '../../conduct/ports.ts'

export interface WaitingWords {
  /** Resolves when they are on their way, or never will be. */
  add(text: string): Promise<Guided>
  /** They are on their way. */
  take(): readonly string[]
  areThere(): boolean
  /** There is no next turn. */
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
