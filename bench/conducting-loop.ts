/**
 * Measures whether browsers slow a coordinator down: the delay of its event loop while agents report 200 times a second
 * and twenty browsers follow, and while these open a run of 10,000 tasks again and again. The baseline is the same run
 * without a web server.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { attemptId, runId, taskId } from '../src/core/value/ids.ts'
import { askCoordinator } from '../src/server/control/ask-coordinator.ts'
import type { LoopDelay } from './programs/tell-loop-delay.ts'
import { printTable } from './print-table.ts'

const RATE = 200
const BROWSERS = 20
const AGENTS = 10
/** Milliseconds that the event loop may be delayed with twenty browsers, p99. */
const LIMIT = 20
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export async function measureConducting(seconds: number): Promise<void> {
  const small = { tasks: AGENTS, seconds }
  const large = { tasks: 10_000, seconds }
  const alone = await conducted(small, null)
  const followed = await conducted(small, follow)
  const aloneLarge = await conducted(large, null)
  const followedLarge = await conducted(large, follow)
  const opened = await conducted(large, openAgainAndAgain)
  const row = (what: string, { loop, ask, events }: Figures, baseline: Figures) => [
    what,
    loop.p50.toFixed(1),
    loop.p99.toFixed(1),
    loop.longest.toFixed(0),
    (loop.p99 / baseline.loop.p99).toFixed(2),
    ask.toFixed(0),
    events === null ? '' : `${events.p50} / ${events.p99}`,
  ]
  printTable(
    ["the coordinator's loop", 'p50 ms', 'p99 ms', 'longest', 'ratio', 'ask p99', 'to a browser'],
    [
      row(`${AGENTS} tasks, ${RATE} events/s, no web server`, alone, alone),
      row(`the same, ${BROWSERS} browsers`, followed, alone),
      row('10,000 tasks, no web server', aloneLarge, aloneLarge),
      row(`the same, ${BROWSERS} browsers`, followedLarge, aloneLarge),
      row(`the same, ${BROWSERS} browsers that open it again and again`, opened, aloneLarge),
    ],
  )
  // On a machine that is busy with other work the baseline is delayed as well.
  const isLate = (figures: Figures, baseline: Figures): boolean =>
    figures.loop.p99 >= Math.max(LIMIT, 2 * baseline.loop.p99)
  if (isLate(followed, alone) || isLate(followedLarge, aloneLarge)) process.exitCode = 1
}

interface Figures {
  readonly loop: LoopDelay
  /** How long the coordinator takes to answer an ask, p99 in milliseconds. */
  readonly ask: number
  /** From the recording of an event to a browser, in milliseconds. */
  readonly events: { readonly p50: number; readonly p99: number } | null
}

interface Size {
  readonly tasks: number
  readonly seconds: number
}

/** Looks at the run until the expected number of events has come, or until the signal. */
type Look = (link: string, expected: number, signal: AbortSignal) => Promise<Looking>

interface Looking {
  /** Called when everything was reported. */
  events(): Promise<Figures['events']>
}

/** A real run of tasks that do nothing; this process sends their reports, as an agent would. */
async function conducted({ tasks, seconds }: Size, look: Look | null): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'conducting-bench-'))
  writeFileSync(join(folder, 'tasks.yaml'), planOf(tasks))
  const args = ['run', 'tasks.yaml', '--isolation', 'none', '-p', String(AGENTS)]
  const showing = look === null ? ['--no-ui'] : ['--port', '0']
  const coordinator = spawn(
    process.execPath,
    ['--import', at('programs/tell-loop-delay.ts'), at('../bin/conductor.js'), ...args, ...showing],
    {
      cwd: folder,
      env: { ...process.env, HOME: folder },
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    },
  )
  const over = new AbortController()
  try {
    const link = await begun(coordinator)
    const looking = look === null ? null : await look(link, RATE * seconds, over.signal)
    await sleep(SETTLING)
    await loopDelay(coordinator)
    const took = await report(join(folder, '.conductor', 'control.sock'), RATE * seconds)
    const loop = await loopDelay(coordinator)
    const ask = took[Math.floor(took.length * 0.99)]!
    return { loop, ask, events: (await looking?.events()) ?? null }
  } finally {
    over.abort()
    coordinator.kill('SIGKILL')
    await once(coordinator, 'close')
    await sleep(SETTLING)
    rmSync(folder, { recursive: true, maxRetries: 5 })
  }
}

