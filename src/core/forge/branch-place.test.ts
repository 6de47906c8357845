import { describe, expect, it } from 'vitest'
import { laneName } from '../value/ids.ts'
import {
  commit,
  HEAD,
  openPull,
  playPublished,
  pushed,
  seenPullWith,
  tell,
} from '../../../test/played/published.ts'
import type { SeenPull } from './seen-pull.ts'
import { branchNames, branchPlace, isOurs, laterOwner, openedFacts } from './branch-place.ts'

const LANE = laneName('task-a')
const mark = (run: number, head = HEAD) =>
  `<!-- conductor: run ${run} lane task-a head ${head} -->\n<!-- conductor: end -->`

const placeWith = (game: ReturnType<typeof playPublished>, at: string, seen?: Partial<SeenPull>) =>
  branchPlace(game.run, LANE, {
    heads: new Map(at === '' ? [] : [['task-a', commit(at)]]),
    own: new Set([HEAD]),
    pulls: new Map(seen === undefined ? [] : [['task-a', seenPullWith(seen)]]),
    blocked: new Map(),
  })

describe('a lane that is not pushed yet', () => {
  const game = playPublished('a:')

  it('takes the name of the lane, or another one when that is taken', () => {
    expect(branchNames(game.run, LANE)).toEqual(['task-a', 'task-a-run1', 'task-a-run1-0'])
    expect(placeWith(game, '')).toEqual({ branch: 'task-a', at: null, isForeign: false })
    expect(placeWith(game, '9')).toEqual({ branch: 'task-a-run1', at: null, isForeign: false })
    expect(placeWith(game, '9', { body: 'Of a person.' })?.branch).toBe('task-a-run1')
  })

  it('goes on with the open pull request of an earlier run', () => {
    const at = commit('3')
    expect(placeWith(game, '3', { body: mark(9) })).toEqual({
      branch: 'task-a',
      at,
      isForeign: false,
    })
    expect(placeWith(game, 'b', { body: mark(9) })?.isForeign).toBe(true)
  })
})

it('a mark that was not pushed from here is not trusted, and two taken names leave a third one', () => {
  const { run } = playPublished('a:')
  const theirs = commit('9')
  const place = branchPlace(run, LANE, {
    heads: new Map([
      ['task-a', theirs],
      ['task-a-run1', theirs],
    ]),
    own: new Set(),
    pulls: new Map([['task-a', seenPullWith({ body: mark(1, theirs) })]]),
    blocked: new Map(),
  })
  expect(place).toEqual({ branch: 'task-a-run1-0', at: null, isForeign: false })
})

it('a name that the remote cannot have is passed over, also when it was chosen before', () => {
  const game = playPublished('a:')
  const sight = {
    heads: new Map(),
    own: new Set([HEAD]),
    pulls: new Map(),
    blocked: new Map([['task-a', 'task-a/x']]),
  }
  const free = { branch: 'task-a-run1', at: null, isForeign: false }
  expect(branchPlace(game.run, LANE, sight)).toEqual(free)
  game.record([pushed('task-a')])
  expect(branchPlace(game.run, LANE, sight)).toEqual(free)
})

it('commits on the branch that we never made are those of somebody else', () => {
  const game = playPublished('a:')
  openPull(game, 'task-a')
  expect(branchNames(game.run, LANE)).toEqual(['task-a'])
  expect(placeWith(game, '3')?.isForeign).toBe(false)
  expect(placeWith(game, '')?.isForeign).toBe(false)
  expect(placeWith(game, '9')?.isForeign).toBe(true)
})

it('a pull request is ours by its mark: while it is open, or when this run made it', () => {
  const { run } = playPublished('a:')
  const is = (part: Partial<SeenPull>) => isOurs(run, LANE, seenPullWith(part))
  expect(is({ body: mark(9) })).toBe(true)
  expect(is({ body: mark(9), state: 'merged' })).toBe(false)
  expect(is({ body: mark(1), state: 'merged' })).toBe(true)
  expect(is({ body: 'Of a person.' })).toBe(false)
})

describe('a pull request whose mark names another run', () => {
  const seen = (run: number) => seenPullWith({ body: mark(run), base: 'main', isDraft: true })
  const ownerOf = (run: number, before?: number) => {
    const game = playPublished('a:')
    const pull = openPull(game, 'task-a')
    if (before !== undefined) tell(game, ...openedFacts(game.run, LANE, seen(before)))
    return laterOwner(game.run, game.run.pulls.get(LANE) ?? pull, seen(run))
  }

  it('belongs to a later run', () => {
    expect(ownerOf(9)).toBe('9')
    expect(ownerOf(1)).toBeNull()
  })

  it('is not handed back by the run that it was taken from, also if that has a higher number', () => {
    expect(ownerOf(9, 9)).toBeNull()
    expect(ownerOf(10, 9)).toBe('10')
  })

  it('counts its base and draft state as set by us when it is taken over', () => {
    const { run } = playPublished('a:')
    const set = { type: 'pull-set', lane: LANE, base: 'main', labels: [], isReady: false }
    const opened = { type: 'pull-opened', lane: LANE, number: 7, url: '' }
    expect(openedFacts(run, LANE, seen(9))).toEqual([{ ...opened, tookOverFrom: '9' }, set])
    expect(openedFacts(run, LANE, seen(1))).toEqual([opened, set])
  })
})
