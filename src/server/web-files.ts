/** The built web app: its files by name, its page for every other path, so that each view has an address. */
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Context } from 'hono'
import { refused } from './api-error.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** Only names that the build gave, in one folder: nothing a path could climb out of. */
const ASSET = /^\/assets\/([A-Za-z0-9_-][A-Za-z0-9._-]*)$/

export function serveWebFiles(folder: string): (context: Context) => Response {
  return (context) => {
    const [, asset] = ASSET.exec(context.req.path) ?? []
    if (asset !== undefined) return fileAt(context, join(folder, 'assets', asset), FOR_EVER)
    if (context.req.path === '/icon.svg') return fileAt(context, join(folder, 'icon.svg'), FOR_EVER)
    return fileAt(context, join(folder, 'index.html'), 'no-cache')
  }
}

/** Their names change with their content. */
const FOR_EVER = 'public, max-age=31536000, immutable'

function fileAt(context: Context, path: string, caching: string): Response {
  const type = TYPES[extname(path)]
  if (type === undefined || !existsSync(path))
    return refused(context, 404, {
      error: 'not_found',
      message: 'there is no such file',
      hint: null,
    })
  return context.body(readFileSync(path), 200, { 'content-type': type, 'cache-control': caching })
}
