import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const WEB = new URL('../dist/web/', import.meta.url)
const page = readFileSync(new URL('index.html', WEB), 'utf8')

/** The files that the page itself names: the others are loaded when a view is opened. */
const first = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path]) => path!)

describe('the web app', () => {
  it('loads at most 150 kB before it shows the board', () => {
    const bytes = first.map((path) => statSync(new URL(`${path}.gz`, WEB)).size)
    expect(first.length).toBeGreaterThan(1)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(150_000)
  })

  it('loads diff, plan, timeline and the hall only when they are opened', () => {
    const scripts = readdirSync(new URL('assets/', WEB)).filter((name) => name.endsWith('.js'))
    // Other files may have the name of a view, too: `lanes` is also a part of the core.
    const later = scripts.flatMap((name) =>
      [
        ...readFileSync(new URL(`assets/${name}`, WEB), 'utf8').matchAll(
          /import\([`'"]\.\/([\w-]+\.js)/g,
        ),
      ].map(([, script]) => script!),
    )
    for (const view of [
      'diff-review',
      'plan-view',
      'timeline',
      'lanes',
      'pulls',
      'attention',
      'task-page',
      'orbs',
      'hall',
      'hall-scene',
    ]) {
      const own = later.filter((name) => new RegExp(`^${view}-[\\w-]{8}\\.js$`).test(name))
      expect([view, own.length > 0]).toEqual([view, true])
      expect(first.filter((path) => own.some((name) => path.endsWith(`/${name}`)))).toEqual([])
    }
  })

  it('loads three as one file of at most 140 kB, when the orbs are shown in 3D', () => {
    const later = readdirSync(new URL('assets/', WEB)).filter((name) => name.endsWith('.js'))
    const withThree = later.filter((name) =>
      readFileSync(new URL(`assets/${name}`, WEB), 'utf8').includes('WebGLRenderer'),
    )
    expect(withThree).toEqual([expect.stringMatching(/^hall-scene-/)])
    expect(statSync(new URL(`assets/${withThree[0]}.gz`, WEB)).size).toBeLessThanOrEqual(140_000)
    expect(first.some((path) => path.includes('/hall'))).toBe(false)
  })

  it('runs and shows nothing that is not a file of its own', () => {
    expect(page).not.toMatch(/<script(?![^>]*\ssrc="\/assets)/)
    expect(page).not.toMatch(/<style|style=|https?:\/\/|\son\w+=/)
  })
})
