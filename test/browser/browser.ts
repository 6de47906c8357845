/** A real browser on a page that a real `conductor serve` serves. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'
import { processesOf, repository, type RepositoryFolder, type Running } from '../conductor.ts'
import { launchChromium } from './launch-chromium.ts'
import { giveBack, takePort } from './ports.ts'

let browser: Promise<Browser> | null = null

/** One browser for all files that this process tests; it ends with the process. A new one comes when it has crashed. */
async function theBrowser(): Promise<Browser> {
  if (browser !== null && !(await browser).isConnected()) browser = null
  browser ??= launchChromium()
  return browser
}

/** The page of an earlier test, used again: its process shows our page in a third of the time. */
let left: Page | null = null

export interface PageOptions {
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
}

/** Opens a page without state of earlier tests; any error on its console fails the test. */
export async function openPage(link: string, options: PageOptions = {}): Promise<Page> {
  const page = await takePage()
  const complaints = complaintsOf(page)
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'pass') await leave(page)
    else await page.close()
    expect(complaints).toEqual([])
  })
  await showAs(page, options)
  await page.goto(link)
  return page
}

/** The page that an earlier test has left, or a new one. */
export async function takePage(): Promise<Page> {
  const page = left ?? (await newPage())
  left = null
  return page
}

export async function newPage(): Promise<Page> {
  const page = await (await theBrowser()).newPage()
  page.setDefaultTimeout(30_000)
  return page
}

/** The errors on the console of the page, from now on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error.stack ?? error)))
  page.on('console', (message) => {
    // Some tests cut the connection, or play a model that fails: these errors are expected.
    if (message.type() === 'error' && !/ERR_|WebSocket|status of (4|50[234])/.test(message.text()))
      complaints.push(`${message.text()} ${message.location().url}`)
  })
  return complaints
}

export async function showAs(
  page: Page,
  { width = 1280, height = 800, dark = false }: PageOptions,
): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: null })
}

/** An address of our host, so that the page keeps its process: for about:blank, and for our page after it, Chromium would start one each. */
const NOWHERE = 'http://127.0.0.1/nowhere'

/** Clears all of a page that the next test would notice, so that it can use the page, also in another file and when its server has ended. */
export async function leave(page: Page): Promise<void> {
  await page.unrouteAll()
  await page.route(NOWHERE, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(NOWHERE)
  await page.unrouteAll()
  page.removeAllListeners()
  await page.mouse.up()
  await page.mouse.move(0, 0)
  await forget(page)
  left = page
}

/** Clears what a page has stored. */
export async function forget(page: Page): Promise<void> {
  await page.context().clearCookies()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' })
  await devtools.detach()
}

export interface Served {
  readonly folder: RepositoryFolder
  readonly link: string
  readonly serving: Running
  /** The link of a view, with the token: `at('/board')`. */
  at(path: string): string
}

/** A repository with this task file, served by a process of its own; nothing has been started in it. */
export async function serve(
  tasks: string,
  files: Readonly<Record<string, string>> = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const served = await serveIn(repository({ 'tasks.yaml': tasks, ...files }, { environment }))
  onTestFinished(() => endOf(served))
  return served
}

export interface Shared<Kept> {
  /** What all tests use; the first test that needs it begins it. */
  (): Promise<Kept>
}

/**
 * The same for all tests of a file or of a `describe`, because a server and a run for each test cost most of
 * the time. Such tests leave everything as they found it, or are one flow in the order of the file.
 */
export function serveOnce(
  tasks: string,
  files: Readonly<Record<string, string>> = {},
): Shared<Served> {
  let served: Promise<Served> | null = null
  afterAll(async () => served && endOf(await served))
  const begin = (): Promise<Served> =>
    serveIn(repository({ 'tasks.yaml': tasks, ...files }, { isShared: true }))
  return () => (served ??= begin())
}

export interface SharedRun extends Served {
  /** Lets tasks end that are HELD, and returns the exit code of the run. */
  over(): Promise<number | null>
}

/** The same with a run of its tasks, begun with these words, which are HELD (board-page.ts) until it is over. */
export function runOnceIn(serve: Shared<Served>, ...words: readonly string[]): Shared<SharedRun> {
  let running: Promise<SharedRun> | null = null
  // Hooks run in reverse order, so the server ends after the run.
  afterAll(async () => (await running)?.over())
  async function begin(): Promise<SharedRun> {
    const served = await serve()
    const run = served.folder.begin('run', 'tasks.yaml', '--no-ui', ...words)
    const over = async (): Promise<number | null> => {
      served.folder.write('.conductor/go', '')
      return (await run.done).code
    }
    return { ...served, over }
  }
  return () => (running ??= begin())
}

async function endOf({ folder, link, serving }: Served): Promise<void> {
  await settled(folder.path)
  await serving.end()
  giveBack(Number(new URL(link).port))
  await folder[Symbol.asyncDispose]()
}

async function serveIn(folder: RepositoryFolder): Promise<Served> {
  const serving = folder.begin('serve', '--port', String(await takePort()), '--json')
  await serving.says(/"link": "[^"]+"/)
  const link = /"link": "([^"]+)"/.exec(serving.said())![1]!
  const at = (path: string): string => {
    const url = new URL(path, link)
    url.searchParams.set('token', new URL(link).searchParams.get('token')!)
    return url.href
  }
  return { folder, link, serving, at }
}

/** Processes that the page started may be ending; the folder reports those that stay longer than this. */
async function settled(path: string): Promise<void> {
  for (let waited = 0; waited < 5000 && processesOf(path).length > 0; waited += 50) await sleep(50)
}
