import { describe, expect, it } from 'vitest'
import type { ParallelizationStrategy } from '../../../../../src/core/ordering/suggestion.ts'
import { orbsOf } from '../../../../../src/core/workspace/orbs.ts'
import { PLAYED_NOW, trackerFrom } from '../../../../../test/played/tracker-notation.ts'
import { graphOf, isOtherGraph, problemsOf } from './asked-graph.ts'
import { movedTo } from './edit-phases.ts'
import { nameIn, namedOrbs } from './named-orbs.ts'
import { phaseColour, phasesByOrb, type Ordering } from './orderings.ts'
import { treesToSend, wantedTrees } from './wanted-trees.ts'

const SHOP = `
shop main
  #1 auth pass 7m
    #2 auth-tests fail 2h
  #4 nav working pending
  ghost-branch ghost
`

/** `auth nav / auth-tests`: two phases of workspaces of the shop. */
function ordering(phases: string): Ordering {
  const groups = phases.split(' / ').map((group) => group.split(' ').map((name) => `shop/${name}`))
  return {
    key: 'offline 1',
    isEdited: false,
    strategy: {
      strategy_id: 'max_parallel',
      phases: groups.map((workspace_ids, i) => ({
        phase_number: i + 1,
        workspace_ids,
        description: '',
        can_start_immediately: i === 0,
      })),
      estimated_total_phases: groups.length,
    } as unknown as ParallelizationStrategy,
  }
}

const draw = ({ strategy }: Ordering): string =>
  strategy.phases
    .map(({ workspace_ids }) => workspace_ids.map((id) => id.replace('shop/', '')).join(' '))
    .join(' / ')

const treesOf = (text: string) => wantedTrees(trackerFrom(text))

describe('the phases of orbs', () => {
  it('are by orb, and leave out workspaces that are not there', () => {
    const named = namedOrbs(orbsOf(trackerFrom(SHOP), PLAYED_NOW))
    expect(named.size).toBe(3)
    expect([...phasesByOrb(ordering('auth gone / nav'), named)]).toEqual([
      ['shop:auth', 1],
      ['shop:nav', 2],
    ])
  })

  it('have six colours, and then the same again', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 13].map(phaseColour)).toEqual([1, 2, 3, 4, 5, 6, 1, 1])
  })
})

describe('editing phases', () => {
  it('moves a workspace to another phase, to a new last one, and drops what is left empty', () => {
    const moved = movedTo(ordering('auth nav / auth-tests'), 'shop/nav', 2)
    expect(draw(moved)).toBe('auth / auth-tests nav')
    expect(moved.isEdited).toBe(true)
    expect(draw(movedTo(moved, 'shop/nav', 3))).toBe('auth / auth-tests / nav')
    const fewer = movedTo(ordering('auth / auth-tests / nav'), 'shop/nav', 1)
    expect(draw(fewer)).toBe('auth nav / auth-tests')
    expect(fewer.strategy).toMatchObject({
      estimated_total_phases: 2,
      phases: [
        { phase_number: 1, can_start_immediately: true },
        { phase_number: 2, can_start_immediately: false },
      ],
    })
  })

  it('is checked by the rules of every ordering', () => {
    const asked = graphOf(treesOf(SHOP))
    const check = (phases: string, atOnce: number | null = null) =>
      problemsOf(asked, ordering(phases).strategy.phases, atOnce)
    expect(check('auth nav / auth-tests')).toEqual([])
    expect(check('auth nav auth-tests')).toEqual([
      'shop:auth-tests is not after shop:auth, which it waits for',
    ])
    expect(check('auth nav / auth-tests', 1)).toEqual([
      'phase 1 has 2 workspaces; at most 1 is allowed',
    ])
  })
})

describe('a suggestion is stale', () => {
  const asked = graphOf(treesOf(SHOP))
  const isStale = (text: string): boolean => isOtherGraph(asked, treesOf(text))

  it('when a workspace came, went, moved, or its CI changed', () => {
    expect(isStale(`${SHOP}  new\n`)).toBe(true)
    expect(isStale(SHOP.replace('  #4 nav working pending\n', ''))).toBe(true)
    expect(isStale(SHOP.replace('    #2', '  #2'))).toBe(true)
    expect(isStale(SHOP.replace('fail', 'pass'))).toBe(true)
  })

  it('but not when only time has passed or an agent says something', () => {
    expect(isStale(SHOP)).toBe(false)
    expect(isStale(SHOP.replace('7m', '9m').replace('pending', 'pending says hello'))).toBe(false)
  })
})

describe('the names of workspaces', () => {
  const named = namedOrbs(
    orbsOf(
      trackerFrom(`
shop main
  feature-auth
  sven/api
  cart
  fix-nav
    bugfix-nav
infra main
  cart`),
      PLAYED_NOW,
    ),
  )

  it('are their branches, with the repository where two are the same', () => {
    expect(nameIn(named, 'shop/sven/api')).toBe('sven/api')
    expect(nameIn(named, 'shop/cart')).toBe('shop:cart')
    expect(nameIn(named, 'infra/cart')).toBe('infra:cart')
    expect(nameIn(named, 'gone')).toBe('gone')
  })

  it('are short without folders and usual beginnings, unless two would be called the same', () => {
    expect([...named.values()].map(({ shortName }) => shortName)).toEqual([
      'auth',
      'api',
      'shop:cart',
      'fix-nav',
      'bugfix-nav',
      'infra:cart',
    ])
  })
})

it('a request has only what an ordering depends on', () => {
  const { shop } = treesOf(SHOP)
  expect(shop).toMatchObject({
    branch: 'main',
    children: [{ branch: 'auth', pr_number: 1 }, {}, {}],
  })
  expect(Object.keys(shop!)).not.toContain('commits_from_parent')
  expect(Object.keys(shop!)).not.toContain('worktree_path')
})

it('a request leaves out trees that the server would refuse as too large', () => {
  const few = treesOf(SHOP)
  expect(treesToSend(few)).toEqual({ trees: few })
  const many = Array.from({ length: 9000 }, (_, i) => `  #${i} a-branch-with-a-long-name-${i} pass`)
  expect(treesToSend(treesOf(`shop main\n${many.join('\n')}`))).toEqual({})
})
