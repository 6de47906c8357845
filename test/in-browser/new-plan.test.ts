/** From words or issues to a plan in the page: typed, watched and shown; then pairs and flags of its tasks. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { barriersInEveryLook } from '../browser/axe.ts'
import { openPage, serve, serveOnce, type Served } from '../browser/browser.ts'
import { sharedPage } from '../browser/shared-page.ts'
import { eventsIn } from '../conductor.ts'
import { startGithub } from '../scripted/github/start-github.ts'
import { until } from '../until.ts'

const SLOW = { timeout: 90_000 }

const SPEC = `# Notes app

- [ ] Data model for notes
- [ ] List of notes, after the data model
- [ ] Search, depends on the list of notes
`

const ONE = 'tasks:\n  - {id: a, run: "true"}\n'

/** One repository and one page for most tests, which are one flow: without a task file, with one, and with runs. */
const shared = serveOnce(ONE)
const { visit } = sharedPage()

/** The shared repository without a task file, and the page that has noticed. */
async function openEmpty(path: string): Promise<{ readonly served: Served; readonly page: Page }> {
  const served = await shared()
  rmSync(join(served.folder.path, 'tasks.yaml'), { force: true })
  const page = await openAgain(served, path)
  await page.getByRole('heading', { name: 'No plan yet' }).waitFor()
  return { served, page }
}

/** The page reads the task file again when one comes back to it. */
async function openAgain(served: Served, path: string): Promise<Page> {
  const page = await visit(served.at(path))
  await page.evaluate(`void window.dispatchEvent(new Event('focus'))`)
  return page
}

/** Another repository without a task file. */
async function serveEmpty(environment: Readonly<Record<string, string>>): Promise<Served> {
  const served = await serve(ONE, {}, environment)
  rmSync(join(served.folder.path, 'tasks.yaml'))
  return served
}

const dialogOn = (page: Page): Locator => page.getByRole('dialog')

const wordsIn = (page: Page): Locator => page.getByLabel('What do you want?')

async function ask(page: Page, words = SPEC): Promise<void> {
  await page.getByRole('button', { name: 'New plan' }).first().click()
  await wordsIn(page).fill(words)
  await page.getByLabel('Plan offline').check()
  await page.getByRole('button', { name: 'Make a plan' }).click()
}

/** The page still shows the failure before, so the server is asked whether it has failed anew. */
async function failsAgain(page: Page, tryAgain: () => Promise<void>): Promise<void> {
  const isStart = (url: string): boolean => new URL(url).pathname === '/api/planning'
  const begun = page.waitForResponse(
    (answer) => isStart(answer.url()) && answer.request().method() === 'POST',
  )
  await tryAgain()
  await begun
  const state = (): Promise<string> =>
    page.evaluate(async () => {
      const answer = await fetch('/api/planning')
      return ((await answer.json()) as { state: string }).state
    })
  await until('it has failed again', async () => (await state()) === 'failed')
}

const taskFile = ({ folder }: Served): string =>
  readFileSync(join(folder.path, 'tasks.yaml'), 'utf8')

