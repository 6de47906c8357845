import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { attemptId, runId, taskId } from '../../src/core/value/ids.ts'
import { barriersInEveryLook, barriersOn } from '../browser/axe.ts'
import { cardIn, columnOn, HELD } from '../browser/board-page.ts'
import { dragByMouse as drag } from '../browser/drag-by-mouse.ts'
import { openPage, serve, serveOnce, type Served } from '../browser/browser.ts'
import { appendFacts, writeLargeRun } from '../played/large-run.ts'
import { OUTCOMES } from '../played/play.ts'

const TIMEOUT = 60_000

const tasks = (...lines: readonly string[]): string =>
  `tasks:\n${lines.map((line) => `  - {${line}}\n`).join('')}`

const EVIL = `<img src=x onerror="document.title='taken'">`

const PLANNED = tasks(
  'id: login, name: Log in, epic: Accounts, run: "true", files: [src/auth.ts]',
  'id: page, name: The page, run: "true", dependencies: [login]',
  `id: evil, name: '${EVIL.replaceAll("'", "''")}', run: "true"`,
)

/** Serves a run of so many tasks that no coordinator conducts. */
async function serveLarge(size: number): Promise<Served> {
  const served = await serve(tasks('id: a, run: "true"'))
  writeLargeRun(served.folder.path, size)
  return served
}

const FOCUSED = `document.activeElement?.closest('[data-task]')?.dataset.task`

const untilFocused = (page: Page, task: string): Promise<void> =>
  page.locator(`[data-task="${task}"]:focus-within`).waitFor()

const scroll = (page: Page, column: string, top: number): Promise<void> =>
  columnOn(page, column)
    .locator('.card-list')
    .evaluate((list, top) => void Object.assign(list, { scrollTop: top }), top)

interface Flight {
  readonly text: string
  readonly isHidden: boolean
  /** How far from its new place the copy begins, in pixels to the right. */
  readonly from: number
}

const WATCH_FLIGHTS = `
  window.flights = []
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node.classList?.contains('flying')) {
          const [{ transform }] = node.getAnimations()[0].effect.getKeyframes()
          flights.push({ text: node.innerText, isHidden: node.inert, from: parseFloat(transform.slice(10)) })
        }
  }).observe(document.querySelector('.board'), { childList: true })`

/** Nothing is started in it. */
const planned = serveOnce(PLANNED)

describe('before a run', { timeout: TIMEOUT }, () => {
  it('shows all tasks in Backlog, without any actions', async () => {
    const { at } = await planned()
    const page = await openPage(at('/board'))
    await cardIn(page, 'page', 'Backlog').getByText('after login').waitFor()
    await columnOn(page, 'Done').getByText('No task is done yet').waitFor()
    expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
    await cardIn(page, 'page', 'Backlog').getByRole('link').focus()
    await page.keyboard.press('m')
    await page.keyboard.press('Space')
    expect(await page.locator('[role=menu], .in-hand').count()).toBe(0)
  })

  it('shows the text of a task as text', async () => {
    const { at } = await planned()
    const page = await openPage(at('/board'))
    expect(await cardIn(page, 'evil', 'Backlog').innerText()).toContain(EVIL)
    expect(await page.locator('.board img').count()).toBe(0)
    expect(await page.title()).not.toBe('taken')
  })
})

describe('the filter', { timeout: TIMEOUT }, () => {
  it('is reached by a key, hides what does not fit, and is part of the link', async () => {
    const { at } = await planned()
    const page = await openPage(at('/board'))
    await cardIn(page, 'page', 'Backlog').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('auth.ts')
    await cardIn(page, 'page', 'Backlog').waitFor({ state: 'detached' })
    await page.getByText('1 of 3 tasks').waitFor()
    await columnOn(page, 'Backlog').getByText('1 of 3').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('auth.ts')
    await page.keyboard.press('Enter')
    await untilFocused(page, 'login')

    await page.goto(`${at('/board')}&q=PAGE`)
    await cardIn(page, 'page', 'Backlog').waitFor()
    expect(await page.locator('.card').count()).toBe(1)
    await page.getByRole('searchbox').press('Escape')
    await cardIn(page, 'login', 'Backlog').waitFor()
  })

  it('offers the epics of a plan', async () => {
    const { at } = await planned()
    const page = await openPage(at('/board'))
    await page.getByLabel('Epic or group').selectOption('epic: Accounts')
    await cardIn(page, 'page', 'Backlog').waitFor({ state: 'detached' })
    await page.reload()
    await cardIn(page, 'login', 'Backlog').waitFor()
    expect(await page.locator('.card').count()).toBe(1)
  })
})

