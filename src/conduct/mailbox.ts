/** Collects everything that happens to a run, so that one loop handles it in one order. */
export interface Mailbox<Mail> {
  post(mail: Mail): void
  /** All mail so far, after waiting for at least one or until the given moment (null: forever). */
  collect(until: number | null, now: number): Promise<readonly Mail[]>
  /** All mail so far, without waiting. */
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
      // Waits one more turn of the event loop, so that what ended together is recorded together.
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

/** setTimeout cannot wait longer, and would fire at once; the caller simply waits again. */
export const LONGEST_TIMER = 2 ** 31 - 1
