/** Barriers on a page: serious violations that axe finds, and content that is too wide for the screen. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/**
 * Reports only violations: the list of passed checks would take longer than the checks. Nothing is loaded beforehand:
 * that is for rules about sound and video, whose violations are not serious.
 */
const run = (rules: readonly string[] | null, within: string): string =>
  `axe.run(${JSON.stringify(within)}, ${JSON.stringify({ resultTypes: ['violations'], preload: false, ...(rules ? { runOnly: rules } : { rules: NEVER_SERIOUS }) })})`

/** Left out, because what they find is minor or moderate, and takes a quarter of the time. */
const NEVER_SERIOUS = Object.fromEntries(
  [
    'aria-allowed-role',
    'aria-deprecated-role',
    'empty-table-header',
    'form-field-multiple-labels',
    'heading-order',
    'html-xml-lang-mismatch',
    'image-redundant-alt',
    'landmark-banner-is-top-level',
    'landmark-contentinfo-is-top-level',
    'landmark-main-is-top-level',
    'landmark-no-duplicate-banner',
    'landmark-no-duplicate-contentinfo',
    'landmark-no-duplicate-main',
    'landmark-one-main',
    'landmark-unique',
    'meta-viewport-large',
    'no-autoplay-audio',
    'page-has-heading-one',
    'presentation-role-conflict',
    'region',
    'server-side-image-map',
    'skip-link',
    'table-duplicate-name',
  ].map((rule) => [rule, { enabled: false }]),
)

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** Only serious and critical violations, each with its element; null: of all rules. within: a part of the page, when a test has looked at the rest. */
export async function barriersOn(
  page: Page,
  rules: readonly string[] | null = null,
  within = 'html',
): Promise<readonly string[]> {
  if (await page.evaluate<boolean>(`typeof axe === 'undefined'`)) await page.evaluate(AXE)
  const { violations } = (await page.evaluate(run(rules, within))) as {
    violations: readonly Violation[]
  }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    )
}

/** Dark differs from light by its colours only. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

const LOOKS = [
  { name: 'light', width: 1280, height: 800, colorScheme: 'light', rules: null },
  { name: 'dark', width: 1280, height: 800, colorScheme: 'dark', rules: OF_COLOURS },
  { name: 'on a phone', width: 360, height: 740, colorScheme: 'light', rules: null },
] as const

/** How many pixels the page or its main parts are wider than the screen. */
const SIDEWAYS = `Math.max(...['html', 'main', '.attention'].map((place) => document.querySelector(place))
  .map((found) => found === null ? 0 : found.scrollWidth - found.clientWidth))`

/** The barriers in light, in dark and on a phone. */
export async function barriersInEveryLook(page: Page, within?: string): Promise<readonly string[]> {
  const barriers: string[] = []
  for (const { name, colorScheme, rules, ...size } of LOOKS) {
    await page.setViewportSize(size)
    // Reduced motion, because otherwise colours would still change from the look before.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const barrier of await barriersOn(page, rules, within))
      barriers.push(`${name}: ${barrier}`)
    const wide = await page.evaluate<number>(SIDEWAYS)
    if (wide > 0) barriers.push(`${name}: ${wide} pixels too wide`)
  }
  return barriers
}
