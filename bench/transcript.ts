/**
 * Measures a transcript of 50 MB in the page of its task: how long it takes from the click that opens it until its end is
 * shown, and the time of each frame while it is scrolled, in turns with an empty page of the same browser.
 *
 *   node bench/transcript.ts
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launchChromium } from '../test/browser/launch-chromium.ts'
import { servedLink } from '../test/browser/served-link.ts'
import { median } from './median.ts'
import { clockOf } from './page-clock.ts'
import { printTable } from './print-table.ts'

const SIZE = 50_000_000
const ROUNDS = 5
const FRAMES = 200
const LONGEST_OPENING = 300
const MOST_FRAME_RATIO = 1.5

const bin = fileURLToPath(new URL('../bin/conductor.js', import.meta.url))
const LAST_WORDS = 'This is the end of the transcript.'

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'transcript-bench-'))
  writeRun(folder)
  const bytes = writeTranscript(join(folder, '.conductor/run-1/executor_1/long/transcript.jsonl'))
  const serving = spawn(process.execPath, [bin, 'serve', '--json'], {
    cwd: folder,
    env: { ...process.env, HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(await servedLink(serving))
    const openings: number[] = []
    for (let round = 0; round < ROUNDS; round++) openings.push(await openTranscript(page))
    const frames = await framesOf(page, await emptyPage(browser))
    report({ bytes, openings, ...frames })
  } finally {
    await browser.close()
    const ended = new Promise((resolve) => serving.once('exit', resolve))
    serving.kill()
    await ended
    rmSync(folder, { recursive: true })
  }
}

/** A run whose one task has printed little; its transcript is then replaced by a long one. */
function writeRun(folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'tasks.yaml'), 'tasks:\n  - {id: long, run: "echo hello"}\n')
  const environment = { ...process.env, HOME: folder }
  const run = spawnSync(process.execPath, [bin, 'run', 'tasks.yaml', '--no-ui'], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(run.stdout + run.stderr)
}

/** As an agent would leave it: words, commands with output, edits and reads of very different length. */
function writeTranscript(path: string): number {
  const lines: string[] = []
  let size = 0
  const lengthSoFar = (): number => size
  const add = (entry: object): void => {
    const line = JSON.stringify({ at: Date.now(), ...entry })
    lines.push(line)
    size += line.length + 1
  }
  for (let i = 0; lengthSoFar() < SIZE; i++) {
    const call = `c${i}`
    add({
      said: `Step **${i}**: I look at \`src/part-${i % 40}.ts\` and run its tests.\n\n- one\n- two`,
    })
    if (i % 3 === 0) {
      add({ call, kind: 'edit', name: 'Edit', title: `src/part-${i % 40}.ts` })
      add({
        call,
        file: `src/part-${i % 40}.ts`,
        diff: ' a\n-old line\n+new line\n b\n'.repeat(1 + (i % 9)),
      })
    } else add({ call, kind: 'command', name: 'Bash', title: `npm test -- part-${i % 40}` })
    add({ call, result: `  ok ${i} it works as it should\n`.repeat(1 + ((i * 37) % 500)) })
    add({ call, ended: i % 17 === 0 ? 'failed' : 'well', says: 'ok' })
  }
  add({ said: LAST_WORDS })
  writeFileSync(path, `${lines.join('\n')}\n`)
  return statSync(path).size
}

/** Milliseconds from the click on the task until the last words are shown. */
async function openTranscript(page: Page): Promise<number> {
  await page.locator('nav a[href$="/board"]').first().click()
  const card = page.locator('.card a[href*="/tasks/long"]').first()
  await card.waitFor()
  // Nobody clicks sooner; meanwhile the page loads its code.
  await page.waitForTimeout(700)
  return page.evaluate<number>(`(${OPEN})(${JSON.stringify(LAST_WORDS)})`)
}

const OPEN = `async (words) => {
  const began = performance.now()
  document.querySelector('.card a[href*="/tasks/long"]').click()
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const log = document.querySelector('[role=log]')
    if (log && log.textContent.includes(words)) return performance.now() - began
    if (performance.now() - began > 30000) throw new Error('the end was not shown')
  }
}`

async function emptyPage(browser: Awaited<ReturnType<typeof launchChromium>>): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.setContent(
    '<div role=log style="height:600px;overflow:auto"><div style="height:9000px"></div></div>',
  )
  return page
}

/** The pages take turns, so that a busy machine slows down both. */
async function framesOf(page: Page, empty: Page) {
  const ofTranscript: number[] = []
  const ofEmpty: number[] = []
  const worked = await clockOf(page)
  let work = 0
  for (let round = 0; round < ROUNDS; round++) {
    await empty.bringToFront()
    ofEmpty.push(...(await scroll(empty)))
    await page.bringToFront()
    const before = await worked()
    ofTranscript.push(...(await scroll(page)))
    work += (await worked()) - before
  }
  return { ofTranscript, ofEmpty, workPerFrame: work / ofTranscript.length }
}

const scroll = (page: Page): Promise<number[]> => page.evaluate(`(${SCROLL})(${FRAMES})`)

/** Runs in the page: scrolls up, as somebody does who reads back, and down again at the top. */
const SCROLL = `async (frames) => {
  const list = document.querySelector('[role=log]')
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())))
  const times = []
  let step = -120
  let last = await frame()
  for (let i = 0; i < frames; i++) {
    if (list.scrollTop <= 0) step = 120
    list.scrollTop += step
    const now = await frame()
    times.push(now - last)
    last = now
  }
  return times
}`

interface Measured {
  readonly bytes: number
  readonly openings: readonly number[]
  readonly ofTranscript: readonly number[]
  readonly ofEmpty: readonly number[]
  /** Milliseconds of CPU time. */
  readonly workPerFrame: number
}

function report({ bytes, openings, ofTranscript, ofEmpty, workPerFrame }: Measured): void {
  const p95 = percentile(ofTranscript, 0.95)
  const emptyP95 = percentile(ofEmpty, 0.95)
  const ratio = p95 / emptyP95
  // The first time the code of the page is run for the first time, too.
  const [first, ...rest] = openings
  printTable(
    ['a transcript of', 'shows its end: first', 'median', 'limit'],
    [
      [
        `${(bytes / 1e6).toFixed(0)} MB`,
        `${first!.toFixed(0)} ms`,
        `${median(rest).toFixed(0)} ms`,
        `${LONGEST_OPENING} ms`,
      ],
    ],
  )
  printTable(
    ['frames while scrolling', 'median', 'p95', 'ratio of p95', 'limit'],
    [
      ['empty page', median(ofEmpty).toFixed(1), emptyP95.toFixed(1), '1', ''],
      [
        'transcript',
        median(ofTranscript).toFixed(1),
        p95.toFixed(1),
        ratio.toFixed(2),
        String(MOST_FRAME_RATIO),
      ],
    ],
  )
  console.log(`CPU time of the page: ${workPerFrame.toFixed(1)} ms per frame`)
  const isGood =
    first! < LONGEST_OPENING && median(rest) < LONGEST_OPENING && ratio < MOST_FRAME_RATIO
  console.log(isGood ? 'within both limits' : 'NOT within its limits')
}

const percentile = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)]!

await measure()
