/**
 * Measures how quickly browsers learn of events: they are written to a store as a coordinator writes them, and followed
 * through `conductor serve` over many sockets and in a real page. The baseline is a bare socket server that passes the
 * same events on without a store. Then measures whether browsers slow a coordinator down (conducting-loop.ts).
 *
 *   node bench/live.ts [seconds]
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Event, Fact } from '../src/core/run/event.ts'
import { attemptId, runId, taskId } from '../src/core/value/ids.ts'
import { ownIdentity } from '../src/processes/process-table.ts'
import { takeCoordinatorLock, type CoordinatorLock } from '../src/store/coordinator-lock.ts'
import { openSqliteEventStore, type SqliteEventStore } from '../src/store/sqlite-event-store.ts'
import { launchChromium } from '../test/browser/launch-chromium.ts'
import { Game, planFrom } from '../test/played/play.ts'
import { servedLink } from '../test/browser/served-link.ts'
import { measureConducting, visit } from './conducting-loop.ts'
import { printTable } from './print-table.ts'

const SECONDS = Number(process.argv[2] ?? 60)
const RATE = 200
const TASKS = 30
const BURST = 5000
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

let write: Writer

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'live-bench-'))
  mkdirSync(join(folder, '.conductor'))
  const store = openSqliteEventStore(join(folder, '.conductor', 'conductor.db'))
  write = writerOf(store)
  const lock = conductIn(join(folder, '.conductor'))
  const serving = spawn(process.execPath, [at('../bin/conductor.js'), 'serve', '--json'], {
    cwd: folder,
    env: { ...process.env, HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const { socket, cookie, link } = await linkOf(serving)
    const steady = await toSockets(20, RATE * SECONDS, { socket, cookie }, () => steadily(SECONDS))
    const burst = await toSockets(200, BURST, { socket, cookie }, () => atOnce(BURST))
    const bare = await bareBurst()
    const dom = await toPage(link)
    printTable(
      ['what', 'events/s', 'p50 ms', 'p99 ms', 'ratio'],
      [
        [`20 sockets, ${RATE} events/s for ${SECONDS} s`, steady.rate, steady.p50, steady.p99, ''],
        [
          `200 sockets, ${BURST} events at once`,
          burst.rate,
          burst.p50,
          burst.p99,
          (bare.rate / burst.rate).toFixed(2),
        ],
        ['the same by a bare socket server', bare.rate, bare.p50, bare.p99, '1.00'],
        [`event to page, ${RATE} events/s`, RATE, dom.p50, dom.p99, ''],
      ],
    )
    console.log(`largest paint of the first load: ${dom.paint} ms (at most 1000)`)
    console.log(`socket messages a second at 200 sockets: ${burst.rate * 200}`)
  } finally {
    serving.kill()
    lock.release()
    store.close()
    rmSync(folder, { recursive: true })
  }
}

/** The page shows the reports of agents only while a coordinator has the run. */
function conductIn(home: string): CoordinatorLock {
  const lock = takeCoordinatorLock(home)!
  const socket = join(home, 'control.sock')
  lock.publish({ process: ownIdentity(), run: runId(1), socket, since: Date.now() })
  return lock
}

interface Writer {
  /** Writes this many events in one commit. */
  (count: number): readonly Event[]
}

/** Writes progress reports of agents, the most frequent event of a busy run. */
function writerOf(store: SqliteEventStore): Writer {
  const ids = Array.from({ length: TASKS }, (_, i) => `t${i}`)
  const game = new Game(planFrom(ids.map((id) => `${id}:`).join('\n')), { agents: TASKS })
  game.now = Date.now()
  game.startAll()
  store.append(game.events)
  let sequence = game.events.at(-1)!.sequence
  let turn = 0
  return (count) => {
    const events = Array.from({ length: count }, (): Event => {
      const task = taskId(ids[turn++ % TASKS]!)
      const now = Date.now()
      const fact: Fact = {
        type: 'progress-reported',
        task,
        attempt: attemptId(runId(1), task, 1),
        status: 'working',
        note: `at ${now}`,
      }
      return { ...fact, run: runId(1), at: now, sequence: ++sequence }
    })
    store.append(events)
    return events
  }
}