describe('an empty repository', () => {
  it('gets a plan from words, which is written and shown', SLOW, async () => {
    const { served, page } = await openEmpty('/board')
    await page.getByRole('button', { name: 'New plan' }).click()
    await wordsIn(page).and(page.locator(':focus')).waitFor()
    await wordsIn(page).fill(SPEC)
    await page.getByLabel('Agents at once').fill('2')
    await page.getByLabel('Plan offline').check()
    await wordsIn(page).press('Control+Enter')
    await page.getByRole('heading', { name: 'The plan is ready' }).waitFor()
    expect(await page.getByRole('region', { name: 'Summary' }).innerText()).toMatch(
      /^Notes app: simple, 3 tasks, planned offline\n/,
    )
    await page.getByText('How it was made').click()
    expect(await dialogOn(page).getByRole('listitem').allInnerTexts()).toContainEqual(
      expect.stringMatching(/^Planning\s[^]*\d+(\.\d+)?m?s$/),
    )
    expect(await barriersInEveryLook(page, 'dialog')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Show the plan' }).click()
    await page.waitForURL(/\/plan/)
    await until('three tasks', async () => (await page.locator('.plan-node').count()) === 3)
    expect(taskFile(served)).toContain('Data model for notes')
    // A plan that was shown leaves nothing in the form.
    await page.getByRole('button', { name: 'New plan' }).click()
    expect(await wordsIn(page).inputValue()).toBe('')
  })

  it(
    'keeps what was typed while the dialog is closed, and gives the focus back',
    SLOW,
    async () => {
      const { served, page } = await openEmpty('/plan')
      const button = page.getByRole('button', { name: 'New plan' })
      await button.waitFor()
      await page.keyboard.press('n')
      await wordsIn(page).fill('Todo app with login')
      expect(await barriersInEveryLook(page, 'dialog')).toEqual([])
      await page.keyboard.press('Escape')
      await dialogOn(page).waitFor({ state: 'detached' })
      await button.click()
      expect(await wordsIn(page).inputValue()).toBe('Todo app with login')
      await page.keyboard.press('Escape')
      await button.and(page.locator(':focus')).waitFor()
      expect(existsSync(join(served.folder.path, 'tasks.yaml'))).toBe(false)
    },
  )
})

describe('a new task', () => {
  it('is written to the task file as its diff says, from words or a template', SLOW, async () => {
    const { served, page } = await openEmpty('/board')
    // What is typed while the dialog is still on its way does nothing else: `s` would open the repositories.
    await page.route('**/new-task-*.js', async (route) => {
      await page.keyboard.press('s')
      await route.continue()
    })
    await page.keyboard.press('c')
    const words = page.getByLabel('What should be done')
    const diff = page.getByLabel('What will be written')
    await words.and(page.locator(':focus')).waitFor()
    expect(await page.getByRole('dialog', { name: 'Repositories' }).count()).toBe(0)
    await words.fill('# Fix the login\n\nIt shows <img src=x onerror=alert(1)>.')
    await page.getByText('Dependencies, files').click()
    await page.getByLabel('Budget in USD').fill('lots')
    await dialogOn(page)
      .getByRole('alert')
      .getByText(/budget_usd/)
      .waitFor()
    await page.getByLabel('Budget in USD').fill('2')
    await page.getByLabel('Needs your approval').check()
    await diff.getByText('+      It shows <img src=x onerror=alert(1)>.').waitFor()
    expect(await barriersInEveryLook(page, 'dialog')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Save as template' }).click()
    await page.getByLabel('Name of the template').fill('login')
    await page.getByRole('button', { name: 'Save it' }).click()
    await page.getByText('Saved .conductor-templates/login.md.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New task' }).first().click()
    expect(await words.inputValue()).toContain('# Fix the login')
    const shown = await diff.innerText()
    await page.getByRole('button', { name: 'Write to tasks.yaml' }).click()
    await page.locator('[data-task=fix-login]').waitFor()
    for (const line of taskFile(served).trimEnd().split('\n')) expect(shown).toContain(`+${line}`)
    // Another one, from the palette, by a template, after the first.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('new task')
    await page.keyboard.press('Enter')
    expect(await words.inputValue()).toBe('')
    await page.getByLabel('Template').selectOption('login')
    await page.getByLabel('Name', { exact: true }).fill('Again')
    await page.getByLabel('Add a dependency').fill('login')
    await page.keyboard.press('Enter')
    await diff.getByText('+    dependencies: [fix-login]').waitFor()
    served.folder.write('tasks.yaml', `# mine\n${taskFile(served)}`)
    await words.press('Control+Enter')
    await dialogOn(page).getByText('was changed since you looked').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Once more')
    await diff.getByText(' # mine').or(diff.getByText('once-more')).first().waitFor()
    await page.getByRole('button', { name: 'Write to tasks.yaml' }).click()
    await page.locator('[data-task=once-more]').waitFor()
    expect(taskFile(served)).toMatch(/^# mine\ntasks:\n {2}- id: fix-login/)
  })
})

describe('a plan that cannot be made', () => {
  it('says why and what to do, and is made when it is tried again', SLOW, async () => {
    const { served, page } = await openEmpty('/plan')
    await page.getByRole('button', { name: 'New plan' }).waitFor()
    served.folder.write('tasks.yaml', 'tasks: [\n')
    await ask(page)
    await page.getByRole('heading', { name: 'No plan was made' }).waitFor()
    expect(await dialogOn(page).getByRole('alert').innerText()).toContain('tasks.yaml')
    expect(await barriersInEveryLook(page, 'dialog')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await failsAgain(page, () => page.getByRole('button', { name: 'Try again' }).click())
    expect(taskFile(served)).toBe('tasks: [\n')
    rmSync(join(served.folder.path, 'tasks.yaml'))
    await page.getByRole('button', { name: 'Plan offline' }).click()
    await page.getByRole('button', { name: 'Show the plan' }).click()
    await page.locator('.plan-node').first().waitFor()
  })
})

const PAIRED = `
config: {isolation: none}
tasks:
  - {id: cart, run: "true", files: [src/pages.ts], flags: [sensitive, needs_design]}
  - {id: pages, run: "true", files: [src/pages.ts]}
  - {id: search, run: "true", files: [src/search.ts], apart_from: [cart]}
`

describe('a pair of tasks that may collide', () => {
  const panelOn = (page: Page): Locator => page.getByRole('region', { name: 'Task cart' })
  const draftOn = (page: Page): Locator => page.getByRole('region', { name: 'Draft' })
  const choose = (page: Page, other: string, choice: string): Promise<void> =>
    page
      .getByRole('group', { name: `cart and ${other}` })
      .getByRole('button', { name: choice })
      .click()

  it('shows what people should know about a task', SLOW, async () => {
    const served = await shared()
    served.folder.write('tasks.yaml', PAIRED)
    const page = await openAgain(served, '/plan?task=cart')
    for (const flag of ['sensitive', 'needs design'])
      await panelOn(page).getByText(flag, { exact: true }).waitFor()
    await panelOn(page).getByText('People look closely at what the agent does.').waitFor()
    const node = page.locator('.plan-node[data-task="cart"]')
    expect(await node.getAttribute('aria-description')).toContain('sensitive; needs design')
    expect(await node.locator('.task-flag').count()).toBe(2)
    await page.getByRole('button', { name: 'List' }).click()
    await page.getByRole('row', { name: /cart.*sensitive/ }).waitFor()
  })

  it('is decided in a draft, which can be taken back', SLOW, async () => {
    const { folder, at } = await shared()
    const page = await visit(at('/plan?task=cart'))
    await panelOn(page).getByText('takes turns with pages: both change src/pages.ts').waitFor()
    await choose(page, 'pages', 'Allow at once')
    await panelOn(page).getByText('may work at once with pages, as you decided').waitFor()
    await choose(page, 'search', 'As predicted')
    await draftOn(page).getByText('2 changes not applied').waitFor()
    await page.getByRole('button', { name: 'Take back: search, apart from nothing' }).click()
    await panelOn(page).getByText('takes turns with search, as you decided').waitFor()
    await choose(page, 'search', 'Allow at once')
    await draftOn(page).getByText('together with pages, search').waitFor()
    await choose(page, 'search', 'Keep apart')
    await draftOn(page).getByText('1 change not applied').waitFor()
    expect(await barriersInEveryLook(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await draftOn(page).getByRole('button', { name: 'Start with these changes' }).click()
    await page.getByRole('button', { name: 'Start now' }).click()
    await page.locator('.plan-node[data-status="landed"]').first().waitFor({ timeout: 60_000 })
    await until('over', () => eventsIn(folder.path).some(({ type }) => type === 'run-ended'), 60)
    expect(eventsIn(folder.path)).toContainEqual(
      expect.objectContaining({ type: 'task-changed', change: { togetherWith: ['pages'] } }),
    )
  })
})

describe('a repository with a run', () => {
  it('shows the new plan beside the run, and the run again', SLOW, async () => {
    const config = 'isolation: none\nagent: me\nagents: {me: {command: "cat > /dev/null"}}\n'
    const served = await shared()
    served.folder.write('.conductor/config.yaml', config)
    served.folder.write('tasks.yaml', ONE)
    await served.folder.conductor('run', 'tasks.yaml', '--no-ui')
    const page = await visit(served.at('/plan'))
    await page.locator('.plan-node[data-status="landed"]').waitFor()
    await page.getByRole('region', { name: 'Run 2 is over' }).waitFor()
    expect(await page.getByRole('button', { name: 'New plan' }).count()).toBe(1)
    await ask(page, `${SPEC}\nDo not touch the rest.`)
    await page.getByRole('button', { name: 'Show the plan' }).click()
    await page.waitForURL(/of=file/)
    await page.getByText('This is the plan of tasks.yaml').waitFor()
    await until('new tasks', async () => (await page.locator('.plan-node').count()) >= 3)
    expect(await barriersInEveryLook(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    // A draft of the file's plan stays while the plan of the run is shown.
    await page.locator('.plan-node').last().click()
    await page.locator('.task-editor').getByLabel('Priority').selectOption('5')
    const draft = page.getByRole('region', { name: 'Draft' })
    await draft.getByText('1 change not applied').waitFor()
    await page.getByRole('button', { name: 'Show run 2' }).click()
    await until('the run', async () => (await page.locator('.plan-node').count()) === 1)
    expect(await draft.count()).toBe(0)
    await page.getByRole('button', { name: 'Show tasks.yaml' }).click()
    await draft.getByText('1 change not applied').waitFor()
    // It is started with that draft, and the page then shows the new run.
    await page.getByRole('button', { name: 'Start this plan' }).click()
    await page.getByRole('button', { name: 'Start now' }).click()
    await until('run 3', () => existsSync(join(served.folder.path, '.conductor/run-3')))
    await until('the plan of run 3', async () => !page.url().includes('of='))
    const isDone = (type: string): boolean =>
      eventsIn(served.folder.path, 3).some((event) => event.type === type)
    await until('its draft', () => isDone('task-changed'))
    await until('its end', () => isDone('run-ended'), 60)
  })
})

/** A model that never answers. */
async function silentModel(): Promise<Readonly<Record<string, string>>> {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { ANTHROPIC_API_KEY: 'sk-ant-silent', ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` }
}

describe('a plan in the making', () => {
  it(
    'is the only one, is shown to a page that has not asked for it, and can be stopped there',
    SLOW,
    async () => {
      const served = await serveEmpty(await silentModel())
      const [one, other] = [await visit(served.at('/plan')), await openPage(served.at('/plan'))]
      const wish = async (page: Page, words: string): Promise<void> => {
        await page.getByRole('button', { name: 'New plan' }).click()
        await wordsIn(page).fill(words)
      }
      await wish(one, 'Todo app with login')
      await wish(other, 'Print invoices')
      await one.getByRole('button', { name: 'Make a plan' }).click()
      await one.getByRole('heading', { name: 'Making a plan' }).waitFor()
      // Who wants another one at the same moment is told, and keeps the words.
      await other.getByRole('button', { name: 'Make a plan' }).click()
      await other.getByRole('alert').getByText('a plan is being made already').waitFor()
      expect(await wordsIn(other).inputValue()).toBe('Print invoices')
      await dialogOn(one).getByText('Analysing').waitFor()
      await one
        .getByRole('button', { name: 'Close and continue in the background' })
        .and(one.locator(':focus'))
        .waitFor()
      expect(await barriersInEveryLook(one, 'dialog')).toEqual([])
      // The page read anew knows no more than another browser would.
      await one.reload()
      await one.getByRole('button', { name: 'New plan' }).click()
      await dialogOn(one).getByText('Todo app with login').waitFor()
      await one.getByRole('button', { name: 'Cancel' }).click()
      await one.getByRole('alert').getByText('Cancelled').waitFor()
      await one.getByRole('button', { name: 'Make a plan' }).waitFor()
      expect(existsSync(join(served.folder.path, 'tasks.yaml'))).toBe(false)
    },
  )
})

describe('issues of the forge', () => {
  const rowOf = (page: Page, number: number): Locator => page.locator(`[data-issue="${number}"]`)
  const standings = async (page: Page): Promise<readonly string[]> =>
    page
      .locator('.issue-row')
      .evaluateAll((rows) =>
        rows.map(
          (row) =>
            `#${row.getAttribute('data-issue')} ${row.querySelector('.issue-standing')!.textContent}`,
        ),
      )
  const planThese = (page: Page): Locator => page.getByRole('button', { name: /^Plan these/ })
  const search = (page: Page): Locator => page.getByLabel('Search issues')

  it('are searched, filtered, chosen by mouse and keys, and planned', SLOW, async () => {
    await using github = await startGithub()
    const ann = github.person('ann')
    const open = async (title: string, body: string, more: object = {}): Promise<void> =>
      void (await ann.openIssue({ title, body, ...more }))
    await open('Count the entries', 'In src/count.ts.', { labels: ['ready', 'P1'] })
    await open('Show the count', 'Depends on #1.', { labels: ['ready'] })
    await open('Decide which queue the mail service uses', 'Mails are lost.', { labels: ['mail'] })
    await open('Sort the entries', 'In src/count.ts.', { labels: ['ready'] })
    await open('Print <b>the</b> entries', 'On paper.', { assignees: ['bob'] })
    await open('Write about it', 'In docs/count.md.', { labels: ['ready'] })
    const served = await serveEmpty({ GITHUB_API_URL: github.api, GITHUB_TOKEN: github.token })
    const page = await visit(served.at('/board'))
    await page.getByRole('button', { name: 'New plan' }).click()
    await page.getByRole('button', { name: 'Issues', exact: true }).click()
    // Nothing to read from yet: it says so, and tries again.
    await dialogOn(page).getByRole('alert').getByText('is on GitHub').waitFor()
    await dialogOn(page).getByRole('alert').getByText('git remote add origin').waitFor()
    expect(await barriersInEveryLook(page, 'dialog')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    served.folder.git('remote', 'add', 'origin', github.remote())
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' }
    github.failNext({ status: 403, body: { message: 'API rate limit exceeded' }, headers })
    await page.getByRole('button', { name: 'Try again' }).click()
    await dialogOn(page).getByRole('alert').getByText('asked too often').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await dialogOn(page).getByText('6 open issues').waitFor()
    expect(await standings(page)).toEqual([
      '#6 ready',
      '#5 skipped',
      '#4 would collide with #1',
      '#3 needs a design first',
      '#2 blocked by #1',
      '#1 would collide with #4',
    ])
    await rowOf(page, 5).getByText('It is assigned to bob').waitFor()
    expect(await rowOf(page, 5).locator('b').count()).toBe(0)
    // What is skipped cannot be chosen.
    await rowOf(page, 5).click({ force: true })
    expect(await planThese(page).isDisabled()).toBe(true)
    // A chosen issue tells what it needs.
    await rowOf(page, 2).click()
    await page.getByRole('button', { name: 'Add #1' }).click()
    await rowOf(page, 2).getByText('after #1').waitFor()
    await page.getByText('2 selected').waitFor()
    expect(await barriersInEveryLook(page, 'dialog')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Clear' }).click()
    // By keys: search, down to the rows, and three of them with Shift; a closed dialog keeps them.
    await search(page).fill('count')
    await dialogOn(page).getByText('2 of 6 open issues').waitFor()
    await search(page).press('Escape')
    await search(page).press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('3 selected').waitFor()
    await page.keyboard.press('/')
    await search(page).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialogOn(page).waitFor({ state: 'detached' })
    await page.keyboard.press('n')
    await page.getByText('3 selected').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    // By mouse: a label, and what can start now; two that would collide are not both chosen.
    await page.getByRole('button', { name: 'mail 1' }).click()
    expect(await standings(page)).toEqual(['#3 needs a design first'])
    await page.getByRole('button', { name: 'mail 1' }).click()
    await page.getByRole('button', { name: 'ready 4' }).click()
    await page.getByRole('button', { name: 'Select all that can start now (2)' }).click()
    expect(await page.locator('.issue-row :checked').count()).toBe(2)
    await page.getByRole('button', { name: 'Clear' }).click()
    await rowOf(page, 1).click()
    await rowOf(page, 6).click({ modifiers: ['Shift'] })
    await page.getByText('4 selected').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'The plan is ready' }).waitFor()
    expect(await page.getByRole('region', { name: 'Summary' }).innerText()).toContain('4 tasks')
    await page.getByRole('button', { name: 'Choose other issues' }).click()
    await page.getByText('4 selected').waitFor()
    await planThese(page).click()
    await page.getByRole('button', { name: 'Show the plan' }).click()
    await until('four tasks', async () => (await page.locator('.plan-node').count()) === 4)
    expect(taskFile(served)).toContain('id: issue-6')
    await page.getByRole('button', { name: 'New plan' }).click()
    await dialogOn(page).getByText('6 open issues').waitFor()
    expect(await page.locator('.issue-row :checked').count()).toBe(0)
  })
})
