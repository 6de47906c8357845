import { expect, it } from 'vitest'
import { parseTemplate, templateText, withTemplate } from './template.ts'

const BUG = `---
description: A bug that a user has reported
agent: claude
check: npm test
needs_human: true
---
# Fix a bug

Write a test first.
`

it('is the prompt, with the other fields above it', () => {
  expect(parseTemplate(BUG)).toEqual({
    description: 'A bug that a user has reported',
    task: {
      agent: 'claude',
      check: 'npm test',
      needs_human: true,
      prompt: '# Fix a bug\n\nWrite a test first.',
    },
  })
  expect(parseTemplate('Only words\n')).toEqual({
    description: null,
    task: { prompt: 'Only words' },
  })
  expect(parseTemplate('---\n---\nWords')?.task).toEqual({ prompt: 'Words' })
  expect(parseTemplate('---\r\nrun: ls\r\n---\r\n')?.task).toEqual({ run: 'ls' })
})

it('is no template when the fields are no mapping', () => {
  expect(parseTemplate('---\n[a\n---\n')).toBeNull()
  expect(parseTemplate('---\n- a\n---\n')).toBeNull()
})

it('is read as it was written, without the id', () => {
  const task = {
    prompt: 'Do it:\n\n---\n\nnow',
    agent: 'codex',
    files: ['a b', 'c'],
    budget_usd: 2,
  }
  expect(parseTemplate(templateText({ ...task, id: 'x' }))?.task).toEqual(task)
  expect(templateText({ prompt: 'Only words' })).toBe('Only words\n')
})

it('is filled in by what a person gives', () => {
  expect(withTemplate({ prompt: 'Fix it.', agent: 'a' }, { prompt: 'Login.', agent: 'b' })).toEqual(
    {
      prompt: 'Fix it.\n\nLogin.',
      agent: 'b',
    },
  )
  expect(withTemplate({ run: 'ls' }, { name: 'List' })).toEqual({ run: 'ls', name: 'List' })
})
