import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { howMany } from '../../../test/thorough.ts'
import { playedLog } from '../../../test/played/event-log.ts'
import { browserOn, type Browser } from '../../../test/browser/live-browser.ts'
import { batchWords } from '../../core/batch/batch-status.ts'
import { runId, saidAttemptId, type RunId } from '../../core/value/ids.ts'
import { followLog } from './live-runs.ts'
import { openLiveSockets } from './live-sockets.ts'
import type { ServedRepository } from '../served/served-repository.ts'
import type { TranscriptFile } from '../served/served-log.ts'

// Time passes only when a test advances it.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function place({ transcript = noTranscript }: { transcript?: () => TranscriptFile } = {}) {
  const log = playedLog()
  let conducted: RunId | null = null
  const live = followLog({ log, conductedRun: () => conducted, frozen: () => null })
  const troubles: unknown[] = []
  const served = { log, transcript } as unknown as ServedRepository
  const sockets = openLiveSockets(served, live, (error) => troubles.push(error))
  return {
    log,
    live,
    sockets,
    troubles,
    conduct: (run: RunId | null) => (conducted = run),
    browser(): Browser {
      const browser = browserOn(sockets)
      browser.connect()
      browser.exchange()
      return browser
    },
    [Symbol.dispose]() {
      sockets[Symbol.dispose]()
      live[Symbol.dispose]()
    },
  }
}

const noTranscript = (): TranscriptFile => fileOf((from) => ({ pieces: [], from, to: from }))

const fileOf = (read: TranscriptFile['read']): TranscriptFile => ({
  read,
  readBack: (before) => ({ pieces: [], from: before, to: before }),
  bounds: () => ({ begins: 0, ends: 0 }),
})

const pass = (milliseconds: number): void => void vi.advanceTimersByTime(milliseconds)

const kinds = (browser: Browser): readonly string[] => browser.heard.map(({ type }) => type)

describe('a browser that watches actions', () => {
  it('is told the last line of each working attempt, and only what is new', () => {
    const transcript = {
      ends: 1,
      out: 'reading\n',
    }
    using at = place({
      transcript: () => ({
        ...noTranscript(),
        bounds: () => ({ begins: 0, ends: transcript.ends }),
        readBack: () => ({ pieces: [{ at: 1, out: transcript.out, position: 0 }], from: 0, to: 1 }),
      }),
    })
    while ((at.log.newest()?.counts.working ?? 0) === 0) at.log.grow(1, 1)
    const browser = at.browser()
    const says = (): readonly string[] =>
      browser.heard.flatMap((message) =>
        message.type === 'actions' ? message.actions.map((action) => action.says) : [],
      )
    pass(600)
    expect(says()).toEqual([])
    browser.say('{"type":"watch-actions"}')
    browser.exchange()
    const working = at.live.current()!.counts.working
    expect(says()).toEqual(Array(working).fill('reading'))
    pass(600)
    Object.assign(transcript, { ends: 2, out: 'reading\nwriting\n' })
    pass(600)
    browser.exchange()
    expect(says().slice(working)).toEqual(Array(working).fill('writing'))
    browser.say('{"type":"unwatch-actions"}')
    browser.exchange()
    Object.assign(transcript, { ends: 3, out: 'done\n' })
    pass(600)
    browser.exchange()
    expect(says()).not.toContain('done')
    expect(at.troubles).toEqual([])
  })
})

describe('whoever watches batches', () => {
  const movesOf = ({ heard }: Browser) =>
    heard.flatMap((message) => (message.type === 'batches' ? message.moved : []))

  it('is told how each stands, then of those that stand otherwise, up to how they end', () => {
    using at = place()
    at.log.grow(1, 2)
    const browser = at.browser()
    browser.say('{"type":"watch-batches"}')
    browser.exchange()
    expect(movesOf(browser)).toEqual(
      batchWords(at.log.newest()!).map((status, i) => ({ batch: i + 1, status })),
    )
    for (let i = 0; i < 80; i++) {
      at.log.grow(1, 1)
      pass(300)
      browser.exchange()
    }
    const moves = movesOf(browser)
    const last = batchWords(at.log.newest()!).map(
      (_, i) => moves.findLast(({ batch }) => batch === i + 1)!.status,
    )
    expect(last).toEqual(batchWords(at.log.newest()!))
    expect(moves.filter(({ batch }) => batch === 2).map(({ status }) => status)).toContain(
      'running',
    )
    moves.forEach(({ batch, status }, i) => {
      const before = moves.slice(0, i).findLast((move) => move.batch === batch)
      expect(before?.status).not.toBe(status)
    })
  })

  it('is told of the batches of another run', () => {
    using at = place()
    const browser = at.browser()
    browser.say('{"type":"watch-batches"}')
    pass(300)
    at.log.grow(1, 3)
    pass(300)
    browser.exchange()
    expect(movesOf(browser)[0]).toEqual({ batch: 1, status: 'running' })
  })
})

