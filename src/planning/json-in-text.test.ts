import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonInText } from './json-in-text.ts'

describe('JSON in the text of a model', () => {
  it.each([
    ['alone', '{"a": 1}'],
    ['in a fence', 'Here it is:\n```json\n{"a": 1}\n```\nGood luck!'],
    ['between words', 'I think {roughly} this: {"a": 1} and "that" is all }'],
    ['after what the program did', '{"step": "reading"}\n{"step": "thinking"}\n{"a": 1}\n'],
    ['after an object that is not complete', '{"b": {"c": 2}\n{"a": 1}'],
    ['after code', 'function f() { return {x} }\n\n{"a": 1}'],
  ])('is found %s', (_where, text) => {
    expect(jsonInText(text)).toEqual({ a: 1 })
  })

  it.each([
    ['words', 'I would rather talk about {something} else.'],
    ['nothing', ''],
    ['a list', '[1, 2]'],
    ['half of an object', '{"a": {"b": [1, 2'],
  ])('is not found in %s', (_what, text) => {
    expect(jsonInText(text)).toBeNull()
  })

  it('is found whatever its strings hold', () => {
    const object = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()))
    fc.assert(
      fc.property(object, fc.boolean(), (fields, isFenced) => {
        const json = JSON.stringify(fields)
        const text = isFenced ? `So:\n\`\`\`\n${json}\n\`\`\`` : `So: ${json}.`
        expect(JSON.stringify(jsonInText(text))).toBe(JSON.stringify(JSON.parse(json)))
      }),
    )
  })

  it('is not looked for without end in a megabyte of braces', () => {
    const began = performance.now()
    expect(jsonInText('{'.repeat(1_000_000))).toBeNull()
    expect(performance.now() - began).toBeLessThan(5000)
  })
})
