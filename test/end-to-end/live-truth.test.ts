/** Browsers that lose their connection again and again, and a server that is killed: all end up with the true run. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { foldRun } from '../../src/core/run/apply-event.ts'
import { saidAttemptId } from '../../src/core/value/ids.ts'
import type { FromServer } from '../../src/server/live/messages.ts'
import { openLiveRun, type Line, type LiveRun } from '../../web/src/data/live/live-run.ts'
import { openSocketLine } from '../../web/src/data/live/socket-line.ts'
import { eventsIn, folder, type Folder, type Running } from '../conductor.ts'
import { until } from '../until.ts'
import { freePort, linkOf, visit } from '../browser/web-visit.ts'

const TASKS = 60
const LINES = 300
const SEED = Number(process.env['SEED'] ?? 20_260_731)

const PLAN = [
  'tasks:',
  `  - {id: talk, run: "i=0; while [ $i -lt ${LINES} ]; do echo line $i; i=$((i+1)); sleep 0.02; done"}`,
  ...Array.from({ length: TASKS }, (_, i) => {
    const after = i < 4 ? '' : `, dependencies: [t${i - 4}]`
    return `  - {id: t${i}, run: "sleep 0.2; exit ${i % 17 === 16 ? 1 : 0}"${after}}`
  }),
  '',
].join('\n')

it('every browser has folded each event once, whatever was cut or killed meanwhile', async () => {
  await using place = folder({ 'tasks.yaml': PLAN })
  const port = String(await freePort())
  let serving = place.start('serve', '--port', port)
  const link = await linkOf(serving)
  const { cookie } = await visit(link)
  const browsers = Array.from({ length: 5 }, () => browserAt(link, cookie))
  const mischief = cutNowAndThen(browsers)

  const run = place.begin('run', 'tasks.yaml', '--no-ui', '--parallel', '5')
  for (const landed of [8, 30]) {
    await until(`${landed} have landed`, () => countLanded(place) >= landed, 120)
    serving = await killedAndStarted(place, serving, port)
  }
  expect((await run.done).code).toBe(1)
  mischief.stop()

  const events = eventsIn(place.path)
  const truth = foldRun(events)!
  for (const { live, applied, lines } of browsers) {
    await until('it has caught up', () => isThere(live, truth.sequence), 60)
    await until('it has read everything', () => lines.length >= LINES, 60)
    expect(live.view()).toMatchObject({ line: 'live', conducted: false })
    expect(live.view().run).toEqual(truth)
    expect(applied).toEqual(events.map(({ sequence }) => sequence))
    expect(lines).toEqual(Array.from({ length: LINES }, (_, i) => `line ${i}`))
  }
  expect(mischief.cuts()).toBeGreaterThan(5)
  serving.signal('SIGTERM')
  await serving.done
}, 300_000)

const isThere = (live: LiveRun, sequence: number): boolean =>
  live.view().line === 'live' && live.view().run?.sequence === sequence && !live.view().conducted

const countLanded = (place: Folder): number =>
  eventsSoFar(place).filter(({ type }) => type === 'task-landed').length

function eventsSoFar(place: Folder) {
  try {
    return eventsIn(place.path)
  } catch {
    // There is no store before the run has begun.
    return []
  }
}

async function killedAndStarted(place: Folder, serving: Running, port: string): Promise<Running> {
  serving.signal('SIGKILL')
  await serving.done
  const again = place.start('serve', '--port', port)
  await linkOf(again)
  return again
}

interface Browser {
  readonly live: LiveRun
  /** The sequence numbers of the events in its fold, which came by a snapshot or one by one. */
  readonly applied: readonly number[]
  /** The lines that the task `talk` has printed. */
  readonly lines: readonly string[]
  cut(): void
}

/** A browser with the code of the page, on sockets of a library. */
function browserAt(link: string, cookie: string): Browser {
  const { origin, host } = new URL(link)
  let socket: WebSocket
  const applied: number[] = []
  const line = openSocketLine({
    connect: () =>
      (socket = new WebSocket(`ws://${host}/api/live`, { headers: { cookie, origin } })),
    knock: () =>
      fetch(`${origin}/api/session`, { headers: { cookie } }).then(
        ({ status }) => status,
        () => null,
      ),
    onReturn: () => () => {},
  })
  const live: LiveRun = openLiveRun(
    recorded(line, () => live?.view().run?.sequence ?? 0, applied),
    (tell) => tell(),
  )
  const lines: string[] = []
  live.watch(saidAttemptId('1-talk-1'), (pieces) => {
    const texts = pieces.map((piece) => ('out' in piece ? piece.out : ''))
    lines.push(...texts.join('').split('\n').filter(Boolean))
  })
  onTestFinished(live.close)
  return { live, applied, lines, cut: () => socket.terminate() }
}

/** Records which events each message has added to the fold. */
function recorded(line: Line, reached: () => number, applied: number[]): Line {
  return {
    ...line,
    open: (handlers) =>
      line.open({
        ...handlers,
        heard(message) {
          const before = reached()
          handlers.heard(message)
          applied.push(...takenFrom(message).filter((n) => n > before && n <= reached()))
        },
      }),
  }
}

function takenFrom(message: FromServer): readonly number[] {
  if (message.type === 'events') return message.events.map(({ sequence }) => sequence)
  if (message.type !== 'snapshot' || message.run === null) return []
  // The first run of a store has every number up to its last.
  return Array.from({ length: Number(message.run['sequence']) }, (_, i) => i + 1)
}

function cutNowAndThen(browsers: readonly Browser[]) {
  const chance = chances(SEED)
  const over = new AbortController()
  let cuts = 0
  const going = (async () => {
    while (!over.signal.aborted) {
      await sleep(50 + chance() * 400)
      browsers[Math.floor(chance() * browsers.length)]!.cut()
      cuts++
    }
  })()
  onTestFinished(async () => {
    over.abort()
    await going
  })
  return { stop: () => over.abort(), cuts: () => cuts }
}

/** The same numbers for the same seed (mulberry32). */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
