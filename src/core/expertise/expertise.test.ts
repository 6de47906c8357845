import * as fc from 'fast-check'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { inAnyGame } from '../../../test/played/any-game.ts'
import { Game, OUTCOMES, planFrom, playGame, type Script } from '../../../test/played/play.ts'
import { howMany } from '../../../test/thorough.ts'
import type { Failure, Outcome } from '../run/failure.ts'
import { laneName, runId, taskId } from '../value/ids.ts'
import { makeTask, type PartOfTask } from '../plan/plan.ts'
import { decideFile } from './decide-file.ts'
import { domainOf } from './domain.ts'
import { MAX_LINES } from './expert-commands.ts'
import { expertFiles } from './expert-files.ts'
import { experiencesOf, type Experience } from './experience.ts'
import { confidenceOf, expertiseFrom, MOST, type Expertise } from './expertise.ts'

/** The documents are read by YAML 1.1 and 1.2, have our limits, and every text in them is one line without controls. */
function expectSound(all: readonly Expertise[]): void {
  for (const expertise of all) {
    expect(expertise.domain).toMatch(/^[a-z0-9_-]{1,50}$/)
    expect(expertise.confidence).toBeGreaterThan(0)
    expect(expertise.confidence).toBeLessThan(1)
    const { landed: _, failed: __, files, ...rest } = expertise
    const [text = '', ...commands] = expertFiles(expertise).map((file) => file.text)
    const document = { ...rest, files: files.map(({ path }) => path) }
    expect(parse(text)).toEqual(document)
    expect(load(text)).toEqual(document)
    for (const [key, most] of Object.entries(MOST))
      expect(expertise[key as keyof typeof MOST].length).toBeLessThanOrEqual(most)
    for (const one of [text, ...commands])
      expect(one.split('\n').length).toBeLessThanOrEqual(MAX_LINES)
    expect(text).not.toMatch(/[^\n\x20-\x7e\xa0-\uffff]/)
  }
}

const learn = ({ run, events }: Game): readonly Expertise[] =>
  expertiseFrom(experiencesOf(run, events))

const lessons = (script: Script, change?: (game: Game) => void): readonly string[] => {
  const game = playGame('a:', { isolation: 'worktree', ...script })
  change?.(game)
  return learn(game).flatMap(({ learnings }) => learnings.map(({ lesson }) => lesson))
}