describe('a run', { timeout: TIMEOUT }, () => {
  it('moves on the board without a reload', async () => {
    const { folder, at } = await serve(
      tasks(`id: a, run: '${HELD}; echo a > a.txt'`, 'id: b, run: "true", dependencies: [a]'),
    )
    const run = folder.begin('run', 'tasks.yaml', '--no-ui')
    const page = await openPage(at('/board'))
    await cardIn(page, 'a', 'In Progress').getByText('agent 1').waitFor()
    await page.evaluate(`document.body.dataset.loaded = 'once'`)
    await page.evaluate(WATCH_FLIGHTS)
    folder.write('.conductor/go', '')
    await cardIn(page, 'a', 'Done').getByText('+1').waitFor()
    await cardIn(page, 'b', 'Done').getByText('Landed').waitFor()
    expect(await page.evaluate('document.body.dataset.loaded')).toBe('once')
    // It was seen to move to the right, as a copy that nobody can reach, which is gone when it has arrived.
    const [flight] = await page.evaluate<Flight[]>('flights')
    expect(flight).toMatchObject({ text: expect.stringMatching(/^a/), isHidden: true })
    expect(flight!.from).toBeLessThan(-100)
    await page.locator('.flying').first().waitFor({ state: 'detached' })
    expect((await run.done).code).toBe(0)
  })

  it('moves without motion where the user wants none', async () => {
    const { folder, at } = await serve(
      tasks(`id: a, run: '${HELD}; echo a > a.txt'`, 'id: b, run: "true", dependencies: [a]'),
    )
    const page = await openPage(at('/board'))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const run = folder.begin('run', 'tasks.yaml', '--no-ui')
    await cardIn(page, 'a', 'In Progress').getByText('agent 1').waitFor()
    await page.evaluate(WATCH_FLIGHTS)
    folder.write('.conductor/go', '')
    await cardIn(page, 'b', 'Done').getByText('Landed').waitFor()
    expect(await page.evaluate<Flight[]>('flights')).toEqual([])
    expect((await run.done).code).toBe(0)
  })

  it('takes the focus along with a card, and offers what can be done by letters', async () => {
    const { folder, at } = await serve(
      tasks(
        `id: long, run: '${HELD}', priority: high`,
        'id: b, run: "true"',
        'id: c, run: "true", dependencies: [b]',
      ),
    )
    const run = folder.begin('run', 'tasks.yaml', '--no-ui', '-p', '1')
    const page = await openPage(at('/board'))
    await cardIn(page, 'long', 'In Progress').waitFor()
    await page.keyboard.press('j')
    await untilFocused(page, 'b')
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name: 'Skip it' }).waitFor()
    await page.keyboard.press('s')
    await page.getByRole('dialog').getByText('1 dependent task will be skipped too').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Skip it' }).press('Enter')
    await cardIn(page, 'b', 'Done').waitFor()
    await untilFocused(page, 'b')
    await page.getByText('Skipped b.').waitFor()
    await page.keyboard.press('h')
    await untilFocused(page, 'long')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tasks/long')
    await page.goBack()
    await cardIn(page, 'long', 'In Progress').waitFor()
    await untilFocused(page, 'long')
    folder.write('.conductor/go', '')
    expect((await run.done).code).toBe(1)
  })

  it('gives the focus back to the card when its menu is closed', async () => {
    const { at } = await serveLarge(40)
    const page = await openPage(at('/board'))
    const card = columnOn(page, 'Backlog').locator('[aria-posinset="1"]')
    const task = await card.getAttribute('data-task')
    await card.getByRole('button').click()
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    expect(await page.evaluate(FOCUSED)).toBe(task)
  })
})

