import { expect, it } from 'vitest'
import type { Frozen } from '../../../src/core/report/attention-document.ts'
import { taskId } from '../../../src/core/value/ids.ts'
import { Game, OUTCOMES, planFrom } from '../../../test/played/play.ts'
import { waitsForYou } from '../../../src/core/report/waits-for-you.ts'
import { runWords } from './run-words.ts'

const wordOf = ({ run, now }: Game, conducted = true, frozen: Frozen | null = null): string =>
  runWords(
    { run, version: 0, mode: 'live', conducted, frozen, now: () => now },
    waitsForYou(run, now),
  ).word

it('says that a run waits for a person when nothing else can bring it further, as the terminal does', () => {
  const game = new Game(planFrom('a:\nb:\nc: b', { b: { needsHuman: true } }), {})
  game.startAll()
  expect(wordOf(game)).toBe('running')
  game.now += 60_000
  expect(wordOf(game, false)).toBe('stopped')
  expect(wordOf(game, true, { pid: 7, since: 0 })).toBe('frozen')
  game.end(taskId('a'), OUTCOMES.succeeded)
  expect(wordOf(game)).toBe('blocked by you')
  expect(wordOf(game, false)).toBe('blocked by you')
  game.ask({ ask: 'approve', task: taskId('b') })
  expect(wordOf(game)).toBe('running')
})

it('says that nothing failed when people left tasks out', () => {
  const game = new Game(planFrom('a:\nb:'), {})
  game.ask({ ask: 'skip', task: taskId('b') })
  game.startAll()
  game.end(taskId('a'), OUTCOMES.succeeded)
  game.record([{ type: 'run-ended', status: 'failed' }])
  expect(wordOf(game)).toBe('completed, 1 skipped')
})

it('says that a new run is starting until its coordinator is seen', () => {
  const { run } = new Game(planFrom('a:'), {})
  const wordAfter = (milliseconds: number): string =>
    runWords(
      {
        run,
        version: 0,
        mode: 'live',
        conducted: false,
        frozen: null,
        now: () => run.startedAt + milliseconds,
      },
      false,
    ).word
  expect(wordAfter(1000)).toBe('starting')
  expect(wordAfter(60_000)).toBe('stopped')
})

it('says that a run is being cancelled until what worked has stopped', () => {
  const game = new Game(planFrom('a:'), {})
  game.startAll()
  game.record([{ type: 'run-cancelled' }])
  game.now += 60_000
  expect(wordOf(game)).toBe('cancelling')
  expect(wordOf(game, false)).toBe('stopped while it was being cancelled')
  game.end(taskId('a'), OUTCOMES.cancelled)
  expect(wordOf(game)).toBe('cancelled')
})
