import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { barriersInEveryLook } from '../browser/axe.ts'
import { HELD } from '../browser/board-page.ts'
import { serveOnce } from '../browser/browser.ts'
import { sharedPage } from '../browser/shared-page.ts'
import { eventsIn, type Folder } from '../conductor.ts'
import { Game, planFrom } from '../played/play.ts'
import { storeRuns } from '../played/stored-runs.ts'
import { until } from '../until.ts'

const SLOW = { timeout: 90_000 }

const PLAN = `
config: {parallel: 2}
tasks:
  - {id: schema, name: Database schema, run: '${HELD}; true', estimate: 2m, files: [db/schema.sql]}
  - {id: api, name: The API, run: "true", estimate: 4m, dependencies: [schema], files: [src/api.ts]}
  - {id: pages, name: Product pages, run: "true", estimate: 3m, dependencies: [api], files: [src/pages.ts]}
  - {id: cart, name: Shopping cart, run: "true", estimate: 3m, dependencies: [api], files: [src/pages.ts, src/cart.ts]}
`

/** One repository and one page for all tests, which are one flow: a plan is changed and started, its run goes on and ends, and a large one follows. */
const served = serveOnce(PLAN)
const { visit } = sharedPage()

async function open(path: string) {
  const { folder, at } = await served()
  const page = await visit(at(path))
  await page.getByText('Working').first().waitFor({ timeout: 60_000 })
  return { page, folder }
}

const nodeOf = (page: Page, id: string): Locator => page.locator(`.plan-node[data-task="${id}"]`)

const panelOf = (page: Page, id: string): Locator =>
  page.getByRole('region', { name: `Task ${id}` })

const draftOn = (page: Page): Locator => page.getByRole('region', { name: 'Draft' })

const addAfter = async (page: Page, task: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Add a dependency' }).fill(task)
  await page.keyboard.press('Enter')
}

interface Explained {
  readonly priority: number
  readonly dependencies: readonly string[]
  readonly batch: number
}

const explained = (folder: Folder, task: string): Promise<Explained> => folder.json('explain', task)

describe('a plan that nobody has started', () => {
  it('can be changed and started so', SLOW, async () => {
    const { folder, at } = await served()
    const page = await visit(at('/plan?task=cart'))
    await page.locator('.task-editor').getByLabel('Priority').selectOption('1')
    await addAfter(page, 'pages')
    await draftOn(page)
      .getByText(/as before|schema → api → pages → cart/)
      .waitFor()
    await draftOn(page).getByRole('button', { name: 'Start with these changes' }).click()
    await page.getByRole('button', { name: 'Start now' }).click()
    await page.locator('.plan-node[data-status="working"]').first().waitFor({ timeout: 60_000 })
    expect(await explained(folder, 'cart')).toMatchObject({
      priority: 1,
      dependencies: ['api', 'pages'],
    })
    const asBefore = ['--priority', '3', '--after', 'api']
    expect(await folder.conductor('change', 'cart', ...asBefore)).toMatchObject({ code: 0 })
  })
})

