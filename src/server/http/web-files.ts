/** Serves the built web app: its files by name, and its page for every other path, so that each view has an address. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Context } from 'hono'
import { notFound } from './answer-errors.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/** Only names that the build gives, in one folder: no such path leads out of it. */
const ASSET = /^\/assets\/([A-Za-z0-9_-][A-Za-z0-9._-]*)$/

export function serveWebFiles(folder: string): (context: Context) => Response {
  return (context) => {
    const { path } = context.req
    const [, asset] = ASSET.exec(path) ?? []
    if (asset !== undefined) return fileAt(context, join(folder, 'assets', asset), FOR_EVER)
    if (path.startsWith('/assets/')) return notFound(context)
    if (path === '/icon.svg') return fileAt(context, join(folder, 'icon.svg'), ASK_EACH_TIME)
    return fileAt(context, join(folder, 'index.html'), ASK_EACH_TIME)
  }
}

/** Changes with any file of the app: the page names those files, and their names contain a hash of their content. */
export function buildOf(folder: string): string | null {
  const page = bytesIn(join(folder, 'index.html'))
  return page && createHash('sha256').update(page).digest('hex').slice(0, 16)
}

/** The names of assets change with their content. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const ASK_EACH_TIME = 'no-cache'

function fileAt(context: Context, path: string, caching: string): Response {
  const type = TYPES[extname(path)]
  if (type === undefined) return notFound(context)
  const headers = { 'content-type': type, 'cache-control': caching, vary: 'accept-encoding' }
  const packed = takesPacked(context) ? bytesIn(`${path}.gz`) : null
  if (packed !== null) return context.body(packed, 200, { ...headers, 'content-encoding': 'gzip' })
  const plain = bytesIn(path)
  return plain === null ? notFound(context) : context.body(plain, 200, headers)
}

/** null: there is none, or a build that goes on has just taken it away. */
function bytesIn(path: string): Buffer<ArrayBuffer> | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

/** Whether the browser accepts gzip; the build has compressed the files for which that pays. */
const takesPacked = (context: Context): boolean =>
  /\bgzip\b/.test(context.req.header('accept-encoding') ?? '')