describe('expertise', () => {
  it('counts each task of any run that landed or failed once, and is a sound document', () => {
    inAnyGame({
      over(game) {
        const all = learn(game)
        expectSound(all)
        const landed = all.reduce((sum, one) => sum + one.landed, 0)
        const failed = all.reduce((sum, one) => sum + one.failed, 0)
        expect(landed).toBe(game.run.counts.landed)
        expect(failed).toBeLessThanOrEqual(game.run.counts.failed)
      },
    })
  })

  it('is a sound document whatever people, models and file names say', () => {
    const anyText = fc.oneof(
      fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 300 }),
      fc.constantFrom(
        'a\r\nb: [',
        '- "x',
        '\u2028\u0085\ufeff\x1b[31m',
        '# no',
        '---\n...',
        '\ud800',
      ),
    )
    const anyExperience: fc.Arbitrary<Experience> = fc.record({
      run: fc.constantFrom(runId(1), runId(2)),
      task: fc.constant(taskId('a')),
      domain: fc.constantFrom('api', 'general'),
      landed: fc.boolean(),
      at: fc.integer({ min: 0, max: 4e12 }),
      files: fc.array(
        fc.record({ path: anyText, is: fc.constantFrom('added', 'deleted', 'changed') }),
        { maxLength: 15 },
      ),
      checks: fc.array(fc.record({ command: anyText, passed: fc.boolean() }), { maxLength: 8 }),
      lessons: fc.constant([]),
    })
    const property = fc.property(
      fc.array(anyExperience, { maxLength: 6 }),
      anyText,
      (experiences, said) => {
        expectSound(expertiseFrom(experiences))
        const asks = { 0: { ask: 'guide', task: taskId('a'), text: said } } as const
        const script = { tasks: { a: { name: said, work: { is: 'prompt', text: said } } }, asks }
        expectSound(learn(playGame('a:', { ...script, outcomes: { a: ['try again'] } } as Script)))
      },
    )
    fc.assert(property, { numRuns: howMany(40, 500) })
  })

  it('has a confidence of 0.5 while nothing is known, and never 0 or 1', () => {
    expect([confidenceOf(0, 0), confidenceOf(11, 0), confidenceOf(0, 8)]).toEqual([0.5, 0.92, 0.1])
  })

  it('keeps the last five lessons, and the files that were not deleted', () => {
    const of = (at: number, is: 'changed' | 'deleted'): Experience => ({
      run: runId(1),
      task: taskId(`t${at}`),
      domain: 'api',
      landed: true,
      at,
      files: [
        { path: 'old.ts', is },
        { path: 'new.ts', is: 'changed' },
      ],
      checks: [{ command: 'npm test', passed: at !== 1 }],
      lessons: [{ type: 'success', lesson: `lesson ${at}`, at }],
    })
    const all = [of(6, 'deleted'), ...[1, 2, 3, 4, 5].map((at) => of(at, 'changed'))]
    const [{ learnings, files, techniques }] = expertiseFrom(all) as [Expertise]
    expect(learnings.map(({ lesson }) => lesson)).toEqual([2, 3, 4, 5, 6].map((n) => `lesson ${n}`))
    expect(files).toEqual([{ path: 'new.ts', tasks: 6 }])
    expect(techniques).toEqual([
      { name: 'Check before landing; it passed 5 of 6 times', steps: ['npm test'] },
    ])
  })
})

describe('a lesson', () => {
  const PROMPT = { a: { work: { is: 'prompt', text: 'do it' } } } as const

  it('comes from a failed attempt, a conflict, guidance and a review before the landing', () => {
    expect(lessons({})).toEqual([])
    expect(lessons({ outcomes: { a: ['try again'] } })).toEqual([
      '"a" landed after a failed attempt: exit code 75 (asked for a retry later); its last line: "last words"',
    ])
    expect(lessons({ tasks: PROMPT, landings: { a: ['conflict'] } })).toEqual([
      '"a" landed after a merge conflict in "a.txt"',
    ])
    const guide = {
      ask: 'guide',
      task: taskId('a'),
      text: 'Use "jose".\nTOKEN=ghp_' + 'x'.repeat(36),
    } as const
    expect(lessons({ tasks: PROMPT, asks: { 1: guide } })).toEqual([
      expect.stringMatching(/^"a" landed with this guidance: "Use 'jose'\. TOKEN=\*+"$/),
    ])
    const back = { ask: 'reject', task: taskId('a'), why: 'No tests.' } as const
    const approve = { ask: 'approve', task: taskId('a') } as const
    const reviewed = { tasks: PROMPT, review: true, asks: { 100: back, 300: approve } }
    expect(lessons(reviewed, landRest)).toEqual([
      '"a" landed after a reviewer sent it back: "No tests."',
    ])
  })

  it('comes from a comment on a pull request that the task had to answer', () => {
    const lane = laneName('a')
    const line = { id: 'c1', by: 'ann', kind: 'comment', line: 'Name it.' } as const
    const sight = { feedback: [line, { ...line, id: 'k1', kind: 'check', line: 'red' }] }
    const comment = (game: Game): void =>
      void game.events.push(
        { ...game.events.at(-1)!, type: 'pull-seen', lane, sight, isNews: true } as never,
        {
          ...game.events.at(-1)!,
          type: 'feedback-handed',
          lane,
          task: 'a',
          ids: ['k1', 'c1'],
        } as never,
      )
    expect(lessons({}, comment)).toEqual(['"a" landed and answers a comment: "Name it."'])
  })

  it('is no blame for the machine, and names no folder of it', () => {
    expect(lessons({ outcomes: { a: ['failed'] } })).toEqual([
      '"a" failed: exit code 1; its last line: "last words"',
    ])
    const failed = (failure: Failure): readonly Expertise[] => {
      const game = new Game(planFrom('a:'), {})
      game.startAll()
      game.end(taskId('a'), { ...OUTCOMES.failed, failure } as Outcome)
      expect(game.run.counts.failed).toBe(1)
      return learn(game)
    }
    expect(failed({ is: 'not-logged-in', agent: 'claude', reason: 'no key' })).toEqual([])
    const [{ learnings }] = failed({ is: 'setup', code: 2, log: '/home/ann/x.log' }) as [Expertise]
    expect(learnings[0]!.lesson).toBe(
      '"a" failed: the setup of its worktree ended with exit code 2; its last line: "last words"',
    )
  })

  const landRest = (game: Game): void => {
    for (const task of game.landing()) game.land(task)
  }
})

