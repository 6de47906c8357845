/** Waits until `look` returns something truthy; throws with `what` when the time is over. */
import { setTimeout as sleep } from 'node:timers/promises'

export async function until<Value>(
  what: string,
  look: () => Value | Promise<Value>,
  seconds = 30,
): Promise<NonNullable<Value>> {
  const deadline = performance.now() + seconds * 1000
  for (;;) {
    const value = await look()
    if (value) return value
    if (performance.now() > deadline) throw new Error(`not within ${seconds} s: ${what}`)
    await sleep(20)
  }
}
