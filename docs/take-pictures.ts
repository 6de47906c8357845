/**
 * Takes the pictures of the web app in docs/pictures/: real runs, served, in a real browser. One run is under way: an agent has
 * asked, a task has failed and another waits to be reviewed. One is over, one has pull requests on a GitHub of our own, and one
 * repository has nothing yet.
 *   npm run build && node docs/take-pictures.ts [name ...]
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../test/browser/launch-chromium.ts'
import { servedLink } from '../test/browser/served-link.ts'
import { startGithub, type Github } from '../test/scripted/github/start-github.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const BIN = at('../bin/conductor.js')

/** Stands for an agent: reads for a moment, asks, and ends its turn. */
const ASKS = `
echo "reading src/session.ts"; sleep 1
"$NODE" "$CONDUCTOR" session ask "How are tokens refreshed?" --option "**sliding** expiration: every request renews it" --option "**fixed** expiration: a new token is fetched after an hour" --context "Tokens expire after an hour, and nobody may be logged out while working.

- \\\`src/session.ts\\\` has **both** already, behind a flag
- the mobile app expects *fixed*"
`

const PLAN = `
config:
  agent: asks
  parallel: 4
  check: test ! -e broken
tasks:
  - {id: schema, name: Tables for users and sessions, epic: data, estimate: 2s, files: [src/schema.sql], run: "sleep 2; mkdir -p src; printf 'create table users (id, name);\\n' > src/schema.sql; echo 12 tables"}
  - {id: auth, name: Implement the auth flow with refresh tokens, prompt: "Implement the token refresh.", dependencies: [schema], priority: high, estimate: 8s, files: [src/session.ts]}
  - {id: export, name: Add an export button to the order list, dependencies: [schema], estimate: 40s, files: [src/list.tsx, src/export.ts], run: "echo 'reading src/list.tsx'; sleep 1; printf 'export const toCsv = (rows) => rows\\n' > export.ts; echo '3 of 4 tests pass'; sleep 300"}
  - {id: dark, name: A dark theme, estimate: 50s, files: [src/colours.css], run: "echo 'colours moved to tokens'; sleep 300"}
  - {id: search, name: Search in orders, dependencies: [schema], estimate: 30s, files: [src/search.ts], run: "echo 'building the index'; sleep 2; echo 'TypeError: index is undefined' >&2; exit 1"}
  - {id: sso, name: Sign in with SSO, prompt: "Add SSO.", dependencies: [auth], estimate: 20s, files: [src/session.ts]}
  - {id: invoice, name: Invoices as PDF, epic: billing, estimate: 4s, run: "sleep 3; printf 'one\\nTWO\\nthree\\n' > text.txt; touch broken"}
  - {id: reminder, name: Reminders by mail, epic: billing, estimate: 20s, dependencies: [invoice], run: "true"}
  - {id: release, name: Publish it, needs_human: true, estimate: 5s, run: "true"}
  - {id: docs, name: Say how to use it, dependencies: [export, dark], estimate: 10s, run: "true"}
`

/** Another repository of the same user, in which a task waits for approval. */
const BLOG = `
tasks:
  - {id: posts, name: List of posts, run: "true"}
  - {id: feed, name: An RSS feed, run: "true", needs_human: true}
`

const OVER = `
config: {parallel: 4, check: "true"}
tasks:
  - {id: tables, name: Tables for orders, estimate: 2s, run: "sleep 2; echo create > tables.sql"}
  - {id: list, name: List of orders, estimate: 3s, run: "sleep 3; echo list > list.ts", dependencies: [tables]}
  - {id: filter, name: Filter by date, estimate: 3s, run: "sleep 3; echo filter > filter.ts", dependencies: [tables]}
  - {id: export, name: Export as CSV, estimate: 3s, run: "sleep 3; echo csv > csv.ts", dependencies: [tables]}
  - {id: docs, name: Say how to use it, estimate: 1s, run: "sleep 1; echo docs > docs.md"}
`

/** Its lanes become pull requests: a stack with two on top of one, and three of their own. */
const STORE = `
config: {parallel: 4, check: "true", agent: none, agents: {none: {command: "true"}}}
tasks:
  - {id: api, name: The API of the store, run: "echo api > api.ts"}
  - {id: page, name: The page of the store, run: "echo page > page.ts", dependencies: [api]}
  - {id: cart, name: A cart that keeps what is in it for thirty days, run: "echo cart > cart.ts", dependencies: [page], pr_strategy: draft}
  - {id: prices, name: Prices in other currencies, run: "echo prices > prices.ts", dependencies: [api]}
  - {id: search, name: Search in orders, run: "echo search > search.ts"}
  - {id: docs, name: Say how to use it, run: "echo docs > docs.md"}
  - {id: tables, name: Tables for orders, run: "echo create > tables.sql"}
`

type Place = 'shop' | 'over' | 'empty' | 'store'

interface Picture {
  readonly path: string
  readonly place?: Place
  /** Which element it is about, if that comes late. */
  readonly shows?: string
  /** Done before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Only in light at 1440 and in dark at 390. */
  readonly isSmall?: boolean
}

