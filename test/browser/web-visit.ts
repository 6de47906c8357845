/** Does with a link what a browser does: opens it, keeps the cookie, requests pages. */
import { createServer, type Server } from 'node:net'
import { expect } from 'vitest'
import type { Running } from '../conductor.ts'

/** The link that a command has printed. */
export async function linkOf(running: Running): Promise<string> {
  await running.says(LINK)
  return LINK.exec(running.said())![0]
}

const LINK = /http:\/\/[^\s"]+\/\?token=[\w-]+/

export interface Visitor {
  readonly cookie: string
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  post(path: string, body: unknown): Promise<Response>
  remove(path: string): Promise<Response>
}

/** Opens the link, and expects to be let in. */
export async function visit(link: string): Promise<Visitor> {
  const answer = await fetch(link, { redirect: 'manual' })
  expect(answer.status).toBe(303)
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
  return visitor(link, cookie)
}

export function visitor(link: string, cookie: string): Visitor {
  const { origin } = new URL(link)
  const ask = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(new URL(path, link), {
      method,
      headers: { cookie, origin, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    cookie,
    get: (path, headers = {}) =>
      fetch(new URL(path, link), { headers: { cookie, ...headers }, redirect: 'manual' }),
    post: (path, body) => ask('POST', path, body),
    remove: (path) => ask('DELETE', path),
  }
}

/** false: no server listens there. */
export async function isServed(link: string): Promise<boolean> {
  try {
    await fetch(new URL('/api/health', link))
    return true
  } catch {
    return false
  }
}

export async function isConducted(link: string): Promise<boolean> {
  const health = await fetch(new URL('/api/health', link))
  return ((await health.json()) as { conducted: boolean }).conducted
}

/** A port that another server listens on. */
export async function takenPort(): Promise<Disposable & { readonly port: number }> {
  const server = await listening(0)
  return { port: portOf(server), [Symbol.dispose]: () => void server.close() }
}

export async function freePort(): Promise<number> {
  const server = await listening(0)
  const port = portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

const listening = (port: number): Promise<Server> =>
  new Promise((resolve) => {
    const server: Server = createServer().listen(port, '127.0.0.1', () => resolve(server))
  })

const portOf = (server: Server): number => (server.address() as { port: number }).port
