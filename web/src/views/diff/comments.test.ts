import { describe, expect, it } from 'vitest'
import { placeOf, sayComments, withComment, type Comment } from './comments.ts'

const comment = (path: string, line: number, words: string): Comment => ({
  path,
  line,
  side: 'new',
  quoted: '  return 1',
  words,
})

describe('comments on a diff', () => {
  it('are told in the order of the files, after what is said about the whole', () => {
    const comments = [
      comment('b.ts', 2, 'Why?'),
      comment('a.ts', 9, 'Name it.'),
      comment('a.ts', 3, 'No.'),
    ].reduce(withComment, new Map() as ReadonlyMap<string, Comment>)
    expect(sayComments(comments, ' Nearly. ')).toBe(
      [
        'Nearly.',
        'a.ts, line 3: `return 1`\nNo.',
        'a.ts, line 9: `return 1`\nName it.',
        'b.ts, line 2: `return 1`\nWhy?',
      ].join('\n\n'),
    )
  })

  it('go when nothing is left of them', () => {
    const one = withComment(new Map(), comment('a.ts', 1, 'Hm'))
    expect(one.has(placeOf(comment('a.ts', 1, '')))).toBe(true)
    expect(withComment(one, comment('a.ts', 1, ' ')).size).toBe(0)
  })

  it('on a line that went say so', () => {
    const old = { ...comment('a.ts', 4, 'Keep it.'), side: 'old' as const }
    expect(sayComments(withComment(new Map(), old), '')).toContain('line 4 (as it was before)')
  })
})
