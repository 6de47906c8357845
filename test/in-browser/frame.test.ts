import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Page } from 'playwright-core'
import { barriersInEveryLook, barriersOn } from '../browser/axe.ts'
import { taskId } from '../../src/core/value/ids.ts'
import { serve, serveOnce } from '../browser/browser.ts'
import { playOnce } from '../browser/serve-played.ts'
import { sharedPage } from '../browser/shared-page.ts'
import { startNow } from '../browser/start-now.ts'
import { OUTCOMES } from '../played/play.ts'

vi.setConfig({ testTimeout: 90_000 })

const { visit } = sharedPage()

const tasks = (...lines: readonly string[]): string =>
  `tasks:\n${lines.map((line) => `  - {${line}}\n`).join('')}`

/** The name that a screen reader would say for the focused element. */
const focusedIn = (page: Page): Promise<string> =>
  page.evaluate(
    `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`,
  )

const comeBackTo = (page: Page): Promise<void> =>
  page.evaluate(`void window.dispatchEvent(new Event('focus'))`)

/** How far things have moved on the page since it was loaded, as browsers measure it. */
const shiftOn = (page: Page): Promise<number> =>
  page.evaluate<number>(
    `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0))).observe({ type: 'layout-shift', buffered: true }) ?? setTimeout(() => resolve(0), 300))`,
  )

/** One repository, in the order of these tests: a plan, a broken plan, no plan, a run that could not be planned, and two that are started. */
describe('from the first visit to a run, the page', () => {
  const planned = serveOnce(tasks('id: a, run: "true"'))

  it('lets nobody in without the link, and says how to get it', async () => {
    const { link } = await planned()
    const page = await visit(new URL('/board', link).origin)
    expect(await page.locator('body').innerText()).toContain('conductor open')
  })

  it('has a primary button that keeps its background under the mouse', async () => {
    const { at } = await planned()
    const page = await visit(at('/board'))
    const start = page.getByRole('button', { name: 'Start', exact: true })
    const background = (): Promise<string> =>
      start.evaluate('(it) => getComputedStyle(it).backgroundColor')
    await start.waitFor()
    const before = await background()
    await start.hover()
    await sleep(400)
    expect(await background()).toBe(before)
  })

  it('can be light on a dark machine, and stays so', async () => {
    const { at } = await planned()
    const page = await visit(at('/board'), { dark: true })
    await page.getByText('Ready to start').waitFor()
    await page.getByRole('button', { name: /Colours: system/ }).click()
    await page.reload()
    await page.getByRole('button', { name: /Colours: light/ }).waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
  })

  it('tells every problem of the task file with its place, and reads it again when one comes back', async () => {
    const { folder, at } = await planned()
    folder.write(
      'tasks.yaml',
      'tasks:\n  - {id: a, run: "true", dependencies: [nobody]}\n  - {id: a}\n',
    )
    const page = await visit(at('/board'))
    await comeBackTo(page)
    await page.getByRole('heading', { name: /tasks.yaml has \d+ problems/ }).waitFor()
    expect(await page.locator('main').innerText()).toMatch(/tasks\.yaml:2:\d+/)
    folder.write('tasks.yaml', tasks('id: mended, run: "true"'))
    await comeBackTo(page)
    await page.locator('[data-task=mended]').waitFor()
    folder.write('tasks.yaml', tasks('id: mended, run: "true"', 'id: more, run: "true"'))
    await comeBackTo(page)
    await page.locator('[data-task=more]').waitFor()
  })

  it('teaches the first step where there is no task file', async () => {
    const { folder, at } = await planned()
    folder.git('mv', 'tasks.yaml', 'other.yaml')
    const page = await visit(at('/board'))
    await page.reload()
    await page.getByRole('heading', { name: 'No plan yet' }).waitFor()
    expect(await page.locator('main').innerText()).toContain('conductor init')
    await page.getByText('Write the plan yourself').click()
    expect(await barriersOn(page)).toEqual([])
    // The example on the page works as it is: the last test here starts it.
    folder.write('tasks.yaml', await page.locator('main pre').innerText())
    await comeBackTo(page)
    await page.locator('[data-task=login]').waitFor()
  })

  it('shows the task file beside a run that could not be planned, and says why and how to go on', async () => {
    const { folder, at } = await planned()
    folder.write('.conductor/config.yaml', "agent: house\nagents: {house: {command: 'true'}}\n")
    const asked = ['--requirements', 'x and y', '--backend', 'api']
    const { stderr } = await folder.conductor('run', ...asked)
    expect(stderr).toContain('run 1 failed')
    const page = await visit(at('/board'))
    await page.locator('[data-task=login]').waitFor()
    await page.getByText('Ready to start').waitFor()
    const why = page.getByRole('status').filter({ hasText: 'Run 1 did nothing' })
    expect(await why.innerText()).toMatch(/analysing failed: .*tasks\.yaml is still there/)
    await why.getByRole('button', { name: 'Plan again' }).click()
    await page.getByRole('dialog').waitFor()
    renameSync(join(folder.path, 'tasks.yaml'), join(folder.path, 'login.yaml'))
    await page.reload()
    await page.getByRole('heading', { name: 'No plan yet' }).waitFor()
    await why.waitFor()
    expect(await barriersOn(page)).toEqual([])
    renameSync(join(folder.path, 'login.yaml'), join(folder.path, 'tasks.yaml'))
  })

  it('starts a run by the one button beside the plan', async () => {
    const { folder, at } = await planned()
    const page = await visit(at('/board'))
    await page.goto(at('/'))
    await page.getByText('Ready to start').waitFor()
    expect(await shiftOn(page)).toBeLessThan(0.05)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Start this plan?' })
    await dialog.getByText('tasks.yaml: 2 tasks, 0 for an agent').waitFor()
    await dialog.getByText('nothing: no task is for a model').waitFor()
    expect(await dialog.getByLabel('Target branch').getAttribute('placeholder')).toBe(
      'conductor/run-2',
    )
    expect(await barriersOn(page, null, 'dialog')).toEqual([])
    await dialog.getByLabel('Agents at once').fill('2')
    await dialog.getByLabel('Budget in USD').fill('3')
    await dialog.getByLabel('Start like this next time').check()
    await dialog.getByRole('button', { name: 'Start now' }).click()
    await page.getByText('Run 2: everything landed').waitFor()
    await page.getByText('2 of 2 landed').waitFor()
    // The choice is kept, and the next start does not ask; the options still can be changed.
    folder.write('.conductor/config.yaml', 'isolation: none\n')
    folder.write('tasks.yaml', tasks('id: shop-api, name: The API, run: "echo a > a.txt"'))
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.getByText('Run 3: everything landed').waitFor()
    await page.getByRole('button', { name: 'Options of the start' }).click()
    expect(await dialog.getByLabel('Agents at once').inputValue()).toBe('2')
    expect(await dialog.getByLabel('Budget in USD').inputValue()).toBe('3')
    await page.keyboard.press('Escape')
    expect(new URL(page.url()).pathname).toBe('/board')
    expect(page.url()).not.toContain('token')
  })

  it('has keys that go to every view, list themselves, and search', async () => {
    const { at } = await planned()
    const page = await visit(at('/board'))
    await page.getByText('Run 3: everything landed').waitFor()
    for (const [key, path] of [
      ['l', 'lanes'],
      ['t', 'timeline'],
      ['u', 'pull-requests'],
      ['a', 'attention'],
      ['p', 'plan'],
      ['r', 'runs'],
      ['b', 'board'],
    ]) {
      await page.keyboard.press('g')
      await page.keyboard.press(key!)
      await page.waitForURL(`**/${path}`)
    }
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Go to Timeline').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search tasks and commands' }).fill('the api')
    await page
      .getByRole('option', { name: /The API/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tasks/shop-api')
    expect(await page.locator('main h1').innerText()).toBe('The API')
  })

  it('shows a run without shifts while it loads', async () => {
    const { at } = await planned()
    const page = await visit(at('/board'))
    await page.reload()
    await page.getByText('Run 3: everything landed').waitFor()
    expect(await shiftOn(page)).toBeLessThan(0.05)
  })
})

