import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const WEB = new URL('../dist/web/', import.meta.url)
const page = readFileSync(new URL('index.html', WEB), 'utf8')

/** The files that the page itself names: the others are loaded when a view is opened. */
const first = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path]) => path!)

describe('the web app', () => {
  it('loads at most 154 kB before it shows the board', () => {
    const bytes = first.map((path) => statSync(new URL(`${path}.gz`, WEB)).size)
    expect(first.length).toBeGreaterThan(1)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(154_000)
  })

  it('loads diff, plan, timeline and the hall only when they are opened', () => {
    const later = readdirSync(new URL('assets/', WEB)).filter((name) => name.endsWith('.js'))
    for (const view of [
      'diff-review',
      'plan-view',
      'timeline',
      'lanes',
      'attention',
      'task-page',
      'orbs',
      'hall',
      'hall-scene',
    ]) {
      expect(later.some((name) => name.startsWith(view))).toBe(true)
      expect(first.some((path) => path.includes(`/${view}`))).toBe(false)
    }
  })

  it('runs and shows nothing that is not a file of its own', () => {
    expect(page).not.toMatch(/<script(?![^>]*\ssrc="\/assets)/)
    expect(page).not.toMatch(/<style|style=|https?:\/\/|\son\w+=/)
  })
})
