import { expect, it } from 'vitest'
import { portLink } from './port-link.ts'

it('never uses the host name of the page, which the cookie belongs to', () => {
  expect(portLink('127.0.0.1', 20_000)).toBe('http://localhost:20000/')
  expect(portLink('localhost', 20_000)).toBe('http://127.0.0.1:20000/')
  expect(portLink('board.example.com', 20_000)).toBeNull()
})
