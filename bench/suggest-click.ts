/**
 * Measures how long a user waits from the click on Suggest Order until the orderings are shown: the real page on a real server,
 * in Chromium without a graphics card, in the list and in 3D while orbs turn. Every try counts, because each is a user who waits.
 *
 *   npm run build && node bench/suggest-click.ts [--quick]
 */
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../test/browser/launch-chromium.ts'
import { serveOrbs, type ServedOrbs } from '../test/browser/serve-orbs.ts'
import { playedTracker } from '../test/played/played-tracker.ts'
import { median } from './median.ts'
import { printTable } from './print-table.ts'

const TRIES = process.argv.includes('--quick') ? 3 : 9
/** Milliseconds, by how many workspaces there are. */
const LIMITS = [
  [60, 200],
  [5000, 1000],
] as const

/** Runs in the page. The frame after the cards were added shows them. */
const CLICK = `new Promise((resolve) => {
  const began = performance.now()
  const observer = new MutationObserver(() => {
    if (document.querySelector('.strategy') === null) return
    observer.disconnect()
    requestAnimationFrame(() => resolve(performance.now() - began))
  })
  observer.observe(document.body, { childList: true, subtree: true })
  document.querySelector('.suggest-button').click()
})`

async function measure(browser: Browser, orbs: ServedOrbs): Promise<void> {
  const rows: string[][] = []
  for (const [workspaces, limit] of LIMITS) {
    orbs.showPlayed((now) => playedTracker({ workspaces, now }))
    for (const as of ['list', '3d']) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.goto(orbs.link(`/orbs?as=${as}`))
      await page.locator('.orb-row, .hall canvas').first().waitFor({ timeout: 60_000 })
      const times = await triesOn(page)
      rows.push(row(workspaces, as, times, limit))
      await page.close()
    }
  }
  printTable(['workspaces', 'shown as', 'first', 'median', 'slowest', 'limit', ''], rows)
}

async function triesOn(page: Page): Promise<readonly number[]> {
  const times: number[] = []
  for (let i = 0; i < TRIES; i++) {
    await page.waitForTimeout(1500)
    times.push(await page.evaluate<number>(CLICK))
    await page.keyboard.press('Escape')
  }
  return times
}

/** A limit is for each try. */
function row(count: number, as: string, times: readonly number[], limit: number): string[] {
  const slowest = Math.max(...times)
  if (slowest > limit) process.exitCode = 1
  const figures = [times[0]!, median([...times]), slowest, limit].map((ms) => `${ms.toFixed(0)} ms`)
  return [count.toLocaleString('en'), as, ...figures, slowest > limit ? 'too slow' : 'ok']
}

await using orbs = await serveOrbs()
const browser = await launchChromium()
try {
  await measure(browser, orbs)
} finally {
  await browser.close()
}
