/** Waits until `look` returns something truthy; throws with `what` when the time is over. */
import { setTimeout as sleep } from 'node:timers/promises'

export async function until<Value>(
  what: string,
  look: () => Value | Promise<Value>,
  seconds = 30,
): Promise<NonNullable<Value>> {
  const deadline = performance.now() + seconds * 1000
  for (;;) {
    const begun = performance.now()
    const value = await look()
    if (value) return value
    const looked = performance.now()
    if (looked > deadline) throw new Error(`not within ${seconds} s: ${what}`)
    await sleep(Math.max(SHORTEST_MS, PAUSES * (looked - begun)))
  }
}

const SHORTEST_MS = 50

/** Some looks are whole commands: to look all the time would slow down what is waited for. */
const PAUSES = 2
