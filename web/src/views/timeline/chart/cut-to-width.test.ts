import { expect, it } from 'vitest'
import { cutToWidth } from './cut-to-width.ts'

const inLetters = (text: string): number => Array.from(text).length

it('leaves a text that fits, and ends a cut one with an ellipsis', () => {
  expect(cutToWidth('Search in orders', 16, inLetters)).toBe('Search in orders')
  expect(cutToWidth('Search in orders', 15, inLetters)).toBe('Search in orde…')
})

it('cuts neither before a space nor within a letter', () => {
  expect(cutToWidth('Search in orders', 8, inLetters)).toBe('Search…')
  expect(cutToWidth('🚀🚀🚀 launch', 3, inLetters)).toBe('🚀🚀…')
})

it('shows nothing where only one letter would be left', () => {
  expect(cutToWidth('Search', 2, inLetters)).toBe('')
  expect(cutToWidth('Search', 0, inLetters)).toBe('')
})
