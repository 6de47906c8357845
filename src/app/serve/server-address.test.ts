import { networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import { hostsOf, isLoopback, nameHere, namesElsewhere } from './server-address.ts'

const at = (host: string, more = {}) => ({ host, allowedHosts: [], allowedOrigins: [], ...more })

it.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1', '[::1]'])(
  '%s is of this machine alone',
  (host) => {
    expect(isLoopback(host)).toBe(true)
    expect(namesElsewhere(at(host))).toEqual([])
  },
)

it.each([
  '0.0.0.0',
  '::',
  '192.168.1.5',
  'example.com',
  '127.0.0.1.evil.test',
  'localhost.evil.test',
])('%s is not', (host) => expect(isLoopback(host)).toBe(false))

it('answers to its own names and those that were allowed, and to no other', () => {
  const hosts = hostsOf(
    at('192.168.1.5', {
      allowedHosts: ['Board.Test:80'],
      allowedOrigins: ['https://proxy.test:8443'],
    }),
  )
  expect([...hosts].toSorted()).toEqual(
    ['127.0.0.1', '192.168.1.5', '[::1]', 'board.test', 'localhost', 'proxy.test'].toSorted(),
  )
})

it('answers to every address of the machine when it listens on all of them', () => {
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
  expect([...hostsOf(at('0.0.0.0'))]).toEqual(expect.arrayContaining(own))
  expect(nameHere('0.0.0.0')).toBe('127.0.0.1')
  expect(nameHere('::1')).toBe('[::1]')
})
