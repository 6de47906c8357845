/** Where everything that happens to a run arrives, to be dealt with by one loop in one order. */
export interface Mailbox<Mail> {
  post(mail: Mail): void
  /** All that has come, after waiting for at least one or until the given moment (null: for ever). */
  collect(until: number | null, now: number): Promise<readonly Mail[]>
  /** All that has come, without waiting. */
  takeAll(): readonly Mail[]
}

export function mailbox<Mail>(): Mailbox<Mail> {
  let letters: Mail[] = []
  let wake: (() => void) | null = null

  return {
    post(mail) {
      letters.push(mail)
      wake?.()
    },
    async collect(until, now) {
      if (letters.length === 0) await arrival(until === null ? null : Math.max(0, until - now))
      // One more turn of the event loop: what ended together is recorded together.
      await new Promise((resolve) => setImmediate(resolve))
      return takeAll()
    },
    takeAll,
  }

  function takeAll(): readonly Mail[] {
    const collected = letters
    letters = []
    return collected
  }

  async function arrival(milliseconds: number | null): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      wake = resolve
      if (milliseconds !== null) timer = setTimeout(resolve, Math.min(milliseconds, LONGEST_TIMER))
    })
    clearTimeout(timer)
    wake = null
  }
}

/** setTimeout cannot wait longer, and then does not wait at all; the loop simply asks again. */
export const LONGEST_TIMER = 2 ** 31 - 1
