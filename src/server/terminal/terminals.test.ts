import { expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { openTerminals, type TerminalProgram } from './terminals.ts'

function program() {
  const did: string[] = []
  let hearData: (data: Buffer) => void = () => {}
  let hearExit: (code: number) => void = () => {}
  const it: TerminalProgram = {
    onData: (hear) => void (hearData = hear),
    onExit: (hear) => void (hearExit = hear),
    write: (text) => did.push(`write ${text}`) > 0 && !text.includes('too much'),
    resize: (columns, rows) => void did.push(`resize ${columns} ${rows}`),
    pause: () => void did.push('pause'),
    resume: () => void did.push('resume'),
    async end() {
      did.push('end')
      hearExit(129)
    },
  }
  return { it, did, print: (text: string) => hearData(Buffer.from(text)), exit: hearExit }
}

function line({ waiting = 0, isThere = true } = {}) {
  const got: string[] = []
  return {
    got,
    send: (data: Buffer | string) => void got.push(String(data).slice(0, 60)),
    close: (code: number) => void got.push(`closed ${code}`),
    drop: () => void got.push('dropped'),
    waiting: () => waiting,
    isThere: () => isThere,
  }
}

const say = (message: object): string => JSON.stringify(message)
const idIn = ({ got }: { got: readonly string[] }): string =>
  (JSON.parse(got[0]!) as { id: string }).id

it('carries keys, sizes and output, and ends with the program', async () => {
  await using terminals = openTerminals()
  const [shell, browser] = [program(), line()]
  const joined = await terminals.join(browser, null, async () => shell.it)
  joined.heard(say({ type: 'input', data: 'ls\r' }))
  joined.heard(say({ type: 'resize', columns: 100, rows: 30 }))
  shell.print('a.txt')
  expect(shell.did).toEqual(['write ls\r', 'resize 100 30'])
  expect(browser.got.slice(1)).toEqual(['a.txt'])
  joined.heard(say({ type: 'end' }))
  await until('it is over', () => terminals.count() === 0)
  expect(browser.got.slice(2)).toEqual(['{"type":"ended","code":129}', 'closed 1000'])
})

it('stops the program while the browser does not read', async () => {
  await using terminals = openTerminals()
  const [shell, browser] = [program(), line()]
  const joined = await terminals.join(browser, null, async () => shell.it)
  for (let i = 0; i < 6; i++) shell.print('x'.repeat(100_000))
  expect(shell.did).toEqual(['pause'])
  joined.heard(say({ type: 'read', bytes: 300_000 }))
  expect(shell.did).toEqual(['pause'])
  joined.heard(say({ type: 'read', bytes: 300_000 }))
  expect(shell.did).toEqual(['pause', 'resume'])
})

it('waits for its browser, shows it the end of the output again, and is ended when it stays away', async () => {
  await using terminals = openTerminals({ detachedFor: 30 })
  const [shell, first] = [program(), line()]
  const joined = await terminals.join(first, null, async () => shell.it)
  shell.print('before')
  joined.left()
  shell.print(' after')
  const second = line()
  const again = await terminals.join(second, idIn(first), async () => program().it)
  expect(second.got.slice(1)).toEqual(['before after'])
  expect(terminals.count()).toBe(1)
  again.left()
  await until('it is ended', () => terminals.count() === 0)
  expect(shell.did).toEqual(['end'])
})

it('drops a line that says anything else', async () => {
  await using terminals = openTerminals()
  for (const bad of ['', '[]', '{"type":"run"}', say({ type: 'resize', columns: -1, rows: 1e9 })]) {
    const browser = line()
    const joined = await terminals.join(browser, null, async () => program().it)
    joined.heard(bad)
    expect(browser.got.at(-1)).toBe('closed 1008')
  }
})

it('stops the program when its browser says that it has read what was never sent', async () => {
  await using terminals = openTerminals()
  const [shell, browser] = [program(), line({ waiting: 600_000 })]
  const joined = await terminals.join(browser, null, async () => shell.it)
  shell.print('x')
  joined.heard(say({ type: 'read', bytes: 1e9 }))
  expect(shell.did).toEqual(['pause'])
})

it('drops a line that types more than the program reads', async () => {
  await using terminals = openTerminals()
  const browser = line()
  const joined = await terminals.join(browser, null, async () => program().it)
  joined.heard(say({ type: 'input', data: 'too much' }))
  expect(browser.got.at(-1)).toBe('closed 1009')
})

it('drops a browser that does not answer any more', async () => {
  await using terminals = openTerminals({ lookEvery: 10 })
  const [gone, there] = [line({ isThere: false }), line()]
  for (const browser of [gone, there]) await terminals.join(browser, null, async () => program().it)
  await until('it is dropped', () => gone.got.includes('dropped'))
  expect(there.got).not.toContain('dropped')
})

it('counts terminals that are being started', async () => {
  await using terminals = openTerminals({ most: 3 })
  const browsers = Array.from({ length: 50 }, () => line())
  await Promise.all(browsers.map((each) => terminals.join(each, null, async () => program().it)))
  expect(terminals.count()).toBe(3)
  expect(browsers.filter(({ got }) => got.includes('closed 1013'))).toHaveLength(47)
})

it('ends a terminal that was being started when the server ended', async () => {
  const terminals = openTerminals()
  const [shell, browser, started] = [program(), line(), Promise.withResolvers<TerminalProgram>()]
  const joining = terminals.join(browser, null, () => started.promise)
  const ending = terminals[Symbol.asyncDispose]()
  started.resolve(shell.it)
  await Promise.all([joining, ending])
  expect(shell.did).toEqual(['end'])
  expect(browser.got).toEqual(['closed 1013'])
})

it('does not listen to a browser that has lost its terminal to another', async () => {
  await using terminals = openTerminals()
  const [shell, first, second] = [program(), line(), line()]
  const lost = await terminals.join(first, null, async () => shell.it)
  await terminals.join(second, idIn(first), async () => program().it)
  lost.heard('nonsense')
  lost.heard(say({ type: 'input', data: 'rm' }))
  expect([shell.did, second.got.slice(1)]).toEqual([[], []])
})
