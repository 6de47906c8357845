/**
 * Takes the pictures of docs/orbs.md: a real server with sixty workspaces that are written down, and a scripted Claude.
 *   npm run build && node docs/take-orb-pictures.ts [name...]
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launchChromium } from '../test/browser/launch-chromium.ts'
import { serveOrbs } from '../test/browser/serve-orbs.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const only = process.argv.slice(2)

const orbs = await serveOrbs()
orbs.show(readFileSync(at('pictures/sixty-workspaces.txt'), 'utf8'))
orbs.prepare({ fails: 'timeout' })
const browser = await launchChromium()

interface Look {
  readonly dark?: boolean
  readonly narrow?: boolean
}

async function take(
  name: string,
  path: string,
  { dark = false, narrow = false }: Look = {},
  act: (page: Page) => Promise<unknown> = async () => {},
): Promise<void> {
  if (only.length > 0 && !only.includes(name)) return
  const page = await browser.newPage({
    viewport: narrow ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    colorScheme: dark ? 'dark' : 'light',
  })
  await page.goto(orbs.link(path))
  await page.locator('.orb-row, .hall svg, .hall canvas').first().waitFor()
  await act(page)
  // Until cameras and colours stand still.
  await page.waitForTimeout(1500)
  // Of most states of the dialog, the dialog alone.
  const dialog = page.getByRole('dialog')
  const what = /^suggest-(?!dark|narrow)/.test(name) ? dialog : page
  await what.screenshot({ path: at(`pictures/orbs-${name}.png`) })
  await page.close()
  console.log(name)
}

async function suggest(page: Page): Promise<void> {
  await page.locator('.suggest-button').click()
  await page.locator('.strategy').first().waitFor()
}

const apply = async (page: Page): Promise<void> => {
  await suggest(page)
  await page.getByRole('button', { name: 'Apply Highlights to Orbs' }).click()
}

await take('card', '/orbs?orb=storefront:batch-refund-store', { dark: true })
await take('list', '/orbs?as=list&orb=storefront:type-billing')
await take('list-dark', '/orbs?as=list', { dark: true })
await take('narrow', '/orbs', { narrow: true })
await take('narrow-card', '/orbs?orb=storefront:type-billing', { narrow: true, dark: true })
await take('suggest', '/orbs', {}, suggest)
await take('suggest-dark', '/orbs', { dark: true }, async (page) => {
  await suggest(page)
  await page.getByRole('radio').nth(2).check()
})
await take('suggest-narrow', '/orbs', { narrow: true }, suggest)
await take('suggest-compact', '/orbs', {}, async (page) => {
  await suggest(page)
  await page.getByLabel('Compact').check()
})
await take('suggest-edit', '/orbs', {}, async (page) => {
  await suggest(page)
  await page.getByRole('button', { name: 'Edit phases' }).click()
  await page.getByLabel('Phase of move-webhook').selectOption('Phase 1')
  await page.locator('.phase-problems').scrollIntoViewIfNeeded()
})
await take('highlights', '/orbs', {}, apply)
await take('highlights-list', '/orbs?as=list', { dark: true }, apply)
await take('suggest-loading', '/orbs', {}, async (page) => {
  await page.route('**/api/suggest-parallelization', () => {})
  await page.locator('.suggest-button').click()
})
await take('suggest-error', '/orbs', {}, async (page) => {
  await page.route('**/api/suggest-parallelization', (route) => route.abort())
  await page.locator('.suggest-button').click()
})

await browser.close()
await orbs[Symbol.asyncDispose]()
process.exit(0)
