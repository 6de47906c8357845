import { describe, expect, it } from 'vitest'
import { orbsOf } from '../../../../../src/core/workspace/orbs.ts'
import { PLAYED_NOW, trackerFrom } from '../../../../../test/played/tracker-notation.ts'
import { sectionsOf } from '../sections.ts'
import { stepInTree, treeRows, type TreeRow } from './tree-rows.ts'

const tracker = trackerFrom(`
shop main
  auth
    auth-tests
      auth-ui
    auth-docs
  nav
infra main
  dns
`)
const orbs = orbsOf(tracker, PLAYED_NOW)
const sections = sectionsOf(tracker, orbs)

const rowsOf = (change: { shown?: readonly string[]; folded?: readonly string[] } = {}) =>
  treeRows({
    orbs,
    sections,
    shown: change.shown === undefined ? null : new Set(change.shown),
    folded: new Set(change.folded),
  })

/** One line for each row: its indentation is its level, `+` is folded, `(...)` is only there for what is below. */
const draw = (rows: readonly TreeRow[]): string =>
  rows
    .map((row) => {
      const name = row.is === 'orb' ? row.orb.node.branch : row.section.repository
      const isContext = row.is === 'orb' && row.isContext
      return `${' '.repeat(row.level - 1)}${isContext ? `(${name})` : name}${row.isOpen === false ? ' +' : ''}`
    })
    .join('\n')

describe('the list', () => {
  it('has the trees of the hall, a repository each', () => {
    expect(draw(rowsOf())).toBe(
      'shop\n auth\n  auth-tests\n   auth-ui\n  auth-docs\n nav\ninfra\n dns',
    )
    expect(rowsOf()[2]).toMatchObject({ level: 3, position: 1, siblings: 2, isOpen: true })
  })

  it('leaves out what is folded', () => {
    expect(draw(rowsOf({ folded: ['shop:auth', 'infra:'] }))).toBe('shop\n auth +\n nav\ninfra +')
  })

  it('shows what is found and what that stands on', () => {
    expect(draw(rowsOf({ shown: ['shop:auth-ui'] }))).toBe(
      'shop\n (auth)\n  (auth-tests)\n   auth-ui',
    )
    expect(draw(rowsOf({ shown: [] }))).toBe('')
  })
})

describe('keys in the list', () => {
  const press = (key: string, at: string | null, folded: readonly string[] = []) =>
    stepInTree(rowsOf({ folded }), at, key)

  it('go up and down the rows, to the first and the last', () => {
    expect(press('ArrowDown', 'shop:auth-ui')).toEqual({ to: 'shop:auth-docs' })
    expect(press('ArrowUp', 'shop:auth')).toEqual({ to: 'shop:' })
    expect(press('Home', 'infra:dns')).toEqual({ to: 'shop:' })
    expect(press('End', null)).toEqual({ to: 'infra:dns' })
    expect(press('ArrowDown', 'infra:dns')).toBeNull()
    expect(press('ArrowDown', null)).toEqual({ to: 'shop:' })
  })

  it('unfold and go in to the right, fold and go out to the left', () => {
    expect(press('ArrowRight', 'shop:auth', ['shop:auth'])).toEqual({ unfold: 'shop:auth' })
    expect(press('ArrowRight', 'shop:auth')).toEqual({ to: 'shop:auth-tests' })
    expect(press('ArrowRight', 'shop:nav')).toBeNull()
    expect(press('ArrowLeft', 'shop:auth')).toEqual({ fold: 'shop:auth' })
    expect(press('ArrowLeft', 'shop:auth-docs')).toEqual({ to: 'shop:auth' })
    expect(press('ArrowLeft', 'shop:', ['shop:'])).toBeNull()
  })

  it('leave other keys alone', () => {
    expect(press('x', 'shop:auth')).toBeNull()
  })
})