describe('whoever follows', () => {
  it('gets a snapshot, then every event', () => {
    using at = place()
    at.log.grow(1, 5)
    const browser = at.browser()
    at.log.grow(1, 3)
    pass(100)
    browser.exchange()
    expect(kinds(browser)).toEqual(['snapshot', 'events'])
    expect(browser.live.view()).toMatchObject({ line: 'live', run: at.log.newest() })
  })

  it('hears of each change of a task, and of conflicts', () => {
    using at = place()
    at.log.grow(1, 1)
    const browser = at.browser()
    at.log.grow(1, 1000)
    pass(100)
    browser.exchange()
    const events = browser.heard.flatMap((message) =>
      message.type === 'events' ? message.events : [],
    )
    const changes = ['attempt-started', 'attempt-ended', 'landing-queued', 'task-landed']
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining([...changes, 'task-failed', 'tasks-skipped']),
    )
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'resolve-needed',
        task: 'b',
        trouble: expect.objectContaining({ is: 'conflict' }),
      }),
    )
  })

  it('gets what happens at the same time in one message', () => {
    using at = place()
    at.log.grow(1, 2)
    const browser = at.browser()
    for (let i = 0; i < 6; i++) {
      at.log.grow(1, 1)
      at.live.look()
      pass(1)
    }
    pass(100)
    browser.exchange()
    // The first event is sent at once, and those that follow within a frame are sent together.
    expect(kinds(browser)).toEqual(['snapshot', 'events', 'events'])
    expect(browser.live.view().run).toEqual(at.log.newest())
  })

  it('is told of nothing twice when it joins while events are being gathered', () => {
    using at = place()
    at.log.grow(1, 2)
    const first = at.browser()
    at.log.grow(1, 2)
    at.live.look()
    const second = at.browser()
    at.log.grow(1, 2)
    at.live.look()
    pass(100)
    for (const browser of [first, second]) {
      browser.exchange()
      expect(browser.live.view().run).toEqual(at.log.newest())
      expect(browser.faults()).toEqual([])
    }
  })

  it('goes on from where it was when the line is there again', () => {
    using at = place()
    at.log.grow(1, 5)
    const browser = at.browser()
    browser.cut()
    expect(browser.live.view().line).toBe('reconnecting')
    at.log.grow(1, 4)
    browser.connect()
    browser.exchange()
    expect(kinds(browser)).toEqual(['snapshot', 'events', 'conducted'])
    expect(browser.live.view()).toMatchObject({ line: 'live', run: at.log.newest() })
  })

  it('is shown another run as soon as there is one, also the first', () => {
    using at = place()
    const browser = at.browser()
    expect(browser.live.view()).toMatchObject({ line: 'live', run: null })
    for (const run of [1, 2, 1]) {
      at.log.grow(run, 3)
      pass(100)
      browser.exchange()
      expect(browser.live.view().run).toEqual(at.log.newest())
    }
  })

  it('of a store that was replaced is shown the new one, though it has a run of the same number', () => {
    using at = place()
    at.log.grow(1, 5)
    const there = at.browser()
    const away = at.browser()
    away.cut()
    at.log.replace()
    at.log.grow(1, 8)
    pass(100)
    away.connect()
    for (const browser of [there, away]) {
      browser.exchange()
      expect(browser.live.view().run).toEqual(at.log.newest())
    }
  })

  it('is told whether anybody conducts the run', () => {
    using at = place()
    at.log.grow(1, 5)
    const browser = at.browser()
    at.conduct(runId(1))
    pass(100)
    browser.exchange()
    expect(browser.live.view().conducted).toBe(true)
  })

  it('has missed too much: it gets the whole run again', () => {
    using at = place()
    at.log.grow(1, 1)
    const browser = at.browser()
    browser.cut()
    for (let i = 0; i < 2100; i++) at.log.chatter(1)
    browser.connect()
    browser.exchange()
    expect(kinds(browser)).toEqual(['snapshot', 'snapshot'])
    expect(browser.live.view().run).toEqual(at.log.newest())
  })
})