describe('the run as a whole', () => {
  const running = playOnce('a:\nb:\nc: a\nred:', {
    isolation: 'worktree',
    tasks: { red: { priority: 1 } },
  })

  it('is paused and gone on with by button and by key, and each can be undone', async () => {
    const { shop, link } = await running()
    shop.game().end(taskId('red'), OUTCOMES.failed)
    shop.game().startAll()
    const page = await visit(link('/board'))
    await page.getByText('Run 1: running').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Run 1: paused').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Run 1: running').waitFor()
    await page.keyboard.press('p')
    await page.getByText('Run 1: paused').waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Run 1: running').waitFor()
    expect(shop.asked.map(({ ask }) => ask)).toEqual(['pause', 'unpause', 'pause', 'unpause'])
    expect(shop.game().run.paused).toBe(false)
  })

  it('can be told to do one task at a time', async () => {
    const { shop, link } = await running()
    const page = await visit(link('/board'))
    const toggle = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More about this run' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'One task at a time' }).click()
    }
    await page.getByText('Run 1: running').waitFor()
    await toggle()
    await page.getByText('At most 1 agent at once.').waitFor()
    expect(shop.game().run.agents).toBe(1)
    await toggle()
    await page.getByText('At most 2 agents at once.').waitFor()
  })

  it('gives the focus to what one types in a dialog, and back to where it was', async () => {
    const { link } = await running()
    const page = await visit(link('/lanes'))
    const card = page.locator('.lane-card').first()
    await card.focus()
    await page.keyboard.press('/')
    await expect.poll(() => focusedIn(page)).toBe('Search tasks and commands')
    await page.keyboard.type('board')
    expect(await page.getByRole('combobox').inputValue()).toBe('board')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.lane-card:focus').count()).toBe(1)
    await page.getByRole('button', { name: 'More about this run' }).click()
    await page.getByRole('menuitem', { name: 'Cancel the run' }).click()
    await expect.poll(() => focusedIn(page)).toBe('Keep it as it is')
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedIn(page)).toBe('More about this run')
  })

  it('keeps the focus in an open menu, whose keys do nothing else', async () => {
    const { link } = await running()
    const page = await visit(link('/board'))
    // Without the offers to undo what earlier tests did.
    await page.reload()
    await page.getByText('Run 1: running').waitFor()
    await page.getByRole('button', { name: 'More about this run' }).click()
    await page.keyboard.press('j')
    await page.keyboard.press('p')
    expect(await focusedIn(page)).toBe('Change its budget …')
    await page.keyboard.press('Enter')
    await page.getByLabel('Total in USD').fill('12')
    await page.keyboard.press('Enter')
    await page.getByText('The run may spend $12.00.').waitFor()
    expect(await page.getByText('Run 1: running').count()).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The run may spend without limit.').waitFor()
  })

  it('is cancelled only after the user has confirmed it; and the frame has no accessibility barriers in any look', async () => {
    const { shop, link } = await running()
    const page = await visit(link('/board'))
    const cancel = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More about this run' }).click()
      await page.getByRole('menuitem', { name: 'Cancel the run …' }).click()
    }
    await page.getByText('Run 1: running').waitFor()
    await cancel()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(shop.game().run.ended).toBeNull()
    await cancel()
    await page.getByRole('button', { name: 'Cancel the run', exact: true }).click()
    await page.getByText('Run 1: cancelled').waitFor()
    await page.locator('[data-task=red]').waitFor()
    expect(await barriersInEveryLook(page)).toEqual([])
    expect(shop.game().run.ended).not.toBeNull()
  })
})

