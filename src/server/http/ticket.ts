/** What a link has instead of the token when others can read it, as in the list of processes: it lets in once, and soon. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** In milliseconds; long enough for a browser that has to be started first. */
const GOOD_FOR = 120_000

/** Whoever has the token can make one; nothing has to be asked of the server. */
export function makeTicket(token: string, now = Date.now()): string {
  const said = `${now + GOOD_FOR}.${randomBytes(9).toString('base64url')}`
  return `${said}.${sealOf(said, token)}`
}

export interface Tickets {
  /** Whether it lets in; no more after that. */
  take(ticket: string, now?: number): boolean
}

/** Those made before `since` are worth nothing: an earlier server may have taken them. */
export function openTickets(token: string, since = Date.now()): Tickets {
  /** Until when each one that was taken would have been good. */
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

/** 0: it is not one of ours. */
function goodUntil(ticket: string, token: string): number {
  const [, said, until, seal] = /^((\d{1,15})\.[\w-]{12})\.([\w-]{43})$/.exec(ticket) ?? []
  if (said === undefined || seal === undefined) return 0
  const isOurs = timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(said, token)))
  return isOurs ? Number(until) : 0
}

const sealOf = (said: string, token: string): string =>
  createHmac('sha256', token).update(`ticket ${said}`).digest('base64url')
