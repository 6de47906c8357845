/** Opens a page with nothing but the hall (web/stage/hall-page.tsx), built from the sources. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Page } from 'playwright-core'
import { build } from 'vite'

const STAGE = fileURLToPath(new URL('../../web/stage/', import.meta.url))
const ADDRESS = 'http://hall.localhost/'

let built: Promise<ReadonlyMap<string, string>> | null = null

/** The page is opened, but shows nothing until it is told to. */
export async function openHallPage(page: Page, address = ''): Promise<void> {
  built ??= buildPage()
  const files = await built
  await page.route(`${ADDRESS}**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(1)
    const body = files.get(path === '' ? 'hall-page.html' : path)
    if (body === undefined) return route.fulfill({ status: 404, body: '' })
    return route.fulfill({ body, contentType: TYPES[path.split('.').at(-1)!] ?? 'text/html' })
  })
  await page.goto(ADDRESS + address)
}

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' }

async function buildPage(): Promise<ReadonlyMap<string, string>> {
  const result = await build({
    configFile: false,
    root: STAGE,
    plugins: [react()],
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      rollupOptions: { input: `${STAGE}hall-page.html` },
      chunkSizeWarningLimit: 1000,
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  return new Map(
    outputs.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]),
  )
}