/** Milliseconds after which a program has finished loading. */
const SETTLING = 2000

const planOf = (tasks: number): string =>
  [
    'tasks:',
    ...Array.from({ length: tasks }, (_, i) =>
      i < AGENTS
        ? `  - {id: t${i}, run: "sleep 1000"}`
        : `  - {id: t${i}, name: "Task number ${i} of many", run: "true", dependencies: [t${i % AGENTS}]}`,
    ),
    '',
  ].join('\n')

/** Resolves when every agent is at work, with the link if there is one. */
async function begun({ stdout }: ChildProcess): Promise<string> {
  let output = ''
  for await (const piece of stdout!) {
    output += String(piece)
    if (Array.from({ length: AGENTS }, (_, i) => `t${i} `).every((task) => output.includes(task)))
      break
  }
  return /http:\S+/.exec(output)?.[0] ?? ''
}

async function loopDelay(coordinator: ChildProcess): Promise<LoopDelay> {
  coordinator.send('tell')
  const [delay] = (await once(coordinator, 'message')) as [LoopDelay]
  return delay
}

/** At most this many asks at once: a coordinator that does not answer would refuse more. */
const UNDER_WAY = 100

/** How many times longer than planned the reports may take before they are given up. */
const LONGEST = 2

/** Reports at the given rate, or as fast as the coordinator answers; returns how long each ask took. */
async function report(socket: string, count: number): Promise<readonly number[]> {
  const began = performance.now()
  const took: number[] = []
  let asked = 0
  while (took.length < count && performance.now() - began < (LONGEST * count * 1000) / RATE) {
    const due = Math.floor(((performance.now() - began) / 1000) * RATE)
    for (; asked < Math.min(due, count, took.length + UNDER_WAY); asked++) {
      const sent = performance.now()
      void progress(socket, asked).then(
        () => took.push(performance.now() - sent),
        () => {},
      )
    }
    await sleep(5)
  }
  return took.toSorted((a, b) => a - b)
}

function progress(socket: string, number: number): Promise<unknown> {
  const attempt = attemptId(runId(1), taskId(`t${number % AGENTS}`), 1)
  const sign = { is: 'progress', status: 'working', note: `step ${number}` } as const
  return askCoordinator(socket, { ask: 'hear', attempt, sign })
}

/** Twenty sockets, as open pages have them. */
async function follow(link: string, expected: number): Promise<Looking> {
  const { socket, cookie } = await visit(link)
  const args = [socket, cookie, String(BROWSERS), String(expected)]
  const clients = spawn(process.execPath, [at('programs/live-clients.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = clients.stdout.setEncoding('utf8')[Symbol.asyncIterator]()
  await lines.next()
  const result = lines.next()
  return {
    async events() {
      // When the coordinator is too slow, fewer events are sent than expected.
      const late = setTimeout(() => clients.kill(), SETTLING)
      const { value } = await result
      clearTimeout(late)
      return JSON.parse(value as string) as Figures['events']
    },
  }
}

/** Twenty browsers, each of which loads the page, the summary of the run and a snapshot, again one second later. */
async function openAgainAndAgain(
  link: string,
  _expected: number,
  signal: AbortSignal,
): Promise<Looking> {
  const { origin, socket, cookie } = await visit(link)
  const open = async (): Promise<void> => {
    for (const path of ['/', '/api/runs/current'])
      await (await fetch(`${origin}${path}`, { headers: { cookie }, signal })).arrayBuffer()
    await snapshot(socket, { cookie, origin })
  }
  for (let i = 0; i < BROWSERS; i++)
    void (async () => {
      while (!signal.aborted) await open().then(() => sleep(1000, null, { signal }))
    })().catch(() => {})
  return { events: async () => null }
}

const snapshot = (url: string, headers: Readonly<Record<string, string>>): Promise<void> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url, { headers, perMessageDeflate: false })
    socket.on('open', () => socket.send(JSON.stringify({ type: 'follow', known: null })))
    socket.on('message', (data: Buffer) => {
      if (data.subarray(0, 30).includes('"snapshot"')) socket.close()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve())
  })

/** Exchanges the token for a cookie, as a browser does. */
export async function visit(link: string) {
  const answer = await fetch(link, { redirect: 'manual' })
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
  const { host, origin } = new URL(link)
  return { origin, socket: `ws://${host}/api/live`, cookie }
}
