import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { attemptId, runId, taskId } from '../../src/core/value/ids.ts'
import { barriersInEveryLook, barriersOn } from '../browser/axe.ts'
import { cardIn, columnOn } from '../browser/board-page.ts'
import { dragByMouse as drag } from '../browser/drag-by-mouse.ts'
import { serveOnce, type Served, type Shared } from '../browser/browser.ts'
import { playOnce } from '../browser/serve-played.ts'
import { sharedPage } from '../browser/shared-page.ts'
import { appendFacts, writeLargeRun } from '../played/large-run.ts'
import { OUTCOMES, type Game } from '../played/play.ts'

const TIMEOUT = 60_000

const { visit } = sharedPage()

const tasks = (...lines: readonly string[]): string =>
  `tasks:\n${lines.map((line) => `  - {${line}}\n`).join('')}`

const EVIL = `<img src=x onerror="document.title='taken'">`

const PLANNED = tasks(
  'id: login, name: Log in, epic: Accounts, run: "true", files: [src/auth.ts]',
  'id: page, name: The page, run: "true", dependencies: [login]',
  `id: evil, name: '${EVIL.replaceAll("'", "''")}', run: "true"`,
)

/** Serves a run of so many tasks that no coordinator conducts. */
function serveLarge(size: number): Shared<Served> {
  const serve = serveOnce(tasks('id: a, run: "true"'))
  let served: Promise<Served> | null = null
  const begin = async (): Promise<Served> => {
    const { folder } = await serve()
    writeLargeRun(folder.path, size)
    return serve()
  }
  return () => (served ??= begin())
}

