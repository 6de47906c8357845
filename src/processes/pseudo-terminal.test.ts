import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { until } from '../../test/until.ts'
import { processTable } from './process-table.ts'
import { openPseudoTerminal } from './pseudo-terminal.ts'

it('shows what a shell prints, and leaves nothing when it is ended', async () => {
  const terminal = (await openPseudoTerminal({
    command: ['/bin/sh'],
    directory: tmpdir(),
    environment: { PATH: process.env['PATH']!, PS1: '$ ' },
    columns: 80,
    rows: 24,
  }))!
  let shown = ''
  let code: number | null = null
  terminal.onData((data) => (shown += data.toString()))
  terminal.onExit((ended) => (code = ended))
  terminal.write('stty size; setsid -f sh -c "echo pid=\\$\\$; exec sleep 31337"\r')
  await until('it has answered', () => /pid=\d+/.test(shown))
  expect(shown).toContain('24 80')
  terminal.resize(100, 30)
  terminal.write('stty size\r')
  await until('its new size', () => shown.includes('30 100'))
  const [, left] = /pid=(\d+)/.exec(shown)!
  await terminal.end()
  await until('it is over', () => code !== null)
  const isThere = (pid: number): boolean => processTable().get(pid)?.zombie === false
  expect([isThere(terminal.pid), isThere(Number(left))]).toEqual([false, false])
})

it('waits for nobody while a program does not read, gives it all of a long paste, and takes no more than it can keep', async () => {
  const terminal = (await openPseudoTerminal({
    command: ['/bin/sh'],
    directory: tmpdir(),
    environment: { PATH: process.env['PATH']! },
    columns: 80,
    rows: 24,
  }))!
  let shown = ''
  terminal.onData((data) => (shown += data.toString()))
  terminal.write('stty raw -echo; echo be""gun; sleep 3; head -c 1000000 | cksum; sleep 1000\r')
  await until('it has begun', () => shown.includes('begun'))
  const begun = performance.now()
  for (let i = 0; i < 125; i++) expect(terminal.write('0123456789abcde\n'.repeat(500))).toBe(true)
  expect(performance.now() - begun).toBeLessThan(2500)
  // What `cksum` says of these million bytes.
  await until('all of it', () => shown.includes('1798276564 1000000'))
  const taken = Array.from({ length: 1000 }, () => terminal.write('x'.repeat(10_000)))
  expect([taken[0], taken.at(-1)]).toEqual([true, false])
  await terminal.end()
})
