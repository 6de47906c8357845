/** A ticket replaces the token in a link that others can read, as in the process list: valid once, and briefly. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** In milliseconds; long enough for a browser that has to be started first. */
const GOOD_FOR = 120_000

/** Everyone who has the token can make a ticket without asking the server. */
export function makeTicket(token: string, now = Date.now()): string {
  const content = `${now + GOOD_FOR}.${randomBytes(9).toString('base64url')}`
  return `${content}.${sealOf(content, token)}`
}

export interface Tickets {
  /** Whether the ticket is valid; it is not valid a second time. */
  take(ticket: string, now?: number): boolean
}

/** Tickets made before `since` are refused: an earlier server may have accepted them. */
export function openTickets(token: string, since = Date.now()): Tickets {
  /** The expiry of each ticket that was taken. */
  const taken = new Map<string, number>()
  return {
    take(ticket, now = Date.now()) {
      for (const [old, until] of taken) if (until < now) taken.delete(old)
      const until = goodUntil(ticket, token)
      const madeAt = until - GOOD_FOR
      const isGood = until >= now && madeAt <= now && madeAt >= since && !taken.has(ticket)
      if (isGood) taken.set(ticket, until)
      return isGood
    },
  }
}

/** When the ticket expires; 0: it is not one of ours. */
function goodUntil(ticket: string, token: string): number {
  const [, content, until, seal] = /^((\d{1,15})\.[\w-]{12})\.([\w-]{43})$/.exec(ticket) ?? []
  if (content === undefined || seal === undefined) return 0
  const isOurs = timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(content, token)))
  return isOurs ? Number(until) : 0
}

const sealOf = (content: string, token: string): string =>
  createHmac('sha256', token).update(`ticket ${content}`).digest('base64url')