async function steadily(seconds: number): Promise<void> {
  const began = performance.now()
  for (let written = 0; written < seconds * RATE;) {
    const due = Math.min(Math.floor(((performance.now() - began) / 1000) * RATE), seconds * RATE)
    if (due > written) write(due - written)
    written = Math.max(written, due)
    await sleep(5)
  }
}

async function atOnce(count: number): Promise<void> {
  for (let written = 0; written < count; written += 50) {
    write(50)
    await sleep(0)
  }
}

interface Figures {
  readonly rate: number
  readonly p50: number
  readonly p99: number
}

async function toSockets(
  sockets: number,
  events: number,
  { socket, cookie }: { readonly socket: string; readonly cookie: string },
  go: () => Promise<void>,
): Promise<Figures> {
  const args = [at('programs/live-clients.ts'), socket, cookie, String(sockets), String(events)]
  const clients = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = linesOf(clients)
  await lines.next()
  const began = Date.now()
  await go()
  const end = JSON.parse((await lines.next()).value) as {
    at: number
    p50: number
    p99: number
    heard: number
  }
  if (end.heard !== sockets * events)
    throw new Error(`${end.heard} of ${sockets * events} were heard`)
  return { rate: Math.round(events / ((end.at - began) / 1000)), p50: end.p50, p99: end.p99 }
}

/** The bare server gets the same events, already serialised. */
async function bareBurst(): Promise<Figures> {
  const server = spawn(process.execPath, [at('programs/bare-broadcast.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    const port = (await linesOf(server).next()).value
    return await toSockets(
      200,
      BURST,
      { socket: `ws://127.0.0.1:${port}/`, cookie: '-' },
      async () => {
        for (let written = 0; written < BURST; written += 50) {
          server.stdin.write(`${JSON.stringify({ type: 'events', events: write(50) })}\n`)
          await sleep(0)
        }
      },
    )
  } finally {
    server.kill()
  }
}

/** Runs in the page, whose types this file does not have. */
const NOTE_DELAYS = `
  window.delays = []
  new MutationObserver((changes) => {
    const now = Date.now()
    for (const { target } of changes) {
      const said = /at (\\d{13})/.exec(target.textContent)?.[1]
      if (said !== undefined) window.delays.push(now - Number(said))
    }
  }).observe(document.body, { subtree: true, characterData: true })`

/** When the largest part of the page was painted, in milliseconds since it was opened. */
const LARGEST_PAINT = `new Promise((resolve) => new PerformanceObserver((list) =>
  resolve(Math.round(list.getEntries().at(-1).startTime)),
).observe({ type: 'largest-contentful-paint', buffered: true }))`

/** From the writing of an event to the page that shows it. */
async function toPage(link: string): Promise<Omit<Figures, 'rate'> & { readonly paint: number }> {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(link)
    await page
      .getByText(/at \d+/)
      .first()
      .waitFor()
    const paint: number = await page.evaluate(LARGEST_PAINT)
    await page.evaluate(NOTE_DELAYS)
    await steadily(Math.min(SECONDS, 20))
    await sleep(500)
    const delays: number[] = await page.evaluate('window.delays')
    delays.sort((a, b) => a - b)
    return {
      paint,
      p50: delays[Math.floor(delays.length / 2)]!,
      p99: delays[Math.floor(delays.length * 0.99)]!,
    }
  } finally {
    await browser.close()
  }
}

async function linkOf(serving: ChildProcess) {
  const link = await servedLink(serving)
  return { ...(await visit(link)), link }
}

const linesOf = (child: ChildProcess): AsyncIterator<string, string> =>
  createInterface({ input: child.stdout! })[Symbol.asyncIterator]() as AsyncIterator<string, string>

await measure()
await measureConducting(Math.min(SECONDS, 20))
