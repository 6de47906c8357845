/** A page that reconnects to a server of another build than the one it was loaded from. */
import { appendFileSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished, vi } from 'vitest'
import { LOOPBACK_HOSTS } from '../../src/server/http/access.ts'
import { openWebServer, type WebServer } from '../../src/server/http/open-web-server.ts'
import { openPage } from '../browser/browser.ts'
import { serveGame } from '../played/served-game.ts'
import { tempFolder } from '../repository/temp-folder.ts'
import { until } from '../until.ts'

vi.setConfig({ testTimeout: 60_000 })

const TOKEN = 'a-token-that-nobody-guesses-0123456789'

/** A server that can be restarted on the same port, with the same build or another one. */
async function place() {
  const shop = await serveGame('a:\nb: a')
  const folder = tempFolder()
  const files = join(folder.path, 'web')
  cpSync('dist/web', files, { recursive: true })
  const access = {
    token: TOKEN,
    cookie: 'conductor-test',
    hosts: LOOPBACK_HOSTS,
    origins: new Set(''),
  }
  const serve = (port: number): Promise<WebServer> =>
    openWebServer(
      { served: shop.served },
      {
        listen: { host: '127.0.0.1', port },
        access,
        files,
        report: () => '1',
      },
    )
  let server = await serve(0)
  const { port } = server
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]()
    shop[Symbol.dispose]()
    folder[Symbol.dispose]()
  })
  return {
    link: `http://127.0.0.1:${port}/?token=${TOKEN}`,
    async restart({ anew }: { readonly anew: boolean }) {
      await server[Symbol.asyncDispose]()
      if (anew) appendFileSync(join(files, 'index.html'), '<!-- another -->')
      server = await serve(port)
    },
  }
}

/** Counts how often the page was loaded since this call. */
function loadsOf(page: Page): () => number {
  let loads = 0
  page.on('load', () => loads++)
  return () => loads
}

const shows = (page: Page): Promise<void> =>
  page.getByRole('main').getByText('a', { exact: true }).first().waitFor()

it('reloads itself, once', async () => {
  const { link, restart } = await place()
  const page = await openPage(link)
  await shows(page)
  const loads = loadsOf(page)
  await restart({ anew: false })
  await page.waitForTimeout(1500)
  expect(loads()).toBe(0)
  await restart({ anew: true })
  await until('it has loaded itself anew', () => loads() === 1)
  await shows(page)
  await page.waitForTimeout(1500)
  expect(loads()).toBe(1)
})

it('does not reload while the user types, but offers a button', async () => {
  const { link, restart } = await place()
  const page = await openPage(link)
  await shows(page)
  const loads = loadsOf(page)
  await page.keyboard.press('Control+k')
  const words = page.getByRole('dialog').getByRole('combobox')
  await words.fill('pau')
  await restart({ anew: true })
  await page.getByText('Conductor was updated').waitFor()
  expect(await words.inputValue()).toBe('pau')
  expect(loads()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reload' }).click()
  await until('it was loaded anew', () => loads() === 1)
  await shows(page)
  expect(await page.getByText('Conductor was updated').count()).toBe(0)
})
