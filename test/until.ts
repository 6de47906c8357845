/** Waits for something to become true, and says what it was when it does not. */
import { setTimeout as sleep } from 'node:timers/promises'

export async function until<Found>(
  what: string,
  look: () => Found | Promise<Found>,
  seconds = 30,
): Promise<NonNullable<Found>> {
  const deadline = performance.now() + seconds * 1000
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > deadline) throw new Error(`not within ${seconds} s: ${what}`)
    await sleep(20)
  }
}
