import { describe, expect, it } from 'vitest'
import { orbsOf, type Orb } from '../../../../src/core/workspace/orbs.ts'
import { PLAYED_NOW, trackerFrom } from '../../../../test/played/tracker-notation.ts'
import { shownBy, type OrbFilter } from './filter-orbs.ts'
import { justStopped, keepOrbs } from './keep-orbs.ts'
import { sayAge, sayAgent, sayOrb } from './orb-words.ts'
import { sectionsOf } from './sections.ts'
import { waitsOf } from './waits.ts'
import { stepFrom, type Way } from './walk-orbs.ts'

const SHOP = `
shop main
  #1 auth pass 7m
    #2 auth-tests fail 2h
      auth-ui stuck 9m says Which colour?
    #3 auth-docs ghost pass
  #4 nav working pending 10s says Running the tests
infra develop
  #9 dns pass 20m blocked by the network team
  #10 mail pass 30m
`

const tracker = trackerFrom(SHOP)
const orbs = orbsOf(tracker, PLAYED_NOW)
const orbOn = (branch: string): Orb => orbs.find(({ node }) => node.branch === branch)!
const branches = (some: readonly Orb[]): string => some.map(({ node }) => node.branch).join(' ')

describe('the sections of the hall', () => {
  it('say for each repository its default branch, how many there are, and how many need someone', () => {
    expect(sectionsOf(tracker, orbs)).toEqual([
      { repository: 'shop', defaultBranch: 'main', count: 5, needYou: 2 },
      { repository: 'infra', defaultBranch: 'develop', count: 2, needYou: 0 },
    ])
  })
})

describe('search and filters', () => {
  const found = (filter: Partial<OrbFilter>): string | null => {
    const shown = shownBy(orbs, { words: '', showing: '', repository: '', ...filter })
    return shown && branches(orbs.filter(({ id }) => shown.has(id)))
  }

  it('show all without any', () => {
    expect(found({})).toBeNull()
    expect(found({ words: '  ' })).toBeNull()
  })

  it('find by branch, number, repository, state, what the agent says, and what blocks', () => {
    expect(found({ words: 'auth' })).toBe('auth auth-tests auth-ui auth-docs')
    expect(found({ words: '#10' })).toBe('mail')
    expect(found({ words: 'infra ci passing' })).toBe('dns mail')
    expect(found({ words: 'colour' })).toBe('auth-ui')
    expect(found({ words: 'network team' })).toBe('dns')
    expect(found({ words: 'nothing like it' })).toBe('')
  })

  it('combine with a state, who needs someone, what can merge, and a repository', () => {
    expect(found({ showing: 'needs-someone' })).toBe('auth-tests auth-ui')
    expect(found({ showing: 'can-merge' })).toBe('auth mail')
    expect(found({ showing: 'can-merge', repository: 'infra' })).toBe('mail')
    expect(found({ showing: 'working', words: 'tests' })).toBe('nav')
  })
})

describe('arrows in the hall', () => {
  const walk = (from: string | null, way: Way): string | null =>
    stepFrom(orbs, from, way)?.node.branch ?? null

  it('lead up to what is stacked on an orb, down to what it is stacked on, and to its neighbours', () => {
    expect(walk('shop:auth', 'up')).toBe('auth-tests')
    expect(walk('shop:auth-tests', 'down')).toBe('auth')
    expect(walk('shop:auth-tests', 'right')).toBe('auth-docs')
    expect(walk('shop:auth-docs', 'left')).toBe('auth-tests')
  })

  it('go on in the next repository, and end at the edges', () => {
    expect(walk('shop:nav', 'right')).toBe('dns')
    expect(walk('infra:mail', 'right')).toBeNull()
    expect(walk('shop:auth', 'down')).toBeNull()
    expect(walk('shop:nav', 'up')).toBeNull()
  })

  it('begin at the first one, also when the selected one is gone', () => {
    expect(walk(null, 'left')).toBe('auth')
    expect(walk('shop:gone', 'up')).toBe('auth')
    expect(stepFrom([], null, 'up')).toBeNull()
  })
})

describe('new data', () => {
  it('leaves every orb the same object about which nothing has changed', () => {
    const more = orbsOf(
      trackerFrom(SHOP.replace('mail pass', 'mail fail').concat('  new\n')),
      PLAYED_NOW,
    )
    const kept = keepOrbs(orbs, more)
    expect(kept.filter((orb) => orbs.includes(orb)).map(({ id }) => id)).toEqual(
      orbs.filter(({ id }) => id !== 'infra:mail').map(({ id }) => id),
    )
    expect(keepOrbs(orbs, orbsOf(trackerFrom(SHOP), PLAYED_NOW))).toBe(orbs)
  })

  it('tells whose agent has just stopped, and not of what is gone or has just come', () => {
    const after = orbsOf(trackerFrom(SHOP.replace('working pending', 'pending')), PLAYED_NOW)
    expect(justStopped(orbs, after)).toEqual(['shop:nav'])
    expect(justStopped(orbs, [])).toEqual([])
    expect(justStopped([], after)).toEqual([])
  })
})

describe('an orb in words', () => {
  it('says what it is, how it stands, how many wait, and what the agent says', () => {
    expect(sayOrb(orbOn('auth'), PLAYED_NOW)).toBe(
      '#1 auth, shop, CI passing, holds up 3 workspaces, active 7m ago',
    )
    expect(sayOrb(orbOn('auth-docs'), PLAYED_NOW)).toContain('pull request without a workspace')
    expect(sayOrb(orbOn('nav'), PLAYED_NOW)).toBe(
      '#4 nav, shop, agent working, CI pending, active just now, Running the tests',
    )
    expect(sayAge(orbOn('auth-docs'), PLAYED_NOW)).toBeNull()
  })

  it('says how its agent stands, and no word of it twice', () => {
    const ui = orbOn('auth-ui')
    const saying = (says: string) => sayAgent({ ...ui, node: { ...ui.node, says } })
    expect(['Which colour?', 'stuck: decision needed: Which colour?', ''].map(saying)).toEqual([
      'stuck: Which colour?',
      'stuck: decision needed: Which colour?',
      'stuck',
    ])
  })

  it('says what it waits for and what waits for it, in other repositories, too', () => {
    const [auth, mail] = [orbOn('auth'), orbOn('mail')]
    const ui: Orb = {
      ...orbOn('auth-ui'),
      node: { ...orbOn('auth-ui').node, depends_on: [mail.id, 'x:y'] },
    }
    const all = orbs.map((orb) => (orb.id === ui.id ? ui : orb))
    expect(branches(waitsOf(all, ui).waitsFor)).toBe('auth-tests mail')
    expect(waitsOf(all, ui).elsewhere).toEqual(['x:y'])
    expect(branches(waitsOf(all, mail).waitForIt)).toBe('auth-ui')
    expect(branches(waitsOf(all, auth).waitForIt)).toBe('auth-tests auth-docs')
  })

  it('no longer waits for what is merged', () => {
    const merged = orbsOf(trackerFrom('shop main\n  done merged\n    next pass'), 0)
    expect(waitsOf(merged, merged[1]!).waitsFor).toEqual([])
  })
})
