/** conductor plan --interactive, typed in a real terminal: the conversation before anything is planned or started. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PlanDocument } from '../../src/app/planning/plan-document.ts'
import { BIN, repository, type Folder } from '../conductor.ts'
import { hasPty, inTerminal } from '../in-terminal.ts'
import { ANALYSIS, PLAN } from '../planning/any-plan.ts'
import { startAnsweringModel } from '../scripted/answering-model.ts'

const UNCLEAR = `# Shop

- [ ] Search page. Should it know synonyms?
- [ ] Redesign the checkout
- [ ] Print invoices as PDF
`

const typeIn = (place: Folder, words: string, environment: Readonly<Record<string, string>> = {}) =>
  inTerminal(`cd '${place.path}'; "${process.execPath}" "${BIN}" ${words}; echo "exit $?"`, {
    HOME: place.path,
    NO_COLOR: '1',
    ANTHROPIC_API_KEY: '',
    ...environment,
  })

const [ENTER, CTRL_C, CTRL_D] = ['\r', '\u0003', '\u0004']

const fileIn = (place: Folder, file: string): string => readFileSync(join(place.path, file), 'utf8')

describe.skipIf(!hasPty)('conductor plan --interactive', () => {
  it('says what is ready, asks what is open, and puts the answers into the tasks', async () => {
    await using place = repository({ 'spec.md': UNCLEAR })
    await using terminal = typeIn(place, 'plan spec.md --offline --interactive')
    await terminal.sees('Ready: Print invoices as PDF')
    await terminal.sees('Independent: Redesign the checkout; Print invoices as PDF')
    await terminal.sees('Needs a design first: Redesign the checkout')
    await terminal.sees('What is decided about "Search page"?')
    await terminal.sees('It asks a question: "Should it know synonyms?"')
    await terminal.sees('> ')
    terminal.press(`Yes, from a list.${ENTER}`)
    await terminal.sees('What is decided about "Redesign the checkout"?')
    await terminal.sees('> ')
    expect(existsSync(join(place.path, 'tasks.yaml'))).toBe(false)
    terminal.press(ENTER)
    await terminal.sees('Shop: simple, 3 tasks, planned offline')
    await terminal.sees('exit 0')
    expect(fileIn(place, 'tasks.yaml')).toContain('Decided: Yes, from a list.')
    const { flags, ready_at_once, batches } = JSON.parse(
      fileIn(place, '.conductor/plan.json'),
    ) as PlanDocument
    expect(ready_at_once).toEqual(['redesign-checkout', 'print-invoices-pdf'])
    expect(batches).toMatchObject([
      { can_parallel: true, task_ids: ready_at_once, depends_on: [] },
      { can_parallel: false, task_ids: ['search-page'], depends_on: [1] },
    ])
    const open = flags.filter(({ flag }) => flag !== 'sensitive')
    expect(open.map(({ task, flag }) => `${task} ${flag}`)).toEqual([
      'redesign-checkout needs_design',
    ])
  })

  it('is interrupted by Ctrl-C, and writes nothing', async () => {
    await using place = repository({ 'spec.md': UNCLEAR })
    await using terminal = typeIn(place, 'plan spec.md --offline --interactive')
    await terminal.sees('> ')
    terminal.press(`half an ans${CTRL_C}`)
    await terminal.sees('planning was interrupted')
    await terminal.sees('exit 130')
    expect(existsSync(join(place.path, 'tasks.yaml'))).toBe(false)
  })

  it('asks what a model wants to know, takes the number of an option, and counts what that cost', async () => {
    const questions = [
      {
        about: 'scope',
        question: 'Which database?',
        why: 'It decides the schema.',
        options: ['SQLite', 'Postgres'],
      },
      { about: 'design', question: 'One page or many?', why: '', options: [] },
      { about: 'ready', question: 'Which colours?', why: '', options: [] },
    ]
    const asked = {
      ready: ['todos'],
      independent: [],
      needs_design: [],
      sensitive: ['login'],
      questions,
    }
    await using model = await startAnsweringModel(
      { answer: asked },
      { answer: ANALYSIS },
      { answer: PLAN },
    )
    await using place = repository({ 'spec.md': UNCLEAR })
    await using terminal = typeIn(place, 'plan spec.md --interactive', {
      ANTHROPIC_API_KEY: 'sk-ant-test',
      ANTHROPIC_BASE_URL: model.url,
    })
    await terminal.sees('the Anthropic API looks for what is not clear')
    await terminal.sees('Sensitive: login')
    await terminal.sees('2 Postgres')
    await terminal.sees('> ')
    terminal.press(`2${ENTER}`)
    await terminal.sees('One page or many?')
    await terminal.sees('> ')
    terminal.press(CTRL_D)
    await terminal.sees('exit 0')
    const planning = JSON.stringify(model.asked[2]!.body.messages)
    expect(planning).toContain(String.raw`Question: Which database?\nAnswer: Postgres`)
    expect(planning).not.toContain('One page or many?')
    expect(terminal.output()).not.toContain('Which colours?')
    expect(JSON.parse(fileIn(place, '.conductor/plan.json'))).toMatchObject({
      spent: { tokens: 375 },
    })
  })

  it('asks offline, and says why, when the model cannot be asked', async () => {
    await using model = await startAnsweringModel({ status: 401 })
    await using place = repository({ 'spec.md': UNCLEAR })
    await using terminal = typeIn(place, 'plan spec.md --interactive', {
      ANTHROPIC_API_KEY: 'sk-ant-test',
      ANTHROPIC_BASE_URL: model.url,
    })
    await terminal.sees('the questions are made offline: the Anthropic API answers 401')
    await terminal.sees('> ')
    terminal.press(CTRL_D)
    await terminal.sees('exit 0')
    expect(fileIn(place, '.conductor/plan.json')).toContain('"backend": "offline"')
  })
})