describe('whoever reads slowly', () => {
  it('is told nothing more until it has caught up, and then what it missed', () => {
    using at = place()
    at.log.grow(1, 3)
    const browser = at.browser()
    browser.stall()
    for (let i = 0; i < 8; i++) {
      at.log.grow(1, 1)
      pass(100)
    }
    browser.goOn()
    browser.exchange()
    // The message that was on its way when the browser stalled.
    expect(kinds(browser)).toEqual(['snapshot', 'events'])
    pass(1000)
    browser.exchange()
    expect(kinds(browser)).toEqual(['snapshot', 'events', 'events', 'conducted'])
    expect(browser.live.view().run).toEqual(at.log.newest())
    expect(browser.faults()).toEqual([])
  })

  it('does not make us send more by asking again and again', () => {
    using at = place()
    at.log.grow(1, 3)
    const browser = at.browser()
    browser.stall()
    for (let i = 0; i < 20; i++) browser.say('{"type":"follow","known":null}')
    browser.exchange()
    browser.goOn()
    browser.exchange()
    expect(kinds(browser)).toEqual(['snapshot', 'snapshot'])
  })

  it('and never gives a sign is let go', () => {
    using at = place()
    at.log.grow(1, 3)
    const browser = at.browser()
    pass(5100)
    expect(browser.closedWith()).toBeNull()
    browser.vanish()
    pass(5100)
    expect(browser.closedWith()).toBe('dropped')
  })
})

it('whatever happens on the way, everyone ends up with the run as it is, and heard of each event once', () => {
  const who = fc.nat(2)
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.tuple(fc.constant('grow'), fc.integer({ min: 1, max: 4 })) },
    { weight: 4, arbitrary: fc.tuple(fc.constant('look'), who) },
    { weight: 6, arbitrary: fc.tuple(fc.constant('pass'), fc.constantFrom(1, 5, 20, 60, 250)) },
    { weight: 6, arbitrary: fc.tuple(fc.constant('exchange'), who) },
    { weight: 6, arbitrary: fc.tuple(fc.constantFrom('connect', 'stall', 'goOn', 'cut'), who) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom('other-run', 'replace'), who) },
  )
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), (steps) => {
      using at = place()
      const browsers = [at.browser(), at.browser(), at.browser()]
      let run = 1
      for (const [what, much] of steps) {
        if (what === 'grow') at.log.grow(run, much)
        else if (what === 'look') at.live.look()
        else if (what === 'pass') pass(much)
        else if (what === 'other-run') run = much + 1
        else if (what === 'replace') at.log.replace()
        else browsers[much]![what]()
      }
      for (const browser of browsers) browser.goOn()
      for (const browser of browsers) if (!browser.isConnected()) browser.connect()
      for (let i = 0; i < 3; i++) {
        for (const browser of browsers) browser.exchange()
        pass(5000)
      }
      for (const browser of browsers) {
        browser.exchange()
        expect(browser.live.view()).toMatchObject({ line: 'live', run: at.log.newest() })
        expect(browser.faults()).toEqual([])
      }
      expect(at.troubles).toEqual([])
    }),
    { numRuns: howMany(75, 300) },
  )
}, 60_000)

