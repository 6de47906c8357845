import { expect, it } from 'vitest'
import { Refused } from '../../../data/api/client.ts'
import { reasonOf, wordsForNothing } from './suggest-words.ts'

it('says why there is nothing to order, else the summary, else a sentence of its own', () => {
  const notice_text = 'Only one workspace - no parallelization needed'
  expect(wordsForNothing({ notice_text, analysis_summary: 'one' })).toBe(notice_text)
  expect(wordsForNothing({ notice_text: null, analysis_summary: 'all merged' })).toBe('all merged')
  for (const nothing of [null, { notice_text: null, analysis_summary: '' }])
    expect(wordsForNothing(nothing)).toBe('No parallelization suggestions available.')
})

it('an error has the message of the server, else a general one', () => {
  const refused = (status: number, message: string, hint: string | null = null) =>
    reasonOf(new Refused(status, { error: 'x', message, hint }))
  expect(refused(400, 'the trees cannot be used', 'see the log')).toEqual({
    message: 'the trees cannot be used',
    hint: 'see the log',
  })
  expect(refused(500, '').message).toBe('Failed to get suggestions')
  expect(reasonOf(new SyntaxError('no JSON')).message).toBe('Failed to get suggestions')
  expect(refused(0, 'the server does not answer', 'is it running?')).toEqual({
    message: 'Check internet connection',
    hint: 'the server does not answer: is it running?',
  })
})
