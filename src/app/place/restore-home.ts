/** While a run is conducted, restores what was deleted from `.conductor`, and notes it. */
import { existsSync, mkdirSync } from 'node:fs'
import { ifItCanBe } from '../../core/run/hindrance.ts'
import type { CoordinatorCard, CoordinatorLock } from '../../store/coordinator-lock.ts'
import type { LastingEventStore } from '../../store/lasting-event-store.ts'

export interface Home {
  readonly store: LastingEventStore
  readonly lock: CoordinatorLock
  readonly card: CoordinatorCard
  /** The folder of the run. */
  readonly folder: string
  /** Listens on the socket again. */
  listen(): Promise<void>
  note(what: string): void
  /** Stops, because another process conducts here now. */
  leave(): void
}

/** Cheap enough to call every second; what fails now is tried again the next time. */
export function restoreHome({ store, lock, card, folder, listen, note, leave }: Home): () => void {
  let isListening = true
  return () =>
    void ifItCanBe(() => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const restored = store.makeSure()
      if (restored !== null) note(restored)
      if (!lock.isHeld() && !lock.takeAgain()) return leave()
      if (lock.publishIfGone(card)) note('server.json was deleted; it was restored')
      if (isListening && !existsSync(card.socket)) void listenAgain()
    })

  async function listenAgain(): Promise<void> {
    isListening = false
    await listen().then(
      () => note(`${card.socket} was deleted; the run can be controlled again`),
      () => {},
    )
    isListening = true
  }
}
