import { describe, expect, it } from 'vitest'
import { makeTicket, openTickets } from './ticket.ts'

const TOKEN = 'a-token-that-nobody-guesses-0123456789'
const NOW = 1_800_000_000_000

describe('a ticket', () => {
  it('lets in once', () => {
    const tickets = openTickets(TOKEN, NOW)
    const [one, other] = [makeTicket(TOKEN, NOW), makeTicket(TOKEN, NOW)]
    expect([one, one, other, other].map((ticket) => tickets.take(ticket, NOW))).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it('does not hold the token', () => {
    expect(makeTicket(TOKEN, NOW)).not.toContain(TOKEN)
  })

  it('is good for two minutes', () => {
    const ticket = makeTicket(TOKEN, NOW)
    expect(openTickets(TOKEN, NOW).take(ticket, NOW + 120_000)).toBe(true)
    expect(openTickets(TOKEN, NOW).take(ticket, NOW + 121_000)).toBe(false)
  })

  it('is not good again after a restart of the server, which does not know what was taken', () => {
    const ticket = makeTicket(TOKEN, NOW)
    expect(openTickets(TOKEN, NOW - 1000).take(ticket, NOW)).toBe(true)
    expect(openTickets(TOKEN, NOW + 1).take(ticket, NOW + 1)).toBe(false)
    expect(openTickets(TOKEN, NOW + 1).take(makeTicket(TOKEN, NOW + 1), NOW + 1)).toBe(true)
  })

  it('was not made for another time', () => {
    expect(openTickets(TOKEN, NOW).take(makeTicket(TOKEN, NOW + 3_600_000), NOW)).toBe(false)
  })

  it('is worth nothing when it was made with another token, or changed', () => {
    const tickets = openTickets(TOKEN, NOW)
    const ticket = makeTicket(TOKEN, NOW)
    const [until, nonce, seal] = ticket.split('.')
    const wrong = [
      makeTicket(`${TOKEN}!`, NOW),
      `${Number(until) + 1}.${nonce}.${seal}`,
      `${until}.${'A'.repeat(12)}.${seal}`,
      `${until}.${nonce}.${'A'.repeat(43)}`,
      `${until}.${nonce}.`,
      `${ticket} `,
      '',
    ]
    expect(wrong.filter((each) => tickets.take(each, NOW))).toEqual([])
    expect(tickets.take(ticket, NOW)).toBe(true)
  })
})
