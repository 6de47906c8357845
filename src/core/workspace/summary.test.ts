import { expect, it } from 'vitest'
import { PLAYED_NOW, trackerFrom } from '../../../test/played/tracker-notation.ts'
import { paint } from '../../report-text/paint.ts'
import { sayWorkspaces } from '../../report-text/say-workspaces.ts'
import { insightsOf } from '../ordering/bottlenecks.ts'
import { workspaceGraph } from '../ordering/workspace-graph.ts'
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
  expect(saySummary(summary)).toBe(
    '2 can merge now, 1 stuck, 1 CI failing, 1 working, #1 holds up 3',
  )
})

it('names the same one of several that hold up as many, however they are listed', () => {
  const orbs = orbsOf(
    trackerFrom('shop main\n  search pass\n    a pass\n  post pass\n    b pass'),
    PLAYED_NOW,
  )
  const named = [orbs, orbs.toReversed()].map((some) => summaryOf(some).holdsUp?.id)
  expect(named).toEqual(['shop:post', 'shop:post'])
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
  expect(orbs.map(({ waiting }) => waiting)).toEqual([0, 1])
})

it('the list of workspaces, the page and suggestions count the same: what is merged neither waits nor holds up', () => {
  const { trees, ...rest } = trackerFrom(`
shop main
  auth
    auth-done merged
      auth-ui
    auth-tests
      auth-more
  done merged
    next after:lib:core
lib main
  core
    cli after:shop:auth
`)
  const orbs = orbsOf({ trees, ...rest }, PLAYED_NOW)
  const graph = workspaceGraph(trees)
  const inGraph = new Map(graph.items.map(({ place }, i) => [place, graph.waiting[i]!]))
  expect(orbs.map(({ id, waiting }) => [id, waiting])).toEqual(
    orbs.map(({ id }) => [id, inGraph.get(id) ?? 0]),
  )
  expect(saySummary(summaryOf(orbs))).toBe('auth holds up 3')
  expect(insightsOf(graph)[0]).toBe('auth is blocking 3 downstream workspaces')
  const text = sayWorkspaces({ trees, ...rest }, PLAYED_NOW, paint(false))
  expect(text.split('\n')[0]).toBe('auth holds up 3')
})
