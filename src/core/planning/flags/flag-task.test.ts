import { describe, expect, it } from 'vitest'
import { withAnswers } from '../apply-answers.ts'
import { flagTask } from './flag-task.ts'
import type { DraftTask, PlanDraft } from '../plan-draft.ts'
import { USUAL_SENSITIVE_AREAS } from './sensitive-areas.ts'

const flags = (text: string, files: readonly string[] = []): readonly string[] =>
  flagTask(text, files, USUAL_SENSITIVE_AREAS).map(({ flag, why }) => `${flag}: ${why}`)

const CLEAR = 'Show the number of open entries in the title of the page.'

describe('ready or not', () => {
  it('a clear requirement has no flag', () => {
    expect(flags(CLEAR)).toEqual([])
    expect(flags('Create calculator')).toEqual([])
    expect(flags('Parse `a?b` and https://example.org/?q=1 as they are.')).toEqual([])
  })

  it('a question, a placeholder or a word alone is not clear', () => {
    expect(flags('Export the list. Which formats do people need?')).toEqual([
      'not_ready: It asks a question: "Which formats do people need?"',
    ])
    expect(flags('Export the list (format TBD)')).toEqual(['not_ready: It says "TBD".'])
    expect(flags('Search')).toEqual(['not_ready: "Search" does not say what is wanted.'])
    expect(flags('Improve performance and fix bugs')[0]).toContain('does not say what is wanted')
    expect(flags('')).toEqual(['not_ready: It says nothing about what is wanted.'])
  })
})

describe('needs design', () => {
  it('is what has to be decided or discussed first', () => {
    expect(flags('Decide which queue the mail service uses')).toEqual([
      'needs_design: Something has to be decided first ("decide").',
    ])
    expect(flags('Rename the options of the public API of the parser')).toEqual([
      'needs_design: It changes what others rely on ("public api").',
    ])
  })
})

describe('sensitive', () => {
  it('is known by words, in any form', () => {
    expect(flags('Let people reset their passwords by mail')).toEqual([
      'sensitive: It touches auth ("password").',
    ])
    expect(flags('Show the invoices, and rotate the API-keys')).toEqual([
      'sensitive: It touches secrets ("api key") and billing ("invoice").',
    ])
    expect(flags('Show the author, and a specific city, on the page')).toEqual([])
  })

  it('is security or performance, among others', () => {
    expect(flags('Lower the latency of the search page')).toEqual([
      'sensitive: It touches performance ("latency").',
    ])
    expect(flags('Close the XSS hole of the search page')).toEqual([
      'sensitive: It touches security ("xss").',
    ])
  })

  it('is known by paths, but not by a path that only contains the area', () => {
    expect(flags(CLEAR, ['.github/workflows/test.yml'])).toEqual([
      'sensitive: It touches ci (.github/workflows/test.yml).',
    ])
    expect(flags(CLEAR, ['db/migrations/**'])).toEqual([
      'sensitive: It touches migrations (db/migrations/**).',
    ])
    expect(flags(CLEAR, ['src/**', 'src', '**/*.ts'])).toEqual([])
  })

  it('is not what a task shall leave alone', () => {
    expect(flags('Restyle the header of the page. Do not touch the login.')).toEqual([])
  })

  it('has the areas that a user has set', () => {
    const areas = { pricing: { words: ['c++ price(s)'], files: ['src/price/**'] } }
    expect(flagTask('Change the c++ price(s) of the shop', [], areas)[0]?.why).toContain('pricing')
    expect(flagTask(CLEAR, ['src/price/list.ts'], areas)[0]?.why).toContain('src/price/list.ts')
    expect(flagTask('Let people log in with a password', [], areas)).toEqual([])
  })
})

describe('a decision that is written into a prompt', () => {
  const OPEN = 'Redesign the login. Should it know passkeys?'

  it('settles what was open, but what is sensitive stays so', () => {
    expect(flags(OPEN)).toHaveLength(3)
    expect(flags(`${OPEN}\n\nDecided: only passkeys`)).toEqual([
      'sensitive: It touches auth ("login").',
    ])
    expect(flags(`${OPEN}\n\nDecided:`)).toHaveLength(3)
  })

  it('comes from the answers of the user, to the task or to all of them', () => {
    const { tasks } = withAnswers({ tasks: [task('a'), task('b')] } as unknown as PlanDraft, [
      { question: 'a: what is decided?', answer: 'only\npasskeys', task: 'a' },
      { question: 'Which database?', answer: 'SQLite' },
    ])
    expect(tasks.map(({ prompt }) => prompt)).toEqual([
      'Do it.\n\nDecided: only passkeys\nFor all: Which database? SQLite',
      'Do it.\n\nFor all: Which database? SQLite',
    ])
    expect(tasks.map((one) => one.flags.map(({ flag }) => flag))).toEqual([
      ['sensitive'],
      ['not_ready', 'sensitive'],
    ])
  })

  const task = (id: string): Partial<DraftTask> => ({
    id,
    prompt: 'Do it.',
    flags: [
      { flag: 'not_ready', why: '' },
      { flag: 'sensitive', why: '' },
    ],
  })
})
