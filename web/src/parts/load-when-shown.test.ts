import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { loadAhead, patiently } from './load-when-shown.ts'

describe('a part of the page', () => {
  it.each([
    'Failed to fetch dynamically imported module: http://localhost/lanes.js',
    'error loading dynamically imported module',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/lanes.css',
  ])('is fetched again until the server answers (%s)', async (words) => {
    const waits: number[] = []
    const load = async (): Promise<string> => {
      if (waits.length < 7) throw new TypeError(words)
      return 'lanes'
    }
    expect(await patiently(load, async (wait) => void waits.push(wait))).toBe('lanes')
    expect(waits).toEqual([300, 600, 1200, 2400, 4800, 5000, 5000])
  })

  it('that is broken is not fetched again', async () => {
    const load = (): Promise<string> => Promise.reject(new Error('lanes is not defined'))
    await expect(patiently(load)).rejects.toThrow('lanes is not defined')
  })
})

it('a part that was loaded ahead is there at once, and is fetched again if that failed', async () => {
  const Part = (): string => 'lanes'
  let tries = 0
  const load = async (): Promise<{ default: typeof Part }> => {
    if (tries++ === 0) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: Part }
  }
  const { part, ahead } = loadAhead(load)
  ahead()
  await Promise.resolve()
  ahead()
  await new Promise((resolve) => setTimeout(resolve))
  expect(renderToString(createElement(part))).toBe('lanes')
  expect(tries).toBe(2)
})
