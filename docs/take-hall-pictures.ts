/**
 * Takes the pictures docs/pictures/orbs-*.png: the real web app on a real server, with the workspaces of a team that
 * test/played/played-tracker.ts makes up.   npm run build && node docs/take-hall-pictures.ts [name ...]
 */
import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { orbsOf } from '../src/core/workspace/orbs.ts'
import { launchChromium } from '../test/browser/launch-chromium.ts'
import { serveOrbs, type ServedOrbs } from '../test/browser/serve-orbs.ts'
import { playedTracker } from '../test/played/played-tracker.ts'

interface Picture {
  readonly workspaces: number
  readonly repositories?: number
  readonly isDark?: boolean
  readonly isNarrow?: boolean
  /** What the address says besides. */
  readonly address?: string
  /** The orb that holds up most is selected. */
  readonly isSelected?: boolean
  /** The first suggested order is shown. */
  readonly hasPhases?: boolean
}

const PICTURES: Readonly<Record<string, Picture>> = {
  'orbs-1': { workspaces: 1 },
  'orbs-8': { workspaces: 8 },
  'orbs-60': { workspaces: 60 },
  'orbs-60-dark': { workspaces: 60, isDark: true },
  'orbs-60-2d': { workspaces: 60, address: 'as=2d' },
  'orbs-60-freshness': { workspaces: 60, address: 'colours=freshness' },
  'orbs-60-phases': { workspaces: 60, hasPhases: true },
  'orbs-60-selected-dark': { workspaces: 60, isDark: true, isSelected: true },
  'orbs-500-dark': { workspaces: 500, isDark: true },
  'orbs-500-selected-dark': { workspaces: 500, isDark: true, isSelected: true },
  'orbs-5000-dark': { workspaces: 5000, isDark: true },
  'orbs-5000-phases-dark': { workspaces: 5000, isDark: true, hasPhases: true },
  'orbs-30-repositories': { workspaces: 400, repositories: 30 },
  'orbs-narrow-3d': { workspaces: 60, isNarrow: true, address: 'as=3d' },
}

const folder = fileURLToPath(new URL('pictures/', import.meta.url))

async function take(browser: Browser, orbs: ServedOrbs, name: string, picture: Picture): Promise<void> {
  const { workspaces, repositories, isDark = false, isNarrow = false, isSelected = false } = picture
  const trackerAt = (now: number) =>
    playedTracker({ workspaces, now, ...(repositories === undefined ? {} : { repositories }) })
  orbs.showPlayed(trackerAt)
  const viewport = isNarrow ? { width: 390, height: 780 } : { width: 1440, height: 900 }
  const context = await browser.newContext({ viewport, colorScheme: isDark ? 'dark' : 'light', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const selected = orbsOf(trackerAt(Date.now()), Date.now()).toSorted((a, b) => b.waiting - a.waiting)[0]!.id
  const address = [picture.address, isSelected ? `orb=${encodeURIComponent(selected)}` : undefined].filter(Boolean).join('&')
  await page.goto(orbs.link(`/orbs?${address}`))
  await page.locator('.hall canvas, .hall svg').waitFor({ timeout: 60_000 })
  await sleep(2500)
  if (picture.hasPhases === true) await applyPhases(page)
  await page.screenshot({ path: `${folder}${name}.png` })
  await context.close()
}

async function applyPhases(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Suggest Order' }).click()
  await page.getByRole('button', { name: /^Apply Highlights/ }).click({ timeout: 60_000 })
  await sleep(2500)
}

const wanted = process.argv.slice(2)
const orbs = await serveOrbs()
const browser = await launchChromium()
try {
  mkdirSync(folder, { recursive: true })
  for (const [name, picture] of Object.entries(PICTURES))
    if (wanted.length === 0 || wanted.includes(name)) await take(browser, orbs, name, picture)
} finally {
  await browser.close()
  await orbs[Symbol.asyncDispose]()
}
