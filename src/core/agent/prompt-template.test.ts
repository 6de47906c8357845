import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DEFAULT_PROMPT } from './default-prompt.ts'
import {
  fillTemplate,
  PLACEHOLDERS,
  templateProblems,
  type PromptParts,
} from './prompt-template.ts'

const NOTHING = Object.fromEntries(PLACEHOLDERS.map((name) => [name, ''])) as PromptParts

const fill = (template: string, parts: Partial<PromptParts>): string =>
  fillTemplate(template, { ...NOTHING, ...parts })

describe('a template', () => {
  it('is filled in wherever a placeholder stands', () => {
    const template = '{{title}} ({{id}})\n{{task}}, {{task}}'
    expect(fill(template, { id: 'a', title: 'Log in', task: 'do it' })).toBe(
      'Log in (a)\ndo it, do it',
    )
  })

  it('says nothing of what there is nothing to say about, not even a heading', () => {
    const template = '{{task}}\n{{#files}}\n## Files\n\n{{files}}\n\n{{/files}}\nend'
    expect(fill(template, { task: 'do it' })).toBe('do it\nend')
    expect(fill(template, { task: 'do it', files: '- a.ts' })).toBe(
      'do it\n## Files\n\n- a.ts\n\nend',
    )
  })

  it('does not look at what it was filled with', () => {
    const text = 'write {{title}}\n{{#files}}\n$& $1 {{nonsense}}'
    expect(fill('{{task}}', { task: text, title: 'x' })).toBe(text)
  })

  it('may have the line ends of Windows', () => {
    expect(fill('{{#files}}\r\n{{files}}\r\n{{/files}}\r\n{{task}}', { task: 'x' })).toBe('x')
  })
})

describe('a template that is wrong', () => {
  it.each([
    ['names something unknown', '{{task}}\n{{tasks}}', '2 {{tasks}} is no placeholder'],
    ['has an unknown section', '{{#isue}}\n{{/isue}}\n{{task}}', '1 {{isue}} is no placeholder'],
    ['has half a placeholder', '{{task}}\n{{task}', '2 "{{" begins no placeholder here'],
    ['has a section within a line', '{{task}} {{#files}}', '1 "{{" begins no placeholder here'],
    [
      'does not end a section',
      '{{task}}\n{{#files}}\nx',
      '2 {{#files}} is never ended by {{/files}}',
    ],
    ['ends what has not begun', '{{task}}\n{{/files}}', '2 {{/files}} ends what has not begun'],
    [
      'has a section in another',
      '{{task}}\n{{#files}}\n{{#issue}}\n{{/issue}}',
      '3 {{#issue}} begins inside {{#files}}, which has not ended',
    ],
    ['does not say what to do', '{{#task}}\nhello\n{{/task}}', '1 {{task}} is missing'],
  ])('%s: that is told, with the line', (_, template, problem) => {
    const [first] = templateProblems(template)
    expect(`${first?.line} ${first?.message}`).toContain(problem)
  })

  it('is told what was probably meant', () => {
    expect(templateProblems('{{task}}\n{{titel}}')[0]?.hint).toBe('did you mean {{title}}?')
  })
})

describe('the template that is used when there is no other', () => {
  it('is config/prompt.md, word for word', () => {
    expect(DEFAULT_PROMPT).toBe(readFileSync('config/prompt.md', 'utf8'))
  })

  it('has no problems, and a place for everything', () => {
    expect(templateProblems(DEFAULT_PROMPT)).toEqual([])
    const unsaid = PLACEHOLDERS.filter((name) => !DEFAULT_PROMPT.includes(`{{${name}}}`))
    expect(unsaid).toEqual(['id'])
  })
})
