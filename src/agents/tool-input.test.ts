import { describe, expect, it } from 'vitest'
import { toolInputOf } from './tool-input.ts'

describe('what a tool would get', () => {
  it('is its command, with all its lines', () => {
    expect(toolInputOf('a b', { command: 'a\nb', description: 'x' }, [])).toEqual({
      as: 'command',
      text: 'a\nb',
    })
    expect(toolInputOf('npm publish', { command: ['npm', 'publish'] }, [])?.text).toBe(
      'npm publish',
    )
  })

  it('is what it would change, as a diff of each file', () => {
    const changes = [
      { file: 'a.ts', before: 'one\n', after: 'two\n' },
      { file: 'b.ts', before: null, after: 'new\n' },
    ]
    expect(toolInputOf('a.ts', { file_path: 'a.ts' }, changes)).toEqual({
      as: 'diff',
      text: '@@ a.ts\n-one\n+two\n@@ b.ts\n+new',
    })
  })

  it('is its fields, if one line does not say all of them', () => {
    expect(toolInputOf('u', { url: 'u' }, [])).toBe(null)
    expect(toolInputOf('', {}, [])).toBe(null)
    expect(toolInputOf('u', { url: 'u', prompt: 'p' }, [])).toEqual({
      as: 'json',
      text: '{\n  "url": "u",\n  "prompt": "p"\n}',
    })
  })

  it('is cut when it is long, and has no secrets', () => {
    const { text } = toolInputOf('', { command: 'x'.repeat(20_000) }, [])!
    expect(text.length).toBeLessThan(8100)
    expect(text).toMatch(/cut\)$/)
    const key = `sk-ant-api03-${'a1B2'.repeat(20)}`
    expect(toolInputOf('', { command: `curl -H 'x-api-key: ${key}'` }, [])!.text).not.toContain(key)
  })
})
