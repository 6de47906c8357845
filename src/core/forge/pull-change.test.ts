import { expect, it } from 'vitest'
import { laneName } from '../value/ids.ts'
import { openPull, playPublished, seenPullWith, tell } from '../../../test/played/published.ts'
import { pullChange, pullToOpen, type PullChange } from './pull-change.ts'
import type { PullRequestSettings } from './lane-pull.ts'
import type { SeenPull } from './seen-pull.ts'
import { wantedPulls } from './wanted-pulls.ts'

const settings = { labels: ['conductor'], reviewers: ['ann', 'acme/web'] }

function changeOf(
  seen: Partial<SeenPull>,
  { publishing = settings, isAsked = false, isReady = true, isSet = false } = {},
): PullChange {
  const { game, pull } = opened(publishing)
  if (isAsked)
    tell(game, { type: 'review-asked', lane: laneName('task-a'), reviewers: ['ann'], notes: [] })
  if (isSet)
    tell(game, {
      type: 'pull-set',
      lane: laneName('task-a'),
      base: 'main',
      labels: ['conductor'],
      isReady: true,
    })
  const all = wantedPulls(game.run)
  const wanted = { ...all[0]!, isReady }
  const { body } = pullToOpen(game.run, wanted, pull, all)
  const now = seenPullWith({ body, ...seen })
  return pullChange(game.run, { wanted, pull: game.run.pulls.get(wanted.lane)!, seen: now }, all)
}

function opened(publishing: Partial<PullRequestSettings>) {
  const game = playPublished('a:', { publishing })
  return { game, pull: openPull(game, 'task-a') }
}

const DONE = { labels: ['conductor'], reviewers: ['ann', 'acme/web'] }

it('a pull request as it should be needs no change', () => {
  expect(changeOf(DONE)).toEqual({})
})

it('the base, the state, missing labels and our part of the text are put right, and nothing else', () => {
  expect(
    changeOf({ ...DONE, base: 'task-z', isDraft: true, labels: ['bug'], title: 'Mine' }),
  ).toEqual({ base: 'main', isDraft: false, labels: ['conductor'] })
  expect(changeOf({ ...DONE, body: 'Mine.' }).body).toMatch(/^Mine\.\n\n<!-- conductor: run 1 /)
})

it('what a person has changed stays as it is', () => {
  const changed = { labels: [], base: 'release', isDraft: true, reviewers: DONE.reviewers }
  expect(changeOf(changed, { isSet: true })).toEqual({})
})

it('a pull request becomes no draft again', () => {
  expect(changeOf(DONE, { isReady: false })).toEqual({})
})

it('people are asked for a review once, when there is something to review', () => {
  const seen = { labels: ['conductor'] }
  expect(changeOf(seen)).toEqual({ reviewers: ['ann', 'acme/web'] })
  expect(changeOf({ ...seen, reviewers: ['ann'] })).toEqual({ reviewers: ['acme/web'] })
  expect(changeOf(seen, { isAsked: true })).toEqual({})
  expect(changeOf(seen, { isReady: false })).toEqual({})
  expect(changeOf({ ...seen, review: 'changes-requested' })).toEqual({})
})
