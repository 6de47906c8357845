import { describe, expect, it } from 'vitest'
import type { ParallelizationResponse } from '../core/ordering/suggestion.ts'
import { suggestionCache, type CacheFile } from './suggestion-cache.ts'

const answer = (tree_hash: string): ParallelizationResponse => ({
  strategies: [],
  analysis_summary: '',
  dependency_insights: [],
  tree_hash,
  left_out: [],
  prediction_basis: '',
  times: { agents: 1, usual_seconds: 1, is_measured: false, known: {} },
  source: 'claude',
  notice: null,
  notice_text: null,
  created_at: '',
  is_cached: false,
  cost_usd: 0.01,
})

function memoryFile(text: string | null = null): CacheFile & { text: string | null } {
  return {
    text,
    read() {
      return this.text
    },
    write(next) {
      this.text = next
    },
  }
}

describe('the cache of suggestions', () => {
  it('gives an answer until its time is over, and deletes it then', () => {
    let now = 0
    const cache = suggestionCache(() => now)
    cache.set('a', answer('a'), 300)
    now = 299_999
    expect(cache.get('a')).toEqual(answer('a'))
    now = 300_000
    expect(cache.get('a')).toBeNull()
    expect(cache.size).toBe(0)
  })

  it('deletes what is over also when something else is asked for', () => {
    let now = 0
    const cache = suggestionCache(() => now)
    cache.set('a', answer('a'), 1)
    cache.set('b', answer('b'), 10)
    now = 5000
    expect(cache.get('b')).not.toBeNull()
    expect(cache.size).toBe(1)
  })

  it('keeps nothing when its time is 0, and no more than the newest 100', () => {
    const cache = suggestionCache(() => 0)
    cache.set('never', answer('never'), 0)
    for (let i = 0; i < 150; i++) cache.set(`${i}`, answer(`${i}`), 300)
    expect([cache.size, cache.get('never'), cache.get('0')]).toEqual([100, null, null])
    expect(cache.get('149')).not.toBeNull()
  })

  it('survives a restart in its file, without what is over', () => {
    let now = 0
    const file = memoryFile()
    const before = suggestionCache(() => now, file)
    before.set('old', answer('old'), 10)
    before.set('new', answer('new'), 300)
    now = 20_000
    const after = suggestionCache(() => now, file)
    expect([after.get('old'), after.get('new')]).toEqual([null, answer('new')])
    expect(JSON.parse(file.text!)).toEqual({
      entries: [{ tree_hash: 'new', suggestions: answer('new'), created_at: 0, ttl_seconds: 300 }],
    })
  })

  it.each([
    '',
    '{',
    '[]',
    '{"entries": 5}',
    '{"entries": [null, {"tree_hash": 1}, {"tree_hash": "a"}]}',
  ])('is empty when its file is %j', (text) => {
    expect(suggestionCache(() => 0, memoryFile(text)).size).toBe(0)
  })

  it('works on when its file cannot be written', () => {
    const full: CacheFile = {
      read: () => null,
      write() {
        throw new Error('ENOSPC')
      },
    }
    const cache = suggestionCache(() => 0, full)
    cache.set('a', answer('a'), 300)
    expect(cache.get('a')).toEqual(answer('a'))
  })
})
