import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordsOf } from './words.ts'

describe('words', () => {
  it('are the parts of identifiers, in lower case and without endings', () => {
    const words = ['pars', 'plan', 'file', 'http', 'server', 'snak', 'case', 'kebab', 'case']
    expect(wordsOf('parsePlanFile HTTPServer snake_case kebab-case')).toEqual(words)
  })

  it('are the same for one word in several forms', () => {
    for (const forms of [
      ['cache', 'caches', 'cached', 'caching'],
      ['stop', 'stops', 'stopped', 'stopping'],
      ['query', 'queries'],
      ['class', 'classes'],
      ['validate', 'validation', 'validated'],
    ])
      expect(new Set(forms.flatMap((form) => wordsOf(form))).size).toBe(1)
  })

  it('leave out numbers, single letters and words that say nothing', () => {
    expect(wordsOf('the 12 of a 2024 x')).toEqual([])
  })

  it('of other languages stay whole', () => {
    expect(wordsOf('Übersicht ändern')).toEqual(['übersicht', 'ändern'])
  })

  it('of plain letters are the same whether or not other letters stand beside them', () => {
    const character = fc.constantFrom(...'aabceinostXYZHT019_-. $\n'.split(''))
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 40 }), (text) => {
        expect(wordsOf(`${text} größe`)).toEqual([...wordsOf(text), 'größ'])
      }),
    )
  })

  it('can be made of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const word of wordsOf(text)) expect(word.length).toBeGreaterThan(0)
      }),
    )
  })
})