describe('a notification', () => {
  /** Makes the page hidden and allowed to notify; `make` is the body of the Notification constructor. */
  const inBackground = async (page: Page, make: string): Promise<void> => {
    const script = await page.addInitScript(`
      Object.defineProperty(document, 'hidden', { get: () => true })
      window.told = []
      window.Notification = class extends EventTarget {
        static permission = 'granted'
        constructor(title) { super(); ${make} }
      }`)
    onTestFinished(() => script.dispose())
    await page.reload()
  }
  const played = playOnce('a:\nb:', { isWaiting: true, tasks: { a: { needsHuman: true } } })

  it('tells what needs one, and a click leads there without loading the page anew', async () => {
    const { link } = await played()
    const page = await visit(link('/board'))
    await inBackground(page, 'this.title = title; told.push(this)')
    await page.getByText('Ready to start').waitFor()
    await startNow(page)
    await page.getByLabel('1 needs you').waitFor()
    await expect
      .poll(() => page.evaluate('told.map(({ title }) => title)'))
      .toEqual(['a needs you'])
    await page.evaluate(`void told[0].dispatchEvent(new Event('click'))`)
    await page.waitForURL('**/attention')
    expect(await page.evaluate('told.length')).toBe(1)
  })

  it('that a browser does not let a page make is no harm', async () => {
    const { shop, link } = await played()
    const page = await visit(link('/board'))
    await inBackground(page, `told.push(title); throw new TypeError('Illegal constructor')`)
    await page.getByLabel('1 needs you').waitFor()
    shop.game().end(taskId('b'), OUTCOMES.asked)
    await expect.poll(() => page.evaluate<string[]>('told')).toContain('b needs you')
    await page.getByLabel('2 need you').waitFor()
    expect(await page.locator('[data-task=a]').count()).toBe(1)
  })
})

describe('the line to the server', () => {
  it('comes back after the server was killed, with everything that happened meanwhile', async () => {
    const { folder, link, serving, at } = await serve(
      tasks('id: a, run: "echo a > a.txt"', 'id: b, run: "echo b > b.txt", dependencies: [a]'),
    )
    const page = await visit(at('/board'))
    await page.getByText('Ready to start').waitFor()
    serving.signal('SIGKILL')
    await page.getByText(/what you see is/).waitFor()
    // The files of this view have not been loaded yet, and cannot be now.
    await page.getByRole('link', { name: 'Lanes' }).click()
    await page.getByText('Loading …').waitFor()
    expect((await folder.conductor('run', 'tasks.yaml', '--no-ui')).code).toBe(0)
    const again = folder.begin('serve', '--port', new URL(link).port)
    await page.getByText('Run 1: everything landed').waitFor()
    expect(await page.getByText(/what you see is/).count()).toBe(0)
    // When nothing else is left, the finished lanes are not folded.
    await page.getByRole('heading', { name: '2 finished' }).waitFor()
    await page.locator('[data-lane]').first().waitFor()
    await page.goto(at('/nonsense'))
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    await page.getByRole('link', { name: 'Go to the board' }).click()
    await page.waitForURL('**/board')
    again.signal('SIGINT')
    await again.done
  })
})
