import { expect, it } from 'vitest'
import { openPull, playPublished } from '../../../test/played/published.ts'
import { isAbout, webhookNews } from './webhook-news.ts'

const about = (payload: object) =>
  webhookNews({ repository: { full_name: 'acme/shop' }, ...payload })

it('finds pull requests and branches in every kind of webhook', () => {
  expect(about({ pull_request: { number: 4 } })).toMatchObject({ numbers: [4], branches: [] })
  expect(about({ issue: { number: 5 }, comment: {} })).toMatchObject({ numbers: [5] })
  expect(
    about({ check_run: { pull_requests: [{ number: 6 }], check_suite: { head_branch: 'a' } } }),
  ).toEqual({ repository: 'acme/shop', numbers: [6], branches: ['a'] })
  expect(about({ check_suite: { head_branch: 'b' } })).toMatchObject({ branches: ['b'] })
  expect(about({ branches: [{ name: 'c' }, {}] })).toMatchObject({ branches: ['c'] })
  expect(about({ ref: 'refs/heads/main' })).toMatchObject({ branches: ['main'] })
})

it.each([null, 7, 'x', [], {}, { zen: 'Keep it.' }, { pull_request: { number: '4' } }])(
  'is about nothing: %j',
  (payload) => {
    expect(webhookNews(payload)).toBeNull()
    expect(about(payload as object)).toBeNull()
  },
)

it('is about a run by the number or branch of a pull request, or by the base branch', () => {
  const game = playPublished('a:')
  openPull(game, 'task-a')
  const is = (payload: object) => isAbout(game.run, about(payload)!)
  expect(is({ pull_request: { number: 7 } })).toBe(true)
  expect(is({ ref: 'refs/heads/task-a' })).toBe(true)
  expect(is({ ref: 'refs/heads/main' })).toBe(true)
  expect(is({ pull_request: { number: 8 } })).toBe(false)
  expect(is({ ref: 'refs/heads/other' })).toBe(false)
})
