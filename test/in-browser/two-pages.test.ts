/** Two browsers that do the same at the same moment: it happens once, and the other one is told. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { eventsIn } from '../conductor.ts'
import { openPage, serve } from '../browser/browser.ts'
import { isConducted } from '../browser/web-visit.ts'
import { until } from '../until.ts'

const PLAN = 'config: {land: {review: true}}\ntasks:\n  - {id: a, run: "echo a > a.txt"}\n'

it(
  'starts, approves, takes and adds once when it is clicked on two pages at once',
  { timeout: 180_000 },
  async () => {
    const { folder, at, link } = await serve(PLAN)
    const pages = [await openPage(at('/board')), await openPage(at('/board'))] as const
    const both = (find: (page: Page) => Locator): Promise<unknown> =>
      Promise.all(pages.map((page) => find(page).dispatchEvent('click')))
    const button =
      (name: string) =>
      (page: Page): Locator =>
        page.getByRole('button', { name, exact: true })

    for (const page of pages) await button('Start')(page).click()
    for (const page of pages) await button('Start now')(page).waitFor()
    await both(button('Start now'))
    for (const page of pages) await page.locator('[data-task=a]').waitFor()
    // Whoever came second still has the dialog with the reason before it.
    for (const page of pages) await page.goto(at('/attention'))
    for (const page of pages) await button('Land it')(page).waitFor()
    await until('the run has stopped for a person', async () => !(await isConducted(link)))
    expect(await folder.json('runs')).toHaveLength(1)
    await both(button('Land it'))
    const merge = (page: Page): Locator => page.getByRole('button', { name: 'Merge into main …' })
    for (const page of pages) await page.getByRole('link', { name: 'Board', exact: true }).click()
    for (const page of pages) await merge(page).waitFor()
    const subjects = (branch: string): readonly string[] =>
      folder.git('log', '--format=%s', branch).split('\n')
    expect(subjects('conductor/run-1').filter((subject) => subject === 'Land a')).toHaveLength(1)

    await both(merge)
    await both(button('Merge into main'))
    for (const page of pages) await page.getByText(/^✓ Result /).waitFor()
    expect(subjects('main').filter((subject) => subject === 'Land a')).toHaveLength(1)
    expect(eventsIn(folder.path).filter(({ type }) => type === 'result-taken')).toHaveLength(1)

    for (const page of pages) {
      await page.getByRole('button', { name: 'New task' }).first().click()
      await page.getByLabel('What should be done').fill('Write more')
      await page.getByLabel('Id', { exact: true }).fill('more')
      await page.getByText('+  - id: more').waitFor()
      await button('Write to tasks.yaml')(page).waitFor()
    }
    await both(button('Write to tasks.yaml'))
    const told = async (page: Page): Promise<number> => page.getByRole('alert').count()
    await until(
      'one of the pages is told that it was done before',
      async () => (await told(pages[0])) + (await told(pages[1])) === 1,
    )
    const written = readFileSync(join(folder.path, 'tasks.yaml'), 'utf8')
    expect(written.split('Write more')).toHaveLength(2)
  },
)
