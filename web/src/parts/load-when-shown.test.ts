import { describe, expect, it } from 'vitest'
import { patiently } from './load-when-shown.ts'

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
