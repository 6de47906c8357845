import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { barriersInEveryLook, barriersOn } from '../browser/axe.ts'
import { HELD } from '../browser/board-page.ts'
import { runOnceIn, serveOnce } from '../browser/browser.ts'
import { sharedPage } from '../browser/shared-page.ts'
import { playGame } from '../played/play.ts'
import { storeRuns } from '../played/stored-runs.ts'
import { until } from '../until.ts'

const SLOW = { timeout: 90_000 }

const PLAN = `
config: {parallel: 2}
tasks:
  - {id: schema, name: Database schema, run: "sleep 0.5", estimate: 20s}
  - {id: api, name: The API, run: '${HELD}; true', estimate: 40s, dependencies: [schema]}
  - {id: pages, name: Product pages, run: "true", estimate: 30s, dependencies: [api]}
  - {id: mail, name: Mail, run: "exit 3", estimate: 10s}
`

/** One repository and one page for all tests, which are one flow: nothing has been started, a run goes on, it is over, and a large one follows. */
const served = serveOnce(PLAN)
/** The task `api` works until the run is over. */
const shared = runOnceIn(served, '--isolation', 'none')
const { visit } = sharedPage()

async function open(path: string) {
  const { at, over } = await shared()
  const page = await visit(at(path))
  await page.locator('.bar[data-look="working"][aria-label^="api,"]').waitFor({ timeout: 60_000 })
  await barsOf(page, 'failed').first().waitFor()
  return { page, over }
}

const barsOf = (page: Page, look: string): Locator => page.locator(`.bar[data-look="${look}"]`)

const widthOf = async (bar: Locator): Promise<number> => (await bar.boundingBox())?.width ?? 0

const barNamed = (page: Page, name: RegExp): Locator => page.getByRole('button', { name })

describe('the timeline of a plan', () => {
  it('shows a plan as it is predicted', SLOW, async () => {
    const { at } = await served()
    const page = await visit(at('/timeline'))
    await page.getByText('1m 30s instead of 1m 40s in sequence: 1.1 times as fast.').waitFor()
    const baseline = await page.getByLabel('Compared with one task after another').innerText()
    expect(baseline).toMatch(/With 2 agents\s+1m 30s predicted\s+One after another\s+1m 40s/)
    // The chart fits what has happened: a prediction that ends long after it is out of sight.
    expect(await barsOf(page, 'predicted').count()).toBeGreaterThanOrEqual(3)
    expect(await page.locator('.bar').count()).toBe(4)
    expect(await page.locator('.now-line').count()).toBe(0)
  })
})