describe('what a browser may not say', () => {
  it.each([
    ['no JSON', '{"type":'],
    ['nothing', ''],
    ['a list', '[]'],
    ['a type we do not know', '{"type":"sudo"}'],
    ['a position below nothing', '{"type":"watch","attempt":"1-a-1","from":-1}'],
    ['half a position', '{"type":"watch","attempt":"1-a-1","from":0.5}'],
    ['a run that is no text', '{"type":"follow","known":{"run":1,"startedAt":0,"sequence":0}}'],
    ['a name without end', `{"type":"unwatch","attempt":"${'a'.repeat(300)}"}`],
  ])('%s', (_, text) => {
    using at = place()
    const [browser, other] = [at.browser(), at.browser()]
    browser.say(text)
    browser.exchange()
    expect(browser.closedWith()).toBe('1008 not a message we know')
    expect(other.closedWith()).toBeNull()
  })

  it('too much in too short a time', () => {
    using at = place()
    const browser = at.browser()
    for (let i = 0; i < 300; i++) browser.say('{"type":"unwatch","attempt":"1-a-1"}')
    browser.exchange()
    expect(browser.closedWith()).toBe('1008 too many messages')
  })

  it('but a little now and then for ever', () => {
    using at = place()
    const browser = at.browser()
    for (let i = 0; i < 300; i++) {
      browser.say('{"type":"unwatch","attempt":"1-a-1"}')
      browser.exchange()
      pass(100)
    }
    expect(browser.closedWith()).toBeNull()
  })

  it('too many transcripts at once', () => {
    using at = place()
    const browser = at.browser()
    for (let i = 0; i < 33; i++) browser.say(`{"type":"watch","attempt":"1-a-${i}","from":0}`)
    browser.exchange()
    expect(browser.closedWith()).toBe('1008 too many transcripts at once')
  })
})

describe('transcripts', () => {
  const attempt = saidAttemptId('1-a-1')

  /** A transcript that grows by a line of ten bytes with each tick, and counts how often it was read. */
  function growing() {
    let lines = 0
    let reads = 0
    return {
      grow: () => lines++,
      reads: () => reads,
      file: (): TranscriptFile =>
        fileOf((from) => {
          reads++
          const pieces = Array.from({ length: lines - from / 10 }, (_, i) => ({
            at: 1,
            position: from + i * 10,
            out: `line ${from / 10 + i}\n`,
          }))
          return { pieces, from, to: lines * 10 }
        }),
    }
  }

  const texts = (browser: Browser, seen: string[]): (() => void) =>
    browser.live.watch(attempt, (pieces) =>
      seen.push(...pieces.map((piece) => ('out' in piece ? piece.out : ''))),
    )

  it('come from the beginning and as they grow, also over a line that breaks', () => {
    const file = growing()
    using at = place({ transcript: file.file })
    at.log.grow(1, 8)
    file.grow()
    const browser = at.browser()
    const seen: string[] = []
    texts(browser, seen)
    browser.exchange()
    file.grow()
    browser.cut()
    file.grow()
    pass(200)
    browser.connect()
    browser.exchange()
    file.grow()
    pass(200)
    browser.exchange()
    expect(seen).toEqual(['line 0\n', 'line 1\n', 'line 2\n', 'line 3\n'])
  })

  it('of an attempt that is not known yet come when it is', () => {
    const file = growing()
    using at = place({ transcript: file.file })
    const browser = at.browser()
    const seen: string[] = []
    texts(browser, seen)
    browser.exchange()
    pass(500)
    at.log.grow(1, 8)
    file.grow()
    pass(500)
    browser.exchange()
    expect(seen).toEqual(['line 0\n'])
  })

  it('are read once for all who are at the same place, and not at all for nobody', () => {
    const file = growing()
    using at = place({ transcript: file.file })
    at.log.grow(1, 8)
    const browsers = [at.browser(), at.browser(), at.browser()]
    const ends = browsers.map((browser) => texts(browser, []))
    for (const browser of browsers) browser.exchange()
    const before = file.reads()
    file.grow()
    pass(130)
    expect(file.reads()).toBe(before + 1)
    for (const end of ends) end()
    for (const browser of browsers) browser.exchange()
    pass(1000)
    expect(file.reads()).toBe(before + 1)
  })

  it('that cannot be read trouble nobody else', () => {
    const file = growing()
    let isFirst = true
    using at = place({
      transcript() {
        const broken = isFirst
        isFirst = false
        if (broken) throw new Error('no such folder')
        return file.file()
      },
    })
    at.log.grow(1, 8)
    file.grow()
    const [unlucky, lucky] = [at.browser(), at.browser()]
    const seen: string[] = []
    texts(unlucky, [])
    unlucky.exchange()
    texts(lucky, seen)
    lucky.exchange()
    expect(seen).toEqual(['line 0\n'])
    expect(at.troubles).toEqual([new Error('no such folder')])
  })
})