const press =
  (key: string) =>
  (page: Page): Promise<void> =>
    page.keyboard.press(key)

const PICTURES: Readonly<Record<string, Picture>> = {
  board: { path: '/board' },
  lanes: { path: '/lanes' },
  timeline: { path: '/timeline' },
  orbs: { path: '/orbs?as=2d', shows: '.hall-labels text' },
  'pull-requests': { path: '/pull-requests', place: 'store' },
  attention: { path: '/attention' },
  plan: { path: '/plan' },
  task: { path: '/tasks/export' },
  review: { path: '/tasks/invoice?tab=diff' },
  runs: { path: '/runs' },
  costs: { path: '/runs/costs' },
  replay: { path: '/runs/1/board', isSmall: true },
  projects: { path: '/board', act: press('s'), isSmall: true },
  'new-task': { path: '/board', act: press('c'), isSmall: true },
  'new-plan': { path: '/board', act: press('n'), isSmall: true },
  'new-plan-issues': {
    path: '/board',
    place: 'store',
    isSmall: true,
    act: async (page) => {
      await page.keyboard.press('n')
      await page.getByRole('button', { name: 'Issues', exact: true }).click()
      await page.getByRole('button', { name: /^Select all that can start/ }).click()
    },
  },
  start: {
    path: '/plan?of=file',
    place: 'over',
    isSmall: true,
    act: (page) => page.getByRole('button', { name: 'Start this plan' }).click(),
  },
  'over-board': { path: '/board', place: 'over', isSmall: true },
  'over-attention': { path: '/attention', place: 'over', isSmall: true },
  'over-plan': { path: '/plan', place: 'over', isSmall: true },
  'over-timeline': { path: '/timeline', place: 'over', isSmall: true },
  'empty-board': { path: '/board', place: 'empty', isSmall: true },
  'empty-attention': { path: '/attention', place: 'empty', isSmall: true },
  'empty-runs': { path: '/runs', place: 'empty', isSmall: true },
}

const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const
const LOOKS = ['light', 'dark'] as const

/** More for the environment of a repository. */
const environments = new Map<string, Readonly<Record<string, string>>>()
const folder = mkdtempSync(join(tmpdir(), 'conductor-pictures-'))
const started: ChildProcess[] = []

