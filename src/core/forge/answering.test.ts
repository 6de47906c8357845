import { describe, expect, it } from 'vitest'
import { tasksByLane } from '../plan/lanes.ts'
import { laneName, taskId } from '../value/ids.ts'
import {
  commit,
  openPull,
  playPublished,
  seenPullWith,
  tell,
} from '../../../test/played/published.ts'
import type { Game } from '../../../test/played/play.ts'
import { conflictId, isTimeToAnswer, laneToMerge, tasksIn } from './answering.ts'
import type { PullTrouble } from './lane-pull.ts'
import { pullNeeds } from './pull-need.ts'

const FEEDBACK = [{ id: 'one', by: 'ann', kind: 'comment', line: 'x' }] as const
const CHECK = { name: 'build', url: '', log: null, summary: '' }
const CONFLICT: PullTrouble = { is: 'conflict', base: 'main', files: [] }

const needs = (game: Game) => pullNeeds(game.run).map(({ is, task }) => `${task} ${is}`)

const answered = (game: Game, lane: string, id: string): void =>
  tell(game, { type: 'feedback-handed', lane: laneName(lane), task: taskId('a'), ids: [id] })

describe('an agent answers', () => {
  const isTime = (part: Parameters<typeof seenPullWith>[0], game = playPublished('a:')): boolean =>
    isTimeToAnswer(
      game.run,
      openPull(game, 'task-a'),
      seenPullWith(part),
      tasksIn(game.run, laneName('task-a')),
    )

  it('when the checks of what was pushed last are over', () => {
    expect(isTime({})).toBe(true)
    expect(isTime({ checks: [{ ...CHECK, is: 'pending' }] })).toBe(false)
    expect(isTime({ headCommit: commit('b') })).toBe(false)
    expect(isTime({ state: 'merged' })).toBe(false)
  })

  it('not more often than the settings say, and not where no agent has worked', () => {
    expect(isTime({}, playPublished('a:', { publishing: { rounds: 0 } }))).toBe(false)
    const command = { work: { is: 'command', line: 'true' } } as const
    expect(isTime({}, playPublished('a:', { tasks: { a: command } }))).toBe(false)
  })
})

describe('a pull request needs a person', () => {
  it.each([
    ['its checks passed', {}, ['a ready']],
    ['it has no checks', { ci: '' }, ['a ready']],
    ['its checks failed, and no agent is to be told', { ci: 'fail' }, ['a stuck']],
    ['its checks are running', { ci: 'pending' }, []],
    ['the forge shows an older commit', { headCommit: commit('b') }, []],
    ['it is a draft', { isDraft: true }, []],
    ['an agent can answer what was said', { feedback: FEEDBACK, ci: 'fail' }, []],
    ['it is merged', { state: 'merged' }, []],
  ] as const)('or not: %s', (_, sight, expected) => {
    const game = playPublished('a:')
    openPull(game, 'task-a', sight)
    expect(needs(game)).toEqual(expected)
  })

  it('when agents have answered often enough', () => {
    const game = playPublished('a:', { publishing: { rounds: 1 } })
    openPull(game, 'task-a')
    answered(game, 'task-a', 'zero')
    openPull(game, 'task-a', { feedback: FEEDBACK })
    expect(needs(game)).toEqual(['a stuck'])
  })

  it('when its branch cannot be brought up to date', () => {
    const game = playPublished('a:')
    openPull(game, 'task-a')
    tell(game, { type: 'pull-troubled', lane: laneName('task-a'), trouble: CONFLICT })
    expect(needs(game)).toEqual(['a stuck'])
  })
})

describe('a conflict with a base branch that has changed', () => {
  function conflicting(settings: { readonly rounds?: number } = {}): Game {
    const command = { work: { is: 'command', line: 'true' } } as const
    const game = playPublished('a:\nb:', { tasks: { a: command }, publishing: settings })
    for (const lane of ['task-a', 'task-b']) {
      openPull(game, lane)
      tell(game, { type: 'pull-troubled', lane: laneName(lane), trouble: CONFLICT })
    }
    return game
  }
  const merges = ({ run }: Game) =>
    laneToMerge(run, commit('c'), tasksByLane(run.plan.tasks))?.lane ?? null

  it('goes to the first lane whose agent can merge it', () => {
    expect(merges(conflicting())).toBe('task-b')
    expect(merges(conflicting({ rounds: 0 }))).toBe(null)
    expect(merges(playPublished('a:'))).toBe(null)
  })

  it('goes to an agent once', () => {
    const game = conflicting()
    answered(game, 'task-b', conflictId(commit('c')))
    expect(merges(game)).toBe(null)
  })
})