describe('the plan of a run that goes on', () => {
  it('is a graph of batches, with who may get in whose way', SLOW, async () => {
    const { page } = await open('/plan')
    const left = async (id: string): Promise<number> => (await nodeOf(page, id).boundingBox())!.x
    expect(await left('schema')).toBeLessThan(await left('api'))
    expect(await left('api')).toBeLessThan(await left('pages'))
    // They would collide, so they are not in the same batch.
    expect(await left('pages')).toBeLessThan(await left('cart'))
    expect(await page.locator('.collision[data-over="file"]').textContent()).toBe('src/pages.ts')
    await nodeOf(page, 'cart').click()
    await page.waitForURL(/task=cart/)
    await panelOf(page, 'cart').getByText('takes turns with pages').waitFor()
    // Who goes elsewhere by keys and comes back has the focus there again, and the whole plan in sight.
    await page.keyboard.press('g')
    await page.keyboard.press('b')
    await page.waitForURL(/board/)
    await page.goBack()
    await nodeOf(page, 'cart').and(page.locator(':focus')).waitFor()
    await nodeOf(page, 'schema').waitFor()
  })

  it('is changed as a draft, which is simulated at once and can be taken back', SLOW, async () => {
    const { page } = await open('/plan?task=cart')
    const takes = draftOn(page).getByRole('row', { name: /^Takes/ })
    await page.getByLabel('Estimate', { exact: true }).fill('10m')
    await page.getByLabel('Estimate', { exact: true }).press('Enter')
    await until('longer', async () => /^Takes\s+12m\s+→ 19m/.test(await takes.innerText()))
    expect(await takes.innerText()).toContain('worse')
    await page.getByRole('button', { name: 'Remove the dependency on api' }).click()
    await until('shorter', async () => /→ 13m/.test(await takes.innerText()))
    expect(await draftOn(page).getByRole('listitem').count()).toBe(2)
    await page.getByRole('button', { name: 'Take back: cart, estimate 10m' }).click()
    await page.getByRole('button', { name: 'Drop all' }).click()
    await draftOn(page).waitFor({ state: 'detached' })
    expect(await page.getByLabel('Estimate', { exact: true }).inputValue()).toBe('3m')
  })

  it('cannot become a circle, nor change what is at work', SLOW, async () => {
    const { page } = await open('/plan?task=api')
    await addAfter(page, 'cart')
    await page
      .getByRole('alert')
      .getByText(/cart.*after|circle/)
      .waitFor()
    expect(await draftOn(page).count()).toBe(0)
    await page.getByLabel('Estimate', { exact: true }).fill('soon')
    await page.getByLabel('Estimate', { exact: true }).press('Enter')
    await page.getByText('a time, such as 45m, 1h 30m or 90s').waitFor()
    await nodeOf(page, 'schema').click()
    await panelOf(page, 'schema')
      .getByText(/It cannot be changed: "schema" is working/)
      .waitFor()
  })

  it('holds a batch and lets it start', SLOW, async () => {
    const { page, folder } = await open('/plan')
    await page.getByRole('button', { name: 'Pause batch 3' }).click()
    await page.getByRole('button', { name: 'Start batch 3' }).waitFor()
    expect(eventsIn(folder.path)).toContainEqual(
      expect.objectContaining({ type: 'batch-paused', batch: 2 }),
    )
    await page.getByRole('button', { name: 'Start batch 3' }).click()
    await page.getByRole('button', { name: 'Pause batch 3' }).waitFor()
  })

  it('is gone through by keys', SLOW, async () => {
    const { page } = await open('/plan')
    await page.keyboard.press('j')
    await nodeOf(page, 'schema').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('l')
    await nodeOf(page, 'api').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowRight')
    await page
      .locator('.plan-node[data-task="pages"]:focus, .plan-node[data-task="cart"]:focus')
      .waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/task=(pages|cart)/)
    const before = (await nodeOf(page, 'api').boundingBox())!.width
    expect(before).toBeGreaterThan(0)
    await page.keyboard.press('-')
    await until('smaller', async () => (await nodeOf(page, 'api').boundingBox())!.width < before)
    await page.keyboard.press('f')
    await until(
      'as before',
      async () => Math.abs((await nodeOf(page, 'api').boundingBox())!.width - before) < 1,
    )
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.search.includes('task='))
  })

  it('is moved by the mouse and zoomed by its wheel', SLOW, async () => {
    const { page } = await open('/plan')
    const box = async () => (await nodeOf(page, 'api').boundingBox())!
    const before = await box()
    const screen = (await page.locator('.graph-screen').boundingBox())!
    await page.mouse.move(screen.x + 30, screen.y + 30)
    await page.mouse.down()
    await page.mouse.move(screen.x + 90, screen.y + 50, { steps: 4 })
    await page.mouse.up()
    expect((await box()).x).toBeCloseTo(before.x + 60, 0)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, 200)
    await page.keyboard.up('Control')
    await until('smaller', async () => (await box()).width < before.width)
  })

  it('has no accessibility barriers, in light, in dark and on a phone', SLOW, async () => {
    const { page } = await open('/plan?task=cart')
    await page.locator('.task-editor').getByLabel('Priority').selectOption('1')
    await draftOn(page).waitFor()
    expect(await barriersInEveryLook(page)).toEqual([])
    await page.getByRole('button', { name: 'List' }).click()
    expect(await barriersInEveryLook(page)).toEqual([])
    await page.getByRole('button', { name: 'Drop all' }).click()
    await draftOn(page).waitFor({ state: 'detached' })
  })

  it('is changed for good when the draft is applied, and back again', SLOW, async () => {
    const { page, folder } = await open('/plan?task=cart')
    await page.locator('.task-editor').getByLabel('Priority').selectOption('1')
    await addAfter(page, 'pages')
    await draftOn(page).getByText('2 changes not applied').waitFor()
    await draftOn(page).getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Changed 1 task.').waitFor()
    await draftOn(page).waitFor({ state: 'detached' })
    expect(await explained(folder, 'cart')).toMatchObject({
      priority: 1,
      dependencies: ['api', 'pages'],
      batch: 4,
    })
    await page.getByText('Batch 4').waitFor()
    const toast = page.locator('.toast').filter({ hasText: 'Changed 1 task.' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    expect(await explained(folder, 'cart')).toMatchObject({ priority: 3, dependencies: ['api'] })
  })

  it('takes one more task', SLOW, async () => {
    const { page, folder } = await open('/plan')
    await page.getByRole('button', { name: 'Add a task' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Id').fill('api')
    await form.getByRole('button', { name: 'A command' }).click()
    await form.getByLabel('Command').fill('true')
    await form.getByRole('alert').getByText('"api" is already the id of a task').waitFor()
    await form.getByLabel('Id').fill('docs')
    await form.getByText('Dependencies, files').click()
    await addAfter(page, 'cart')
    await form.getByText('docs goes to run 1, which is running').waitFor()
    await form.getByRole('button', { name: 'Add to run 1' }).click()
    await nodeOf(page, 'docs').waitFor()
    expect(await explained(folder, 'docs')).toMatchObject({ dependencies: ['cart'], batch: 4 })
  })

  it('shows what has landed, and ends', SLOW, async () => {
    const { page, folder } = await open('/plan')
    folder.write('.conductor/go', '')
    await page.locator('.plan-node[data-status="landed"]').nth(4).waitFor({ timeout: 60_000 })
    await until('over', () => eventsIn(folder.path).some(({ type }) => type === 'run-ended'), 60)
    expect(await page.locator('.plan-node[data-status="landed"]').count()).toBe(5)
  })
})

describe('a plan of thousands of tasks', () => {
  const lines = Array.from({ length: 3000 }, (_, i) => `t${i}: ${i < 250 ? '' : `t${i - 250}`}`)

  it('is shown by batches, each of which can be opened', { timeout: 180_000 }, async () => {
    const { folder, at } = await served()
    storeRuns(folder.path, [{ game: new Game(planFrom(lines.join('\n')), { agents: 10 }) }])
    const page = await visit(at('/plan'))
    await page.getByText('250 tasks, 4h 10m of work').first().waitFor({ timeout: 60_000 })
    expect(await page.locator('.plan-node').count()).toBe(0)
    await page.getByRole('button', { name: 'Show 250 tasks' }).first().click()
    await nodeOf(page, 't125').and(page.locator(':focus')).waitFor()
    expect(await page.locator('.plan-node').count()).toBeLessThan(200)
    await page.getByRole('button', { name: 'Close up batch 1' }).click()
    await nodeOf(page, 't125').waitFor({ state: 'detached' })
    await page.keyboard.press('f')
    await page.locator('.far-nodes path').first().waitFor({ state: 'attached' })
    await visit(at('/plan?task=t1234'))
    await nodeOf(page, 't1234').waitFor({ timeout: 60_000 })
    expect(await page.locator('.plan-node').count()).toBeLessThan(300)
  })
})
