/** What would keep somebody out of a page: what axe finds, and what does not fit. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** All rules; but what is as it should be is not told, which would take longer than to look at it. */
const RUN = `axe.run({ resultTypes: ['violations'] })`

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** Serious and critical ones only, with where they are. */
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

/** How far the page, or what it is about, could be scrolled sideways. */
const SIDEWAYS = `Math.max(...['html', 'main', '.attention'].map((place) => document.querySelector(place))
  .map((found) => found === null ? 0 : found.scrollWidth - found.clientWidth))`

/** The same in light, dark and on a phone, each found thing with where it was found. */
export async function barriersInEveryLook(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const { name, colorScheme, ...size } of LOOKS) {
    await page.setViewportSize(size)
    // Colours would still be on their way from the look before.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const barrier of await barriersOn(page)) found.push(`${name}: ${barrier}`)
    const wide = await page.evaluate<number>(SIDEWAYS)
    if (wide > 0) found.push(`${name}: ${wide} pixels too wide`)
  }
  return found
}
