import { once } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { playedLog } from '../../../test/played/event-log.ts'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { until } from '../../../test/until.ts'
import { openLiveRun } from '../../../web/src/data/live/live-run.ts'
import { openSocketLine } from '../../../web/src/data/live/socket-line.ts'
import { LOOPBACK_HOSTS } from './access.ts'
import { socketConnection, PATIENCE } from '../live/socket-connection.ts'
import { openWebServer } from './open-web-server.ts'
import { playedSuggestions } from '../../../test/played/played-suggestions.ts'
import type { ServedRepository } from '../served/served-repository.ts'

vi.setConfig({ testTimeout: 60_000 })

const TOKEN = 'a-token-that-nobody-guesses-0123456789'

/** A real server of a log that grows when the test says so. */
async function place() {
  const folder = tempFolder()
  const log = playedLog()
  const faults: unknown[] = []
  const served = {
    log,
    name: 'shop',
    folder: folder.path,
    version: '0',
    conductedRun: () => null,
    suggestions: playedSuggestions({}),
  } as unknown as ServedRepository
  const access = {
    token: TOKEN,
    cookie: 'conductor-test',
    hosts: LOOPBACK_HOSTS,
    origins: new Set<string>(),
  }
  const report = (_: string, error: unknown): string => String(faults.push(error))
  const listen = { host: '127.0.0.1', port: 0 }
  const options = { listen, access, files: folder.path, report }
  const server = await openWebServer({ served }, options)
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
    expect(faults).toEqual([])
  })
  const connect = (): WebSocket =>
    new WebSocket(`ws://127.0.0.1:${server.port}/api/live`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    })
  return { log, server, connect }
}

it('a reader that stands still while megabytes come is brought up to date when it reads again', async () => {
  const { log, server, connect } = await place()
  log.grow(1, 5)
  const sockets: WebSocket[] = []
  const line = openSocketLine({
    connect() {
      sockets.push(connect())
      return sockets.at(-1)!
    },
    knock: async () => 200,
    onReturn: () => () => {},
  })
  const live = openLiveRun(line, (tell) => tell())
  onTestFinished(live.close)
  await until('it follows', () => live.view().line === 'live')
  sockets[0]!.pause()
  for (let i = 0; i < 60; i++) {
    log.chatter(1, 'x'.repeat(500_000))
    server.look()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  log.grow(1, 10)
  sockets[0]!.resume()
  await until('it is there', () => live.view().run?.sequence === log.lastSequence(), 30)
  expect(live.view().run).toEqual(log.newest())
  expect(sockets).toHaveLength(1)
})

it('there is an end to the browsers it takes', async () => {
  const { connect } = await place()
  const sockets = Array.from({ length: 500 }, connect)
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  const oneMore = connect()
  const [error] = (await once(oneMore, 'error')) as [Error]
  expect(error.message).toContain('503')
  sockets[0]!.terminate()
  await until('there is room again', async () => {
    const socket = connect()
    return Promise.race([
      once(socket, 'open').then(() => true),
      once(socket, 'error').then(() => false),
    ])
  })
  for (const socket of sockets) socket.terminate()
})

it('whoever neither answers nor takes in anything is there no more', async () => {
  const acceptor = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => acceptor.close())
  await once(acceptor, 'listening')
  const { port } = acceptor.address() as { port: number }
  const client = new WebSocket(`ws://127.0.0.1:${port}`)
  onTestFinished(() => client.terminate())
  const [socket] = (await once(acceptor, 'connection')) as [WebSocket]
  let now = 0
  const connection = socketConnection(socket, () => now)
  const pass = async (): Promise<boolean> => {
    const answered = once(socket, 'pong')
    const isThere = connection.isThere()
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 200))])
    now += PATIENCE - 1
    return isThere
  }
  for (let i = 0; i < 3; i++) expect(await pass()).toBe(true)
  client.pause()
  expect(await pass()).toBe(true)
  expect(await pass()).toBe(false)
})

it('the API is not put together before somebody asks: a run that nobody looks at does not pay for it', async () => {
  const { log, server } = await place()
  const { eventsOf } = log
  let reads = 0
  log.eventsOf = (...asked) => {
    reads++
    return eventsOf(...asked)
  }
  log.grow(1, 5)
  server.look()
  expect(reads).toBe(1)
  const headers = { authorization: `Bearer ${TOKEN}` }
  const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`, { headers })
  expect(await answer.text()).toContain('conductor_run_info{run="1"')
  expect(reads).toBe(2)
})
