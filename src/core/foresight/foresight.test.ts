import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absorbOutcomes, filesOfTasks, foreseeTask } from './foresee-task.ts'
import { Foresight } from './foresight.ts'
import type { FileChange, PastCommit } from './index/past-commit.ts'
import { standingOf } from './learn/standing.ts'

const PARTS = ['router', 'store', 'parser', 'cache']

const anyChange: fc.Arbitrary<FileChange> = fc.record({
  kind: fc.constantFrom('A', 'M', 'D'),
  path: fc
    .tuple(fc.constantFrom('src', 'lib', 'docs'), fc.constantFrom(...PARTS))
    .map(([folder, part]) => `${folder}/${part}.ts`),
  before: fc.constantFrom('1', '2', ''),
  after: fc.constantFrom('1', '2', ''),
})

const anyCommit: fc.Arbitrary<PastCommit> = fc.record({
  id: fc.nat().map((number) => number.toString(16).padStart(40, '0')),
  subject: fc
    .array(fc.constantFrom(...PARTS, 'fix', 'add:', 'parseStore', 'src/cache.ts'), { maxLength: 5 })
    .map((words) => words.join(' ')),
  body: fc.string({ maxLength: 40 }),
  changes: fc.uniqueArray(anyChange, { maxLength: 4, selector: ({ path }) => path }),
})

const anyHistory = fc.array(anyCommit, { maxLength: 25 })

function walked(history: readonly PastCommit[], foresight = new Foresight()): Foresight {
  for (const commit of history) {
    const lesson = foresight.lessonOf(commit)
    if (lesson !== null) foresight.learn(lesson)
    foresight.index.absorb(commit)
    for (const { kind, path } of commit.changes)
      if (kind !== 'D') foresight.index.setContent(path, `${commit.subject} ${path}`)
  }
  return foresight
}

const asked = { subject: 'router: parseStore reads the cache', body: 'see `store`' }
const answer = (foresight: Foresight) =>
  foresight.foresee(asked).files.map(({ path, p }) => [path, p])

describe('any history', () => {
  it('answers many tasks like each alone, and those that ask the same with one list', () => {
    const subjects = ['Add parser 1 to store', 'Add parser 2 to store', 'Fix the cache']
    const declared = [[], ['src/store.ts'], ['lib/**']]
    const tasks = subjects.flatMap((subject) =>
      declared.map((files) => ({ id: 'any', subject, body: 'see `router`', files })),
    )
    fc.assert(
      fc.property(anyHistory, (history) => {
        const foresight = walked(history)
        const all = filesOfTasks(foresight, tasks)
        const alone = tasks.map((task) => foreseeTask(foresight, task))
        expect(all).toEqual(alone.map((files) => files.map(({ path, p }) => ({ path, p }))))
        expect(all.slice(0, 3).map((list) => all.lastIndexOf(list))).toEqual([3, 4, 5])
        expect(new Set(all).size).toBe(6)
      }),
      { numRuns: 20 },
    )
  })

  it('gives probabilities between 0 and 1, for files that exist, the likeliest first', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const foresight = walked(history)
        const { files } = foresight.foresee(asked)
        files.forEach(({ path, p }, at) => {
          expect(p).toBeGreaterThanOrEqual(0)
          expect(p).toBeLessThanOrEqual(1)
          expect(p).toBeLessThanOrEqual(files[at - 1]?.p ?? 1)
          expect(foresight.index.files.livingFile(path)).toBeGreaterThanOrEqual(0)
        })
      }),
      { numRuns: 40 },
    )
  })

  it('gives the same answer again, and after it was saved', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const foresight = walked(history)
        const first = answer(foresight)
        expect(answer(foresight)).toEqual(first)
        expect(answer(walked(history))).toEqual(first)
        expect(answer(new Foresight(structuredClone(foresight.save())))).toEqual(first)
      }),
      { numRuns: 40 },
    )
  })

  it('gives the same answer when it was saved in the middle', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(25), (history, cut) => {
        const half = new Foresight(structuredClone(walked(history.slice(0, cut)).save()))
        expect(answer(walked(history.slice(cut), half))).toEqual(answer(walked(history)))
      }),
      { numRuns: 40 },
    )
  })

  it('foretells nothing that depends on later commits', () => {
    fc.assert(
      fc.property(anyHistory, anyHistory, (history, later) => {
        const before: unknown[] = []
        const after: unknown[] = []
        const foretell = (foresight: Foresight, told: unknown[], all: readonly PastCommit[]) =>
          all.forEach((commit) => {
            told.push(answer(foresight))
            walked([commit], foresight)
          })
        foretell(new Foresight(), before, history)
        foretell(new Foresight(), after, [...history, ...later])
        expect(after.slice(0, before.length)).toEqual(before)
      }),
      { numRuns: 15 },
    )
  })
})

const commit = (number: number, part: string): PastCommit => ({
  id: String(number).padStart(40, '0'),
  subject: `${part}: number ${number}`,
  body: '',
  changes: [
    {
      kind: number < PARTS.length ? 'A' : 'M',
      path: `src/${part}.ts`,
      before: '',
      after: `${number}`,
    },
  ],
})

const parts = Array.from({ length: 60 }, (_, at) => commit(at, PARTS[at % PARTS.length]!))

it('foresees the file of similar commits, and says why', () => {
  const foresight = walked(parts)
  const [first] = foreseeTask(foresight, {
    id: 'a',
    subject: 'router: another',
    body: '',
    files: [],
  })
  expect(first?.path).toBe('src/router.ts')
  expect(first?.p).toBeGreaterThan(0.5)
  expect(first?.evidence.map(({ is }) => is)).toEqual(
    expect.arrayContaining(['similar-commits', 'words-in-path', 'scope']),
  )
  expect(standingOf(foresight.lessons).recall10).toBe(1)
})

it('shows words as the task writes them', () => {
  const task = { id: 'a', subject: 'Caches are cleared', body: '', files: [] }
  const cache = foreseeTask(walked(parts), task).find(({ path }) => path === 'src/cache.ts')
  expect(cache?.evidence).toContainEqual({ is: 'words-in-path', words: ['caches'] })
})

it('believes a task that declares a file', () => {
  const task = {
    id: 'a',
    subject: 'make it better',
    body: '',
    files: ['src/cache.ts', 'src/none.ts'],
  }
  const [first, ...rest] = foreseeTask(walked(parts), task)
  expect(first?.path).toBe('src/cache.ts')
  expect(first?.evidence[0]).toEqual({ is: 'declared' })
  expect(first?.p).toBeGreaterThanOrEqual(0.9)
  expect(rest.map(({ path }) => path)).not.toContain('src/none.ts')
})

it('learns from work that is no commit yet, once', () => {
  const outcome = { subject: 'quux works', body: '', files: ['src/store.ts'], commits: ['c0ffee'] }
  const foresight = walked(parts)
  const place = () => foresight.foresee({ subject: 'quux fails', body: '' }).files[0]?.path
  absorbOutcomes(foresight, [outcome, outcome, outcome])
  expect(place()).toBe('src/store.ts')
  const size = foresight.index.messages.size
  absorbOutcomes(foresight, [outcome])
  expect(foresight.index.messages.size).toBe(size)
})

it('says little when nothing is known', () => {
  expect(new Foresight().foresee(asked).files).toEqual([])
  expect(standingOf([])).toEqual({ commits: 0, recall10: 0, collisionAuc: 0.5 })
})
