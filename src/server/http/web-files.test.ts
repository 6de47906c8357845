import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { tempFolder } from '../../../test/repository/temp-folder.ts'
import { buildOf, serveWebFiles } from './web-files.ts'

it('a file that cannot be read, as while a build replaces it, is answered as one that is not there', async () => {
  using folder = tempFolder()
  for (const name of ['a.js', 'b.js.gz', 'index.html'])
    mkdirSync(join(folder.path, 'assets', name), { recursive: true })
  mkdirSync(join(folder.path, 'index.html'))
  writeFileSync(join(folder.path, 'assets', 'b.js'), 'plain')
  const app = new Hono().get('*', serveWebFiles(folder.path))
  const packed = { headers: { 'accept-encoding': 'gzip' } }
  expect((await app.request('/assets/a.js')).status).toBe(404)
  expect((await app.request('/board')).status).toBe(404)
  expect(await (await app.request('/assets/b.js', packed)).text()).toBe('plain')
  expect(buildOf(folder.path)).toBeNull()
})