describe('the timeline of a run that goes on', () => {
  it('shows what is at work grow up to now, and what was predicted below', SLOW, async () => {
    const { page } = await open('/timeline')
    const working = barsOf(page, 'working')
    const before = await widthOf(working.locator('.body'))
    await until(
      'the bar is longer',
      async () => (await widthOf(working.locator('.body'))) > before + 2,
    )
    const now = (await page.locator('.now-line line').boundingBox())!
    const bar = (await working.locator('.body').boundingBox())!
    expect(Math.abs(bar.x + bar.width - now.x)).toBeLessThan(8)
    // The chart fits what has happened: a prediction that ends long after it is out of sight.
    expect(await barsOf(page, 'predicted').count()).toBeGreaterThanOrEqual(3)
    expect(await barsOf(page, 'coming').count()).toBe(2)
    expect(await barsOf(page, 'failed').getAttribute('aria-label')).toContain('exit code 3')
  })

  it('has a row for each agent or for each batch, as the address says', SLOW, async () => {
    const { page } = await open('/timeline')
    expect(await page.locator('.chart-names strong').allInnerTexts()).toEqual([
      'Agent 1',
      'Agent 2',
    ])
    await page.getByRole('button', { name: 'By batch' }).click()
    await page.waitForURL(/by=batch/)
    expect(await page.locator('.chart-names strong').allInnerTexts()).toEqual([
      'Batch 1',
      'Batch 2',
      'Batch 3',
    ])
    expect(await page.locator('.chart-arrows path').count()).toBe(2)
    await page.reload()
    await page.getByText('Batch 3').waitFor()
  })

  // Before a bar is clicked: the keys go on where the user was last.
  it('is gone through by keys, and Enter opens a task', SLOW, async () => {
    const { page } = await open('/timeline')
    await page.keyboard.press('j')
    await page.locator('.bar[tabindex="0"]:focus').waitFor()
    const focused = (): Promise<string | null> =>
      page.evaluate<string | null>(`document.activeElement?.getAttribute('aria-label') ?? null`)
    const first = await focused()
    await page.keyboard.press('j')
    await until('one row down', async () => (await focused())?.includes('predicted'))
    await page.keyboard.press('k')
    await until('one row up', async () => (await focused()) === first)
    await page.keyboard.press('ArrowDown')
    await until('down', async () => (await focused())?.includes('predicted'))
    await page.keyboard.press('ArrowUp')
    await until('up', async () => (await focused()) === first)
    await page.keyboard.press('ArrowRight')
    await until('right', async () => (await focused()) !== first)
    await page.keyboard.press('+')
    const fit = page.getByRole('button', { name: 'Fit' })
    await until('zoomed', () => fit.isEnabled())
    await page.keyboard.press('f')
    await until('fits', () => fit.isDisabled())
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/tasks\//)
    expect(new URL(page.url()).pathname).toMatch(/^\/tasks\/(schema|api)$/)
  })

  it('shows what a task comes after once it is selected', SLOW, async () => {
    const { page } = await open('/timeline')
    await barsOf(page, 'working').click()
    await page.waitForURL(/task=api/)
    const facts = page.getByRole('region', { name: 'Task api' })
    expect(await facts.getByRole('button', { name: 'schema' }).isVisible()).toBe(true)
    expect(await facts.getByRole('button', { name: 'pages' }).isVisible()).toBe(true)
    expect(await page.locator('.chart-arrows[data-focused="true"] path').count()).toBe(2)
    await facts.getByRole('button', { name: 'schema' }).click()
    await page
      .getByRole('region', { name: 'Task schema' })
      .getByText(/than predicted/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Select no task' }).click()
    await page.waitForURL((url) => !url.search.includes('task='))
  })

  it('can be shown as a table, for screen readers', SLOW, async () => {
    const { page } = await open('/timeline')
    await page.getByRole('button', { name: 'Table' }).click()
    await page.waitForURL(/as=table/)
    const rows = await page.locator('.times-table tbody tr').allInnerTexts()
    expect(rows.map((row) => row.split('\t')[0])).toEqual(
      expect.arrayContaining(['Database schema', 'The API', 'Product pages', 'Mail']),
    )
    expect(rows.find((row) => row.startsWith('Mail'))).toContain('failed, exit code 3')
    expect(rows.find((row) => row.startsWith('Product pages'))).toContain('expected')
    expect(await barriersOn(page)).toEqual([])
  })

  it('has no accessibility barriers, in light, in dark and on a phone', SLOW, async () => {
    const { page } = await open('/timeline?task=api&by=batch')
    expect(await barriersInEveryLook(page)).toEqual([])
  })

  it(
    'says how much faster it is than one task after another, what bounds it, and how it ended',
    SLOW,
    async () => {
      const { page, over } = await open('/timeline')
      // How long it is changes with each task that has ended.
      await page.getByText(/Longest chain: schema → api → pages, \d/).waitFor()
      // On a slow machine the 40 seconds of api are over by now.
      const soFar =
        /^About .* in sequence|as long as one task after another|^At least .* than estimated/
      await page.getByText(soFar).waitFor()
      await over()
      const words = page.locator('.timeline-words strong')
      await until('it is over', async () => !/^(About|At least)/.test(await words.innerText()))
      expect(await words.innerText()).toMatch(
        /in sequence: .* times as fast|as long as|its work one after another/,
      )
      await barNamed(page, /^pages, Product pages: succeeded/).waitFor()
      await page.locator('.now-line').waitFor({ state: 'detached' })
      expect(await barsOf(page, 'coming').count()).toBe(0)
    },
  )
})

describe('the timeline of a run that is over', () => {
  it('shows it at any moment of it', SLOW, async () => {
    const { at, over } = await shared()
    await over()
    const page = await visit(at('/runs/1/timeline'))
    await barNamed(page, /^pages, Product pages: succeeded/).waitFor()
    expect(await barsOf(page, 'coming').count()).toBe(0)
    await page.getByRole('slider', { name: 'Moment of the run' }).fill('3')
    await barsOf(page, 'coming').first().waitFor()
    await page.locator('.now-line').waitFor()
    await page.locator('.bar[aria-label^="schema,"]').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/runs/1/tasks/schema')
  })
})

describe('a run of a thousand tasks', () => {
  const lines = Array.from({ length: 1000 }, (_, i) => `t${i}: ${i < 40 ? '' : `t${i - 40}`}`)

  it('is few shapes, of which each can still be found', SLOW, async () => {
    const { folder, at } = await served()
    storeRuns(folder.path, [{ game: playGame(lines.join('\n'), { agents: 10 }) }])
    const page = await visit(at('/timeline'))
    await page.getByText('Agent 10', { exact: true }).waitFor()
    expect(await page.locator('.chart svg *').count()).toBeLessThan(1500)
    await page.locator('.bar[tabindex="0"]').focus()
    for (let i = 0; i < 5; i++) await page.keyboard.press('+')
    await until('bars', async () => (await barsOf(page, 'succeeded').count()) > 20)
    const at5 = (await page.locator('.chart').boundingBox())!
    await page.mouse.move(at5.x + 400, at5.y + 40)
    await page.locator('.chart-arrows[data-focused="true"]').waitFor({ state: 'attached' })
    await page.locator('.bar[tabindex="0"]').focus()
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
    await page.locator('.bar:focus').waitFor()
  })
})