function makeRepository(name: string, files: Readonly<Record<string, string>>): string {
  const cwd = join(folder, name)
  mkdirSync(join(cwd, '.conductor'), { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text)
  const git = (...words: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@localhost', ...words], { cwd })
  git('init', '--quiet', '--initial-branch=main')
  git('add', ...Object.keys(files).filter((file) => !file.startsWith('.conductor/')))
  git('commit', '--quiet', '--message=The first tasks')
  return cwd
}

function start(cwd: string, ...words: readonly string[]): ChildProcess {
  // Those that are over or empty are of other users: their queue has nothing of the shop.
  const home = /(?:orders|fresh|store)$/.test(cwd) ? `${cwd}-home` : folder
  mkdirSync(home, { recursive: true })
  const person = { GIT_AUTHOR_NAME: 'Ada', GIT_COMMITTER_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@localhost', GIT_COMMITTER_EMAIL: 'ada@localhost' }
  const env = { ...process.env, ...person, HOME: home, NODE: process.execPath, CONDUCTOR: BIN, ...environments.get(cwd) }
  const child = spawn(process.execPath, [BIN, ...words], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout!.on('data', () => {})
  started.push(child)
  return child
}

/** Runs stop in good order, so that nothing of theirs is left. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGINT')
  await untilClosed(child)
}

const untilClosed = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('close', resolve))

/** A run that is over, with what people and CI have said about its pull requests; and issues that are open. */
async function makeStore(github: Github): Promise<string> {
  const ann = github.person('ann')
  const store = makeRepository('store', { 'README.md': '# Store\n' })
  environments.set(store, { GITHUB_API_URL: github.api, GITHUB_TOKEN: github.token })
  const git = (...words: readonly string[]): void => void execFileSync('git', words, { cwd: store })
  git('remote', 'add', 'origin', github.remote())
  // From its folder: the server answers in this process, which waits for git.
  git('fetch', '--quiet', github.repository().folder, '+refs/heads/*:refs/remotes/origin/*')
  git('reset', '--quiet', '--hard', 'origin/main')
  writeFileSync(join(store, 'tasks.yaml'), STORE)
  await untilClosed(start(store, 'run', 'tasks.yaml', '--pr', '--no-ui'))
  const pulls = [...github.repository().conversations.values()].filter((each) => each.kind === 'pull')
  const numberOf = (branch: string): number => pulls.find(({ headBranch }) => headBranch === branch)!.number
  for (const branch of ['task-api', 'task-prices', 'task-page']) github.ci(numberOf(branch)).set('build', 'success')
  github.ci(numberOf('task-docs')).set('build', 'in_progress')
  github.ci(numberOf('task-search')).set('build', 'failure', { log: '3 of 14 tests failed' })
  await ann.review(numberOf('task-api'), 'APPROVED', 'Good.')
  await ann.review(numberOf('task-page'), 'CHANGES_REQUESTED', 'The title of the page is missing.')
  await ann.merge(numberOf('task-tables'), 'squash')
  await untilClosed(start(store, 'pr', 'sync', '--no-ui'))
  await ann.openIssue({ title: 'Let customers sort orders', body: 'By date, in src/orders.ts.', labels: ['ready', 'orders'] })
  await ann.openIssue({ title: 'Show the number of orders', body: 'Depends on #8.', labels: ['ready', 'orders'] })
  await ann.openIssue({ title: 'Decide which queue the mail service uses', body: 'Mails are lost.', labels: ['mail'] })
  await ann.openIssue({ title: 'Filter orders by customer', body: 'In src/orders.ts.', labels: ['ready', 'orders'] })
  await ann.openIssue({ title: 'Print an invoice', body: 'As PDF.', assignees: ['bob'] })
  await ann.openIssue({ title: 'Say how refunds work', body: 'In docs/refunds.md.', labels: ['ready', 'docs'] })
  return store
}

/** The moment of the pictures: a question, a failure, a red check and a task to approve. */
async function untilItNeedsYou(browser: Browser, link: string): Promise<void> {
  const page = await browser.newPage()
  await page.goto(link)
  await page.goto(new URL('/attention', link).href)
  for (const kind of ['question', 'task-failed', 'red-check', 'needs-human'])
    await page.locator(`[data-kind="${kind}"]`).first().waitFor({ timeout: 120_000 })
  await page.close()
}

async function takePictures(browser: Browser, links: Readonly<Record<Place, string>>): Promise<void> {
  const wanted = process.argv.slice(2)
  const shrink = await shrinker(browser)
  for (const [width, height] of SIZES)
    for (const look of LOOKS) {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme: look, reducedMotion: 'reduce' })
      const page = await context.newPage()
      for (const link of Object.values(links)) await page.goto(link)
      for (const [name, picture] of Object.entries(PICTURES)) {
        if (wanted.length > 0 && !wanted.includes(name)) continue
        if (picture.isSmall && `${width} ${look}` !== '1440 light' && `${width} ${look}` !== '390 dark') continue
        await page.goto(new URL(picture.path, links[picture.place ?? 'shop']).href)
        await page.locator('main > *').first().waitFor()
        await untilDrawn(page, picture)
        await sleep(800)
        await picture.act?.(page)
        if (picture.act !== undefined) await sleep(500)
        writeFileSync(at(`pictures/${name}-${width}-${look}.webp`), await shrink(await page.screenshot()))
      }
      await context.close()
    }
}

/** Nothing is being loaded any more, and what the picture is about is there. */
async function untilDrawn(page: Page, { shows }: Picture): Promise<void> {
  await page.locator('main .loading, main .orbs-loading').first().waitFor({ state: 'detached' })
  if (shows !== undefined) await page.locator(shows).first().waitFor()
}

/** A WebP has a third of the size of a PNG; the browser itself can write it. */
async function shrinker(browser: Browser): Promise<(png: Buffer) => Promise<Buffer>> {
  const page = await browser.newPage()
  return async (png) => {
    const webp = await page.evaluate<string>(`(async () => {
      const image = new Image()
      image.src = 'data:image/png;base64,${png.toString('base64')}'
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      canvas.getContext('2d').drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.8).split(',')[1]
    })()`)
    return Buffer.from(webp, 'base64')
  }
}

const github = await startGithub({ repositories: [{ name: 'store' }] })
try {
  writeFileSync(join(folder, 'asks.sh'), ASKS)
  const agents = `agents: {asks: {command: sh ${join(folder, 'asks.sh')}, pass: [NODE, CONDUCTOR]}}\n`
  const shop = makeRepository('shop', { 'tasks.yaml': PLAN, 'text.txt': 'one\ntwo\nthree\n', '.conductor/config.yaml': agents })
  const blog = makeRepository('blog', { 'tasks.yaml': BLOG })
  const orders = makeRepository('orders', { 'tasks.yaml': OVER })
  const fresh = makeRepository('fresh', { 'README.md': '# New\n' })
  await untilClosed(start(orders, 'run', 'tasks.yaml', '--no-ui'))
  const store = await makeStore(github)
  const links = {
    shop: await servedLink(start(shop, 'serve', '--json')),
    over: await servedLink(start(orders, 'serve', '--json', '--port', '0')),
    empty: await servedLink(start(fresh, 'serve', '--json', '--port', '0')),
    store: await servedLink(start(store, 'serve', '--json', '--port', '0')),
  }
  start(blog, 'run', 'tasks.yaml', '--no-ui')
  start(shop, 'run', 'tasks.yaml', '--no-ui')
  const browser = await launchChromium()
  await untilItNeedsYou(browser, links.shop)
  mkdirSync(at('pictures'), { recursive: true })
  await takePictures(browser, links)
  await browser.close()
} finally {
  for (const child of started.toReversed()) await ended(child)
  await github[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
}