/** An agent has done the task, and it lands. */
function land(game: Game, task: string): void {
  game.end(taskId(task), OUTCOMES.succeeded)
  game.land(taskId(task))
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

describe('before a run', { timeout: TIMEOUT }, () => {
  const planned = serveOnce(PLANNED)

  it('shows all tasks in Backlog, without any actions', async () => {
    const { at } = await planned()
    const page = await visit(at('/board'))
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
    const page = await visit(at('/board'))
    expect(await cardIn(page, 'evil', 'Backlog').innerText()).toContain(EVIL)
    expect(await page.locator('.board img').count()).toBe(0)
    expect(await page.title()).not.toBe('taken')
  })

  it('has a filter that is reached by a key, hides what does not fit, and is part of the link', async () => {
    const { at } = await planned()
    const page = await visit(at('/board'))
    await cardIn(page, 'page', 'Backlog').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('auth.ts')
    await cardIn(page, 'page', 'Backlog').waitFor({ state: 'detached' })
    await page.getByText('1 of 3 tasks').waitFor()
    await columnOn(page, 'Backlog').getByText('1 of 3').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('auth.ts')
    await page.keyboard.press('Enter')
    await untilFocused(page, 'login')

    await visit(at('/board?q=PAGE'))
    await cardIn(page, 'page', 'Backlog').waitFor()
    expect(await page.locator('.card').count()).toBe(1)
    await page.getByRole('searchbox').press('Escape')
    await cardIn(page, 'login', 'Backlog').waitFor()
  })

  it('can be filtered by the epics of a plan', async () => {
    const { at } = await planned()
    const page = await visit(at('/board'))
    await page.getByLabel('Epic or group').selectOption('epic: Accounts')
    await cardIn(page, 'page', 'Backlog').waitFor({ state: 'detached' })
    await page.reload()
    await cardIn(page, 'login', 'Backlog').waitFor()
    expect(await page.locator('.card').count()).toBe(1)
    // The tasks of an epic share a worktree, which their cards name.
    await cardIn(page, 'login', 'Backlog').getByTitle('works in epic-accounts').waitFor()
  })
})

describe('a run', { timeout: TIMEOUT }, () => {
  const moving = playOnce('first:\na: first\nb: a\nc: b', { isolation: 'worktree', agents: 1 })

  it('moves on the board without a reload', async () => {
    const { shop, link } = await moving()
    const page = await visit(link('/board'))
    // The board knows where cards were once an event has come.
    await cardIn(page, 'first', 'In Progress').waitFor()
    land(shop.game(), 'first')
    shop.game().startAll()
    await cardIn(page, 'a', 'In Progress').getByText('agent 1').waitFor()
    await page.evaluate(`document.body.dataset.loaded = 'once'`)
    await page.evaluate(WATCH_FLIGHTS)
    land(shop.game(), 'a')
    await cardIn(page, 'a', 'Done').getByText('+30').waitFor()
    shop.game().startAll()
    land(shop.game(), 'b')
    await cardIn(page, 'b', 'Done').getByText('Landed').waitFor()
    expect(await page.evaluate('document.body.dataset.loaded')).toBe('once')
    // It was seen to move to the right, as a copy that nobody can reach, which is gone when it has arrived.
    const [flight] = await page.evaluate<Flight[]>('flights')
    expect(flight).toMatchObject({ text: expect.stringMatching(/^a/), isHidden: true })
    expect(flight!.from).toBeLessThan(-100)
    await page.locator('.flying').first().waitFor({ state: 'detached' })
  })

  it('moves without motion where the user wants none', async () => {
    const { shop, link } = await moving()
    const page = await visit(link('/board'))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.evaluate(WATCH_FLIGHTS)
    shop.game().startAll()
    await cardIn(page, 'c', 'In Progress').getByText('agent 1').waitFor()
    land(shop.game(), 'c')
    await cardIn(page, 'c', 'Done').getByText('Landed').waitFor()
    expect(await page.evaluate<Flight[]>('flights')).toEqual([])
  })
})

describe('the focus', { timeout: TIMEOUT }, () => {
  const working = playOnce('long:\nb:\nc: b', { agents: 1, tasks: { long: { priority: 1 } } })

  it('goes along with a card, which offers what can be done by letters', async () => {
    const { shop, link } = await working()
    const page = await visit(link('/board'))
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
    expect(shop.asked).toMatchObject([{ ask: 'skip', task: 'b' }])
    await page.keyboard.press('h')
    await untilFocused(page, 'long')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tasks/long')
    await page.goBack()
    await cardIn(page, 'long', 'In Progress').waitFor()
    await untilFocused(page, 'long')
  })

  it('comes back to the card when its menu is closed', async () => {
    const { link } = await working()
    const page = await visit(link('/board'))
    const card = cardIn(page, 'long', 'In Progress')
    await card.getByRole('button').click()
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    expect(await page.evaluate(FOCUSED)).toBe('long')
  })
})

describe('a board of hundreds', { timeout: TIMEOUT }, () => {
  const large = serveLarge(400)

  it('has only those cards in the page that are in sight, and keeps the one with the focus', async () => {
    const { at } = await large()
    const page = await visit(at('/board'))
    await columnOn(page, 'Done').getByRole('heading', { name: 'Done 100' }).waitFor()
    expect(await page.locator('.card').count()).toBeLessThanOrEqual(60)
    const first = columnOn(page, 'Backlog').locator('[aria-posinset="1"]')
    const task = (await first.getAttribute('data-task'))!
    await first.getByRole('link').focus()
    await scroll(page, 'Backlog', 6000)
    await columnOn(page, 'Backlog').locator('[aria-posinset="60"]').waitFor()
    expect(await columnOn(page, 'Backlog').locator('[aria-posinset="2"]').count()).toBe(0)
    expect(await page.evaluate(FOCUSED)).toBe(task)
    await page.keyboard.press('End')
    await page.locator('[aria-posinset="100"]:focus-within').waitFor()
    await page.keyboard.press('Home')
    await untilFocused(page, task)
    expect(await page.locator('.card').count()).toBeLessThanOrEqual(60)
  })

  it('does not move the cards in sight when a card comes above them', async () => {
    const { folder, at } = await large()
    const page = await visit(at('/board'))
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
  const PHONE = { width: 360, height: 740 }
  const notation = 'long:\nother: long\nsign:\ndone:\nasks:\nred:\nconflict:'
  const served = playOnce(notation, {
    isolation: 'worktree',
    agents: 8,
    tasks: { sign: { needsHuman: true } },
  })

  /** A card of each kind is on the board. */
  function playEach(game: Game): void {
    land(game, 'done')
    game.end(taskId('asks'), OUTCOMES.asked)
    for (const verdict of ['red', 'conflict'] as const) {
      game.end(taskId(verdict), OUTCOMES.succeeded)
      game.land(taskId(verdict), verdict, false)
    }
  }

  it('meets no accessibility barriers on the board', async () => {
    const { shop, link } = await served()
    playEach(shop.game())
    const page = await visit(link('/board'))
    const card = cardIn(page, 'other', 'Backlog')
    await card.waitFor()
    for (const [task, column] of [
      ['asks', 'In Progress'],
      ['red', 'Review'],
      ['conflict', 'Review'],
      ['done', 'Done'],
    ] as const)
      await cardIn(page, task, column).waitFor()
    expect(await barriersInEveryLook(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await card.getByRole('link').focus()
    await page.keyboard.press('m')
    await page.getByRole('menu').waitFor()
    expect(await barriersOn(page, null, '[role=menu]')).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('has one column at a time on a phone', async () => {
    const { shop, link } = await served()
    const page = await visit(link('/board'), PHONE)
    const columns = page.getByRole('group', { name: 'Columns' })
    await columns.getByRole('button', { name: 'In Progress 2' }).waitFor()
    await columns.getByRole('button', { name: 'Backlog' }).click()
    await cardIn(page, 'other', 'Backlog').waitFor()
    expect(new URL(page.url()).searchParams.get('column')).toBe('backlog')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    await cardIn(page, 'other', 'Backlog').getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Move to Done' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Skip it' }).click()
    await columns.getByRole('button', { name: 'Done 2' }).click()
    await cardIn(page, 'other', 'Done').waitFor()
    expect(await barriersOn(page)).toEqual([])
    expect(shop.asked).toMatchObject([{ ask: 'skip', task: 'other' }])
  })

  it('can drag a card to another column on a phone, too', async () => {
    const { shop, link } = await served()
    const page = await visit(link('/board?column=backlog'), PHONE)
    await cardIn(page, 'sign', 'Backlog').getByText('needs your approval').waitFor()
    await drag(page, {
      card: cardIn(page, 'sign', 'Backlog'),
      inHand: page.locator('.in-hand'),
      target: page.getByRole('button', { name: /^In Progress/ }),
      isOver: page.locator('.column-tabs [data-over]'),
    })
    await page.getByText('Approved sign.').waitFor()
    await page.getByRole('button', { name: 'In Progress 3' }).waitFor()
    expect(shop.asked.at(-1)).toMatchObject({ ask: 'approve', task: 'sign' })
  })
})
