import { expect, it } from 'vitest'
import { PLAYED_NOW, trackerFrom } from '../../../test/played/tracker-notation.ts'
import { orbsOf } from './orbs.ts'
import { saySummary, summaryOf } from './summary.ts'

const summaryFrom = (text: string) => summaryOf(orbsOf(trackerFrom(text), PLAYED_NOW))

it('counts what can merge, what is stuck, failing and working, and names what holds up the most', () => {
  const summary = summaryFrom(`
shop main
  #1 auth pass 7m
    #2 auth-tests fail 2h
      auth-ui stuck 9m
    #3 auth-docs ghost pass
  #4 nav working pending
infra develop
  #9 dns pass 20m blocked by the network team
  #10 mail pass 30m
`)
  expect(summary).toMatchObject({ canMerge: 2, stuck: 1, failing: 1, working: 1 })
  expect(summary.holdsUp).toMatchObject({ id: 'shop:auth', waiting: 3 })
  expect(saySummary(summary)).toBe('2 can merge now, 1 stuck, 1 failing, 1 working, #1 holds up 3')
})

it('names nothing that holds up others when no branch is stacked, or what is below is merged', () => {
  expect(summaryFrom('shop main').holdsUp).toBeNull()
  expect(summaryFrom('shop main\n  done merged\n    next pass').holdsUp).toBeNull()
})

it('counts declared dependencies as waiting, over other branches and repositories, until they are merged', () => {
  const text = `
shop main
  search pass after:lib:one
    search-ui
  done merged
  next pass after:shop:done
lib main
  base
    one pass
`
  const orbs = orbsOf(trackerFrom(text), PLAYED_NOW)
  const of = (id: string) => orbs.find((orb) => orb.id === id)!
  expect(of('lib:one')).toMatchObject({ waiting: 2 })
  expect(of('lib:base')).toMatchObject({ waiting: 3 })
  expect(of('shop:search').after).toEqual(['lib:one'])
  expect(of('shop:next').after).toEqual([])
  expect(summaryOf(orbs).holdsUp!.id).toBe('lib:base')
})

it('does not count for ever when dependencies lead back', () => {
  const orbs = orbsOf(trackerFrom('shop main\n  a after:shop:b\n  b after:shop:a'), PLAYED_NOW)
  expect(orbs.map(({ waiting }) => waiting)).toEqual([1, 1])
})
