import { expect, it } from 'vitest'
import { Game, OUTCOMES, planFrom, type Script } from '../../../test/played/play.ts'
import { taskId } from '../value/ids.ts'
import { mergeReadiness, sayMergeReadiness, type LaneFacts } from './merge-readiness.ts'

const id = taskId

const begun = (notation: string, { tasks, ...settings }: Script = {}): Game => {
  const game = new Game(planFrom(notation, tasks), { isolation: 'worktree', ...settings })
  game.startAll()
  return game
}

const CLEAN: LaneFacts = { ahead: 2, mergesCleanly: true, conflicts: [] }
const EMPTY: LaneFacts = { ahead: 0, mergesCleanly: true, conflicts: [] }

const says = (game: Game, tasks: string, facts: LaneFacts | null = null): string =>
  sayMergeReadiness(mergeReadiness(game.run, tasks.split(' ').map(id), facts))

const touch = (game: Game, task: string): void =>
  game.record([
    {
      type: 'files-touched',
      task: id(task),
      files: ['a.txt'],
      changes: { filesCreated: 0, filesChanged: 1, linesAdded: 1, linesDeleted: 0 },
    },
  ])

it('has nothing until something is changed or committed', () => {
  const game = begun('a:')
  expect(says(game, 'a')).toBe('nothing yet')
  expect(says(game, 'a', EMPTY)).toBe('nothing yet')
})

it('is not judged before git has been asked', () => {
  const game = begun('a:')
  touch(game, 'a')
  expect(says(game, 'a')).toBe('not tried yet')
  expect(says(game, 'a', { ...CLEAN, mergesCleanly: null })).toBe('not tried yet')
  expect(says(game, 'a', EMPTY)).toBe('not tried yet')
})

it('merges cleanly when git says so', () => {
  expect(says(begun('a:'), 'a', CLEAN)).toBe('merges cleanly')
})

it('has a conflict when git cannot merge it, in the files that git names', () => {
  const facts = { ahead: 1, mergesCleanly: false, conflicts: ['list.txt', 'main.ts'] }
  expect(says(begun('a:'), 'a', facts)).toBe('conflict in list.txt, main.ts')
  expect(says(begun('a:'), 'a', { ...facts, conflicts: [] })).toBe('conflict')
})

it('names the other task it would collide with, whichever of the two is asked', () => {
  const game = begun('a:\nb:')
  game.record([{ type: 'collision-found', tasks: [id('a'), id('b')], files: ['list.txt'] }])
  expect(says(game, 'a', CLEAN)).toBe('would collide with b in list.txt')
  expect(says(game, 'b', CLEAN)).toBe('would collide with a in list.txt')
})

it('is being merged while it lands', () => {
  const game = begun('a:')
  game.end(id('a'), OUTCOMES.succeeded)
  expect(says(game, 'a', CLEAN)).toBe('being merged and checked')
})

it('has landed when everything of the lane is over and something landed', () => {
  const shared = { epic: 'shop' }
  const game = begun('a:\nb: a', { tasks: { a: shared, b: shared } })
  game.end(id('a'), OUTCOMES.succeeded)
  game.land(id('a'))
  expect(says(game, 'a b', EMPTY)).toBe('nothing yet')
  game.ask({ ask: 'cancel', task: id('b') })
  expect(says(game, 'a b', EMPTY)).toBe('landed')
})

it('has landed also when git was asked before that', () => {
  const game = begun('a:')
  game.end(id('a'), OUTCOMES.succeeded)
  game.land(id('a'))
  expect(says(game, 'a', CLEAN)).toBe('landed')
})

it.each([
  ['conflict', 'conflict in a.txt'],
  ['red', 'check failed'],
] as const)('tells a %s that was met, also while an agent resolves it', (verdict, words) => {
  const game = begun('a:')
  game.end(id('a'), OUTCOMES.succeeded)
  game.land(id('a'), verdict)
  expect(game.run.counts.waiting).toBe(1)
  expect(says(game, 'a', CLEAN)).toBe(words)
  game.startAll()
  expect(says(game, 'a', CLEAN)).toBe(words)
})

it.each([
  ['conflict', 'conflict in a.txt'],
  ['red', 'check failed'],
] as const)('tells a %s that only a person can put right', (verdict, words) => {
  const game = begun('a:')
  game.end(id('a'), OUTCOMES.succeeded)
  game.land(id('a'), verdict, false)
  expect(game.review()).toEqual(['a'])
  expect(says(game, 'a', CLEAN)).toBe(words)
})

it('is judged by git alone while it waits for an approval', () => {
  const game = begun('a:', { review: true })
  game.end(id('a'), OUTCOMES.succeeded)
  expect(game.review()).toEqual(['a'])
  expect(says(game, 'a', CLEAN)).toBe('merges cleanly')
  expect(says(game, 'a')).toBe('not tried yet')
})
