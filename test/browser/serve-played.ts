/** A real server of a played run, so that a test shows the page any events at all. */
import { afterAll } from 'vitest'
import { LOOPBACK_HOSTS } from '../../src/server/http/access.ts'
import { openWebServer } from '../../src/server/http/open-web-server.ts'
import { WEB_FILES } from '../../src/server/built-web.ts'
import { serveGame, type GameOptions, type ServedGame } from '../played/served-game.ts'
import type { Shared } from './browser.ts'
import { giveBack, takePort } from './ports.ts'

export interface ServedPlay extends AsyncDisposable {
  /** The game behind the run: what it records, browsers see. */
  readonly shop: ServedGame
  /** With the token. */
  link(path: string): string
}

let servers = 0

const TOKEN = 'a-token-that-nobody-guesses-9876543210'

/** The same for all tests of a file or of a `describe`, which are one flow in the order of the file. */
export function playOnce(notation: string, options: GameOptions): Shared<ServedPlay> {
  let served: Promise<ServedPlay> | null = null
  afterAll(async () => (await served)?.[Symbol.asyncDispose]())
  return () => (served ??= servePlayed(notation, options))
}

export async function servePlayed(notation: string, options: GameOptions): Promise<ServedPlay> {
  const shop = await serveGame(notation, options)
  const token = `${TOKEN}-${++servers}`
  const server = await openWebServer(
    { served: shop.served },
    {
      listen: { host: '127.0.0.1', port: await takePort() },
      access: { token, cookie: 'conductor-play', hosts: LOOPBACK_HOSTS, origins: new Set() },
      files: WEB_FILES,
      report: () => '1',
    },
  )
  return {
    shop,
    link(path) {
      const url = new URL(path, `http://127.0.0.1:${server.port}`)
      url.searchParams.set('token', token)
      return url.href
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      giveBack(server.port)
      shop[Symbol.dispose]()
    },
  }
}