describe('the domain of a task', () => {
  const domain = (task: PartOfTask, ...changed: readonly string[]): string =>
    domainOf(makeTask({ id: taskId('t'), work: { is: 'command', line: 'true' }, ...task }), changed)

  it('is what the plan says, as the name of a folder', () => {
    expect(domain({ domain: 'Back end/../x' }, 'a.css')).toBe('back-end-x')
    expect(domain({ domain: '../..', name: 'Draw the page' })).toBe('frontend')
  })

  it('is found from words, which count 1, and from kinds of files, which count 2', () => {
    expect(domain({ name: 'Do it' })).toBe('general')
    expect(domain({ name: 'Add an endpoint to the api' })).toBe('api')
    expect(domain({ name: 'An api' }, 'db/1.sql')).toBe('database')
    expect(domain({ name: 'api', files: ['src/style.css'] })).toBe('frontend')
    expect(domain({ files: ['src/style.css'] }, 'src/api/a.ts', 'src/api/a.test.ts')).toBe('api')
    expect(domain({}, 'test/a.test.ts')).toBe('testing')
    expect(domain({ work: { is: 'prompt', text: 'Check the password on login' } })).toBe('security')
    expect(domain({}, '.github/workflows/a.yml')).toBe('deployment')
  })
})

describe('a file that is there already', () => {
  const [yaml, question] = expertFiles(expertOf(2))

  it('is replaced only if we wrote it, and not if it is newer', () => {
    const [newer] = expertFiles(expertOf(3))
    const found = (text: string) => ({ is: 'ours', text }) as const
    expect(decideFile(yaml!, { is: 'nothing' })).toEqual({ is: 'create' })
    expect(decideFile(yaml!, found(yaml!.text))).toEqual({ is: 'unchanged' })
    expect(decideFile(newer!, found(yaml!.text))).toEqual({ is: 'update' })
    expect(decideFile(yaml!, found(newer!.text))).toMatchObject({
      is: 'keep',
      why: expect.stringContaining('is version 3 of 1970-01-01, and this store has only version 2'),
    })
    const later = yaml!.text.replace('1970-01-01', '1970-01-02')
    expect(decideFile(yaml!, found(later)).is).toBe('keep')
    expect(decideFile(yaml!, { is: 'changed' }).is).toBe('keep')
    expect(decideFile(question!, found('an older text')).is).toBe('update')
  })

  function expertOf(tasks: number): Expertise {
    const one = {
      run: runId(1),
      domain: 'api',
      landed: true,
      at: 0,
      files: [],
      checks: [],
      lessons: [],
    }
    const some = Array.from({ length: tasks }, (_, at) => ({ ...one, task: taskId(`t${at}`) }))
    return expertiseFrom(some)[0]!
  }
})
