import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { until } from '../../../../test/until.ts'
import type { FromServer } from '../../../../src/server/live/messages.ts'
import { openSocketLine, type Around } from './socket-line.ts'

/** A server that can be killed, started again on its port, and locked. */
async function server() {
  let port = 0
  let accepts = 101
  let running: { end(): Promise<void>; clients: Set<WebSocket> } | null = null
  const start = async (): Promise<void> => {
    const http = createServer((_, answer) =>
      answer.writeHead(accepts === 101 ? 200 : accepts).end(),
    )
    const sockets = new WebSocketServer({ noServer: true })
    http.on('upgrade', (request, socket, head) => {
      if (accepts === 101) sockets.handleUpgrade(request, socket, head, (client) => greet(client))
      else socket.end(`HTTP/1.1 ${accepts} x\r\nconnection: close\r\n\r\n`)
    })
    await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
    port = (http.address() as AddressInfo).port
    const end = (): Promise<void> => {
      for (const client of sockets.clients) client.terminate()
      http.closeAllConnections()
      return new Promise((resolve) => http.close(() => resolve()))
    }
    running = { end, clients: sockets.clients }
  }
  const kill = async (): Promise<void> => {
    await running?.end()
    running = null
  }
  await start()
  onTestFinished(kill)
  return {
    start,
    kill,
    answer: (status: number) => (accepts = status),
    cut: () => running!.clients.forEach((client) => client.terminate()),
    connected: () => running?.clients.size ?? 0,
    port: () => port,
  }
}

const GREETING: FromServer = { type: 'conducted', conducted: true, frozen: null }

function greet(client: WebSocket): void {
  client.send(JSON.stringify(GREETING))
}

function lineTo(port: () => number) {
  const happened: string[] = []
  let returned = (): void => {}
  const around: Around = {
    connect: () => new WebSocket(`ws://127.0.0.1:${port()}/api/live`),
    knock: () =>
      fetch(`http://127.0.0.1:${port()}/api/session`).then(
        ({ status }) => status,
        () => null,
      ),
    onReturn(listener) {
      returned = listener
      return () => happened.push('stopped listening')
    },
  }
  const line = openSocketLine(around)
  line.open({
    up: () => happened.push('up'),
    down: (why) => happened.push(why),
    heard: ({ type }) => happened.push(type),
  })
  onTestFinished(line.close)
  return { line, happened, comeBack: () => returned() }
}

describe('a line that comes back', () => {
  it('after it was cut', async () => {
    const { cut, port } = await server()
    const { happened } = lineTo(port)
    await until('it is there', () => happened.includes('conducted'))
    cut()
    await until('it is there again', () => happened.length === 5)
    expect(happened).toEqual(['up', 'conducted', 'reconnecting', 'up', 'conducted'])
  })

  it('after the server was killed and started again, and meanwhile is offline', async () => {
    const { kill, start, port, connected } = await server()
    const { happened } = lineTo(port)
    await until('it is there', () => happened.includes('conducted'))
    await kill()
    await until('it is offline', () => happened.includes('offline'))
    await start()
    await until('it is there again', () => happened.at(-1) === 'conducted')
    expect(happened.slice(0, 4)).toEqual(['up', 'conducted', 'reconnecting', 'offline'])
    expect(connected()).toBe(1)
  })

  it('after it was locked out, as soon as it is let in', async () => {
    const { answer, cut, port } = await server()
    answer(401)
    const { happened } = lineTo(port)
    await until('it is locked', () => happened.includes('locked'))
    expect(happened).not.toContain('offline')
    answer(101)
    await until('it is let in', () => happened.at(-1) === 'conducted')
    answer(503)
    cut()
    await until('it tries again', () => happened.at(-1) === 'reconnecting')
    await until('and again', () => happened.filter((what) => what === 'reconnecting').length > 1)
  })

  it('at once when the user looks at the page again', async () => {
    const { kill, start, port } = await server()
    const { happened, comeBack } = lineTo(port)
    await kill()
    await until('it has given up for a while', () => happened.length > 2, 20)
    await start()
    comeBack()
    await until('it is there', () => happened.at(-1) === 'conducted')
    expect(happened).toContain('offline')
  })

  it('but not after it was closed', async () => {
    const { connected, port } = await server()
    const { line, happened } = lineTo(port)
    await until('it is there', () => happened.includes('conducted'))
    line.close()
    await until('it is gone', () => connected() === 0)
    expect(happened).toEqual(['up', 'conducted', 'stopped listening'])
  })
})

describe('silence', () => {
  afterEach(() => void vi.useRealTimers())

  /** A line whose sockets the test opens and feeds, under fake timers. */
  function silent() {
    vi.useFakeTimers()
    const sockets: { hear(text: string): void; open(): void; isClosed: boolean }[] = []
    const happened: string[] = []
    const line = openSocketLine({
      connect() {
        const listeners = new Map<string, (event: never) => void>()
        const say = (type: string, event: object = {}): void =>
          listeners.get(type)?.(event as never)
        const socket = {
          isClosed: false,
          open: () => say('open'),
          hear: (data: string) => say('message', { data }),
        }
        sockets.push(socket)
        return {
          send() {},
          close: () => (socket.isClosed = true),
          addEventListener: (type: string, listener: (event: never) => void) =>
            void listeners.set(type, listener),
        }
      },
      knock: async () => 200,
      onReturn: () => () => {},
    })
    line.open({
      up: () => happened.push('up'),
      down: (why) => happened.push(why),
      heard: ({ type }) => happened.push(type),
    })
    onTestFinished(line.close)
    return { sockets, happened }
  }

  it('of three beats means that the line is dead', () => {
    const { sockets, happened } = silent()
    sockets[0]!.open()
    for (let second = 0; second < 60; second += 5) {
      sockets[0]!.hear(JSON.stringify(GREETING))
      vi.advanceTimersByTime(5000)
    }
    expect(sockets).toHaveLength(1)
    vi.advanceTimersByTime(16_000)
    expect([sockets.length, sockets[0]!.isClosed]).toEqual([2, true])
    expect(happened.at(-1)).toBe('reconnecting')
    sockets[0]!.hear(JSON.stringify(GREETING))
    expect(happened.at(-1)).toBe('reconnecting')
  })

  it('of a line that never opens is not waited for either', () => {
    const { sockets } = silent()
    vi.advanceTimersByTime(16_000)
    expect([sockets.length, sockets[0]!.isClosed]).toEqual([2, true])
  })

  it('is noticed at once by a laptop that has slept', () => {
    const { sockets } = silent()
    sockets[0]!.open()
    sockets[0]!.hear(JSON.stringify(GREETING))
    // During sleep timers stand still, but the clock goes on.
    vi.setSystemTime(Date.now() + 3_600_000)
    vi.advanceTimersByTime(1000)
    expect(sockets).toHaveLength(2)
  })
})
