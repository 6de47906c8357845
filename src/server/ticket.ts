/** What a link has instead of the token when others can read it, as in the list of processes: it lets in once, and soon. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Long enough for a browser that has to be started first. */
const SECONDS = 120

/** Whoever has the token can make one; nothing has to be asked of the server. */
export function makeTicket(token: string, now = Date.now()): string {
  const said = `${Math.floor(now / 1000) + SECONDS}.${randomBytes(9).toString('base64url')}`
  return `${said}.${sealOf(said, token)}`
}

export interface Tickets {
  /** Whether it lets in; no more after that. */
  take(ticket: string, now?: number): boolean
}

export function openTickets(token: string): Tickets {
  /** Until when each one that was taken would have been good. */
  const taken = new Map<string, number>()
  return {
    take(ticket, now = Date.now()) {
      const seconds = now / 1000
      for (const [old, until] of taken) if (until < seconds) taken.delete(old)
      const until = goodUntil(ticket, token)
      const isGood = until >= seconds && until <= seconds + SECONDS && !taken.has(ticket)
      if (isGood) taken.set(ticket, until)
      return isGood
    },
  }
}

/** In seconds; 0: it is not one of ours. */
function goodUntil(ticket: string, token: string): number {
  const [, said, until, seal] = /^((\d{1,12})\.[\w-]{12})\.([\w-]{43})$/.exec(ticket) ?? []
  if (said === undefined || seal === undefined) return 0
  const isOurs = timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(said, token)))
  return isOurs ? Number(until) : 0
}

const sealOf = (said: string, token: string): string =>
  createHmac('sha256', token).update(`ticket ${said}`).digest('base64url')
