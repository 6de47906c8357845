/** Barriers on a page: serious violations that axe finds, and content that is too wide for the screen. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** Runs all rules but reports only violations: the list of passed checks would take longer than the checks. */
const RUN = `axe.run({ resultTypes: ['violations'] })`

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** Only serious and critical violations, each with its element. */
export async function barriersOn(page: Page): Promise<readonly string[]> {
  if (await page.evaluate<boolean>(`typeof axe === 'undefined'`)) await page.evaluate(AXE)
  const { violations } = (await page.evaluate(RUN)) as { violations: readonly Violation[] }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    )
}

const LOOKS = [
  { name: 'light', width: 1280, height: 800, colorScheme: 'light' },
  { name: 'dark', width: 1280, height: 800, colorScheme: 'dark' },
  { name: 'on a phone', width: 360, height: 740, colorScheme: 'light' },
] as const

/** How many pixels the page or its main parts are wider than the screen. */
const SIDEWAYS = `Math.max(...['html', 'main', '.attention'].map((place) => document.querySelector(place))
  .map((found) => found === null ? 0 : found.scrollWidth - found.clientWidth))`

/** The barriers in light, in dark and on a phone. */
export async function barriersInEveryLook(page: Page): Promise<readonly string[]> {
  const barriers: string[] = []
  for (const { name, colorScheme, ...size } of LOOKS) {
    await page.setViewportSize(size)
    // Reduced motion, because otherwise colours would still change from the look before.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const barrier of await barriersOn(page)) barriers.push(`${name}: ${barrier}`)
    const wide = await page.evaluate<number>(SIDEWAYS)
    if (wide > 0) barriers.push(`${name}: ${wide} pixels too wide`)
  }
  return barriers
}