describe('a board of thousands', { timeout: TIMEOUT }, () => {
  it('has only those cards in the page that are in sight, and keeps the one with the focus', async () => {
    const { at } = await serveLarge(4000)
    const page = await openPage(at('/board'))
    await columnOn(page, 'Done').getByRole('heading', { name: 'Done 1000' }).waitFor()
    expect(await page.locator('.card').count()).toBeLessThanOrEqual(60)
    const first = columnOn(page, 'Backlog').locator('[aria-posinset="1"]')
    const task = (await first.getAttribute('data-task'))!
    await first.getByRole('link').focus()
    await scroll(page, 'Backlog', 40_000)
    await columnOn(page, 'Backlog').locator('[aria-posinset="400"]').waitFor()
    expect(await columnOn(page, 'Backlog').locator('[aria-posinset="2"]').count()).toBe(0)
    expect(await page.evaluate(FOCUSED)).toBe(task)
    await page.keyboard.press('End')
    await page.locator('[aria-posinset="1000"]:focus-within').waitFor()
    await page.keyboard.press('Home')
    await untilFocused(page, task)
    expect(await page.locator('.card').count()).toBeLessThanOrEqual(60)
  })

  it('does not move the cards in sight when a card comes above them', async () => {
    const { folder, at } = await serveLarge(400)
    const page = await openPage(at('/board'))
    // Cards that have just come move for a moment, and that is not what is measured here.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await scroll(page, 'Done', 1000)
    const card = columnOn(page, 'Done').locator('[aria-posinset="15"]')
    const task = await card.getAttribute('data-task')
    const { y } = (await card.boundingBox())!
    const done = taskId('auth-0')
    const attempt = attemptId(runId(1), done, 1)
    appendFacts(folder.path, [
      { type: 'attempt-started', task: done, attempt, worker: 1 },
      { type: 'attempt-ended', task: done, attempt, outcome: OUTCOMES.succeeded },
      { type: 'task-landed', task: done, commit: null },
    ])
    await columnOn(page, 'Done').getByRole('heading', { name: 'Done 101' }).waitFor()
    const same = page.locator(`[data-task="${task}"]`)
    expect(await same.getAttribute('aria-posinset')).toBe('16')
    expect((await same.boundingBox())!.y).toBe(y)
  })
})

describe('a user', { timeout: TIMEOUT }, () => {
  it('meets no accessibility barriers on the board', async () => {
    const { at } = await serveLarge(60)
    const page = await openPage(at('/board'))
    const card = columnOn(page, 'Backlog').locator('[aria-posinset="1"]')
    await card.waitFor()
    expect(await barriersInEveryLook(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await card.getByRole('link').focus()
    await page.keyboard.press('m')
    await page.getByRole('menu').waitFor()
    expect(await barriersOn(page)).toEqual([])
  })

  it('can use it on a phone, one column at a time', async () => {
    const { folder, at } = await serve(
      tasks(`id: long, run: '${HELD}', priority: high`, 'id: other, run: "true"'),
    )
    const run = folder.begin('run', 'tasks.yaml', '--no-ui', '-p', '1')
    const page = await openPage(at('/board'), { width: 360, height: 740 })
    const columns = page.getByRole('group', { name: 'Columns' })
    await columns.getByRole('button', { name: 'In Progress 1' }).waitFor()
    await columns.getByRole('button', { name: 'Backlog' }).click()
    await cardIn(page, 'other', 'Backlog').waitFor()
    expect(new URL(page.url()).searchParams.get('column')).toBe('backlog')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    await cardIn(page, 'other', 'Backlog').getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Move to Done' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Skip it' }).click()
    await columns.getByRole('button', { name: 'Done 1' }).click()
    await cardIn(page, 'other', 'Done').waitFor()
    expect(await barriersOn(page)).toEqual([])
    folder.write('.conductor/go', '')
    expect((await run.done).code).toBe(1)
  })

  it('can drag a card to another column on a phone, too', async () => {
    const { folder, at } = await serve(
      tasks(`id: sign, run: '${HELD}', needs_human: true`, `id: long, run: '${HELD}'`),
    )
    const run = folder.begin('run', 'tasks.yaml', '--no-ui', '-p', '2')
    const page = await openPage(`${at('/board')}&column=backlog`, { width: 360, height: 740 })
    await cardIn(page, 'sign', 'Backlog').getByText('needs your approval').waitFor()
    await drag(page, {
      card: cardIn(page, 'sign', 'Backlog'),
      inHand: page.locator('.in-hand'),
      target: page.getByRole('button', { name: /^In Progress/ }),
      isOver: page.locator('.column-tabs [data-over]'),
    })
    await page.getByText('Approved sign.').waitFor()
    await page.getByRole('button', { name: 'In Progress 2' }).waitFor()
    folder.write('.conductor/go', '')
    expect((await run.done).code).toBe(0)
  })
})
