/**
 * Measures how smoothly the board scrolls with 10,000 tasks: the time of each frame while every column is scrolled in
 * Chromium, in turns with the same page of 100 tasks, which is the baseline. Then the same while tasks land.
 *
 *   node bench/board-scrolling.ts
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { COLUMNS, type Column } from '../src/core/ask/board-columns.ts'
import type { Fact } from '../src/core/run/event.ts'
import { attemptId, runId } from '../src/core/value/ids.ts'
import { appendFacts, largeTaskId, writeLargeRun } from '../test/played/large-run.ts'
import { launchChromium } from '../test/browser/launch-chromium.ts'
import { OUTCOMES } from '../test/played/play.ts'
import { servedLink } from '../test/browser/served-link.ts'
import { median } from './median.ts'
import { clockOf } from './page-clock.ts'
import { printTable } from './print-table.ts'

const SMALL = 100
const LARGE = 10_000
const ROUNDS = 3
const FRAMES = 120
/** How many tasks land each second while a board is scrolled: 200 events a second. */
const LANDED_PER_SECOND = 50

const bin = fileURLToPath(new URL('../bin/conductor.js', import.meta.url))

async function measure(): Promise<void> {
  const browser = await launchChromium()
  try {
    await using small = await openBoard(browser, SMALL)
    await using large = await openBoard(browser, LARGE)
    await report([small, large])
  } finally {
    await browser.close()
  }
}

interface OpenBoard extends AsyncDisposable {
  readonly size: number
  readonly folder: string
  readonly page: Page
  /** Milliseconds of CPU time that the page has used so far. */
  worked(): Promise<number>
}

/** The result of scrolling: the time of every frame, and the CPU time of all. */
interface Scrolled {
  readonly times: readonly number[]
  readonly worked: number
}

async function report(boards: readonly OpenBoard[]): Promise<void> {
  const still = await byTurns(boards)
  const moving = await byTurns(boards, landOften)
  const rows = [
    ...boards.map((board, i) => row(`${sizeOf(board)} tasks`, still[i]!, still[0]!)),
    ...boards.map((board, i) => row(`${sizeOf(board)} tasks, moving`, moving[i]!, moving[0]!)),
  ]
  console.log(`milliseconds between frames, ${COLUMNS.length * ROUNDS * FRAMES} of each`)
  printTable(['board', 'median', 'p95', 'ratio', 'work per frame', 'ratio'], rows)
  const counts = await Promise.all(boards.map(countNodes))
  printTable(
    ['board', 'cards in the page', 'nodes in the page'],
    boards.map((board, i) => [sizeOf(board), ...counts[i]!]),
  )
}

const sizeOf = ({ size }: OpenBoard): string => size.toLocaleString('en')

function row(name: string, { times, worked }: Scrolled, baseline: Scrolled): readonly string[] {
  const p95 = percentile(times, 0.95)
  const work = worked / times.length
  return [
    name,
    median(times).toFixed(1),
    p95.toFixed(1),
    (p95 / percentile(baseline.times, 0.95)).toFixed(2),
    work.toFixed(1),
    ((work * baseline.times.length) / baseline.worked).toFixed(2),
  ]
}

const percentile = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)]!

type Meanwhile = (board: OpenBoard) => Disposable

/** The boards take turns, column by column. */
async function byTurns(
  boards: readonly OpenBoard[],
  meanwhile: Meanwhile = () => ({ [Symbol.dispose]() {} }),
): Promise<readonly Scrolled[]> {
  const all = boards.map(() => ({ times: [] as number[], worked: 0 }))
  for (let round = 0; round < ROUNDS; round++)
    for (const column of COLUMNS)
      for (const [i, board] of boards.entries()) {
        using _ = meanwhile(board)
        const before = await board.worked()
        all[i]!.times.push(...(await scroll(board.page, column)))
        all[i]!.worked += (await board.worked()) - before
      }
  return all
}

const scroll = (page: Page, column: Column): Promise<number[]> =>
  page.evaluate(`(${SCROLL})('${column}', ${FRAMES})`)

/** Runs in the page, whose types this file does not have: scrolls to and fro, faster than anybody reads. */
const SCROLL = `async (column, frames) => {
  const list = document.querySelector('[data-column="' + column + '"] .card-list')
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())))
  const times = []
  let step = 90
  let last = await frame()
  for (let i = 0; i < frames; i++) {
    const before = list.scrollTop
    list.scrollTop += step
    if (list.scrollTop === before) step = -step
    const now = await frame()
    times.push(now - last)
    last = now
  }
  return times
}`

/** Twice a second, as often as a busy coordinator commits. */
function landOften({ folder, size }: OpenBoard): Disposable {
  const land = (): void => {
    const turns = Array.from({ length: LANDED_PER_SECOND / 2 }, () => turn++)
    appendFacts(
      folder,
      turns.flatMap((turn) => landing(turn, size)),
    )
  }
  const timer = setInterval(land, 500)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

let turn = 0

/** Every fourth task waits; when all of them have landed they are reset and land again. */
function landing(turn: number, size: number): readonly Fact[] {
  const task = largeTaskId((turn * 4) % size)
  const attempt = attemptId(runId(1), task, 1 + turn)
  return [
    { type: 'tasks-reset', tasks: [task] },
    { type: 'attempt-started', task, attempt, worker: 1 },
    { type: 'attempt-ended', task, attempt, outcome: OUTCOMES.succeeded },
    { type: 'task-landed', task, commit: null },
  ]
}

async function countNodes({ page }: OpenBoard): Promise<readonly [cards: number, nodes: number]> {
  const count = (selector: string): Promise<number> => page.locator(selector).count()
  return [await count('.card'), await count('*')]
}

async function openBoard(browser: Browser, size: number): Promise<OpenBoard> {
  const folder = mkdtempSync(join(tmpdir(), 'board-bench-'))
  writeLargeRun(folder, size)
  const serving = spawn(process.execPath, [bin, 'serve', '--json'], {
    cwd: folder,
    env: { ...process.env, HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(await servedLink(serving))
  await page.locator('.card').first().waitFor()
  return {
    size,
    folder,
    page,
    worked: await clockOf(page),
    async [Symbol.asyncDispose]() {
      await page.close()
      const ended = new Promise((resolve) => serving.once('exit', resolve))
      serving.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

await measure()
