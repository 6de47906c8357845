/** What every forge promises. */
import { expect, it, describe } from 'vitest'
import type { Forge } from '../../src/conduct/forge-ports.ts'
import type { PullToOpen } from '../../src/core/forge/pull-change.ts'
import type { ForgeAnswer } from '../../src/core/forge/forge-problem.ts'
import type { SeenPull } from '../../src/core/forge/seen-pull.ts'

/** A forge, and what people do there. */
export interface ForgeWithPeople extends AsyncDisposable {
  readonly forge: Forge
  /** Adds a commit to a branch of the remote, which begins at main if it is new. */
  push(branch: string, file: string, text: string): Promise<string>
  merge(number: number, method: 'merge' | 'squash' | 'rebase'): Promise<unknown>
  removeBranch(branch: string): Promise<unknown>
  close(number: number): Promise<unknown>
  review(number: number, is: 'approved' | 'changes-requested', text: string): Promise<unknown>
}

/** open: opens a new one each time, with the branches main and dev; the test closes it. */
export function describeForge(name: string, open: () => Promise<ForgeWithPeople>): void {
  describe(`the forge ${name}`, () => {
    it('opens a pull request once, however often it is asked to', async () => {
      await using there = await open()
      const commit = await there.push('api', 'api.txt', 'one\n')
      const first = must(await there.forge.open(API))
      expect(first).toMatchObject({
        ...API,
        state: 'open',
        headCommit: commit,
        mergeCommit: null,
        checks: [],
        review: 'none',
        comments: [],
      })
      const again = must(await there.forge.open({ ...API, title: 'Another', base: 'dev' }))
      expect(again).toMatchObject({ number: first.number, title: API.title, base: 'main' })
      expect(await pullOf(there, 'api')).toMatchObject({ ...API, number: first.number })
    })

    it('opens it once when asked twice at the same time', async () => {
      await using there = await open()
      await there.push('api', 'api.txt', 'one\n')
      const both = await Promise.all([there.forge.open(API), there.forge.open(API)])
      expect(new Set(both.map((each) => must(each).number)).size).toBe(1)
    })

    it('refuses a branch that is not there, and one without work of its own', async () => {
      await using there = await open()
      const missing = await there.forge.open(API)
      const empty = await there.forge.open({ ...API, head: 'dev' })
      for (const answer of [missing, empty])
        expect(answer).toMatchObject({ ok: false, problem: { is: 'refused' } })
      expect(must(await there.forge.pulls(['api', 'dev']))).toEqual([])
    })

    it('shows afterwards what was changed', async () => {
      await using there = await open()
      await there.push('api', 'api.txt', 'one\n')
      const { number } = must(await there.forge.open({ ...API, isDraft: true }))
      expect(must(await there.forge.change(number, { title: 'Better', body: 'Longer.' }))).toEqual(
        [],
      )
      expect(await pullOf(there, 'api')).toMatchObject({
        title: 'Better',
        body: 'Longer.',
        isDraft: true,
      })
      must(await there.forge.change(number, { isDraft: false, base: 'dev', labels: ['ready'] }))
      must(await there.forge.change(number, { isDraft: false, labels: ['api'] }))
      expect(await pullOf(there, 'api')).toMatchObject({
        title: 'Better',
        isDraft: false,
        base: 'dev',
        labels: ['ready', 'api'],
      })
      must(await there.forge.change(number, { isDraft: true }))
      expect(await pullOf(there, 'api')).toMatchObject({ isDraft: true })
    })

    it('says that there is no such pull request', async () => {
      await using there = await open()
      for (const change of [{ title: 'x' }, { isDraft: false }, { labels: ['x'] }])
        expect(await there.forge.change(77, change)).toMatchObject({
          ok: false,
          problem: { is: 'not-found' },
        })
    })

    it('shows where the branch is now', async () => {
      await using there = await open()
      await there.push('api', 'api.txt', 'one\n')
      must(await there.forge.open(API))
      const next = await there.push('api', 'api.txt', 'two\n')
      expect(await pullOf(there, 'api')).toMatchObject({ headCommit: next })
    })

    it.each(['merge', 'squash', 'rebase'] as const)(
      'notices a %s, also when the branch is gone',
      async (method) => {
        await using there = await open()
        await there.push('api', 'api.txt', 'one\n')
        await there.push('api', 'more.txt', 'two\n')
        const { number } = must(await there.forge.open(API))
        await there.push('main', 'other.txt', 'three\n')
        expect(await pullOf(there, 'api')).toMatchObject({ state: 'open' })
        await there.merge(number, method)
        await there.removeBranch('api')
        expect(await pullOf(there, 'api')).toMatchObject({ number, state: 'merged' })
        await there.push('main', 'api.txt', 'four\n')
        expect(await pullOf(there, 'api')).toMatchObject({ number, state: 'merged' })
      },
    )

    it('says whether it conflicts with its base as that is now', async () => {
      await using there = await open()
      await there.push('api', 'README.md', 'ours\n')
      must(await there.forge.open(API))
      const mergeable = async () => (await pullOf(there, 'api')).mergeable
      await expect.poll(mergeable).toBe('yes')
      await there.push('main', 'README.md', 'theirs\n')
      await expect.poll(mergeable).toBe('conflict')
    })

    it('shows the newest pull request of a branch, and opens a new one after a closed one', async () => {
      await using there = await open()
      await there.push('api', 'api.txt', 'one\n')
      const first = must(await there.forge.open(API))
      await there.close(first.number)
      expect(await pullOf(there, 'api')).toMatchObject({ number: first.number, state: 'closed' })
      const second = must(await there.forge.open(API))
      expect(second.number).toBeGreaterThan(first.number)
      expect(await pullOf(there, 'api')).toMatchObject({ number: second.number, state: 'open' })
    })

    it('shows a branch that it was not asked for to nobody, and an unknown one not at all', async () => {
      await using there = await open()
      for (const branch of ['api', 'web']) {
        await there.push(branch, `${branch}.txt`, 'one\n')
        must(await there.forge.open({ ...API, head: branch }))
      }
      const seen = must(await there.forge.pulls(['web', 'unknown', 'web']))
      expect(seen.map(({ head }) => head)).toEqual(['web'])
      expect(must(await there.forge.pulls([]))).toEqual([])
    })

    it('shows what reviewers say, the last word of each', async () => {
      await using there = await open()
      await there.push('api', 'api.txt', 'one\n')
      const { number } = must(await there.forge.open(API))
      await there.review(number, 'changes-requested', 'Please add a test.')
      const asked = await pullOf(there, 'api')
      expect(asked).toMatchObject({
        review: 'changes-requested',
        comments: [
          {
            text: 'Please add a test.',
            isBot: false,
            isByMember: true,
            isApproval: false,
            isSettled: false,
            place: null,
          },
        ],
      })
      await there.review(number, 'approved', 'Thanks.')
      const approved = await pullOf(there, 'api')
      expect(approved).toMatchObject({
        review: 'approved',
        comments: [{ text: asked.comments[0]!.text }, { text: 'Thanks.', isApproval: true }],
      })
      expect(new Set(approved.comments.map(({ id }) => id)).size).toBe(2)
    })

    it('shows which open pull requests go into a branch', async () => {
      await using there = await open()
      for (const branch of ['api', 'web']) await there.push(branch, `${branch}.txt`, 'one\n')
      const { number } = must(await there.forge.open(API))
      const web = must(await there.forge.open({ ...API, head: 'web', base: 'api' }))
      const into = async () => [...must(await there.forge.openInto(['api', 'main', 'web', 'api']))]
      expect(new Map(await into())).toEqual(
        new Map([
          ['api', [web.number]],
          ['main', [number]],
        ]),
      )
      await there.close(web.number)
      expect(await into()).toEqual([['main', [number]]])
      expect(must(await there.forge.openInto([]))).toEqual(new Map())
    })

    it('has an empty end of a log that there is not', async () => {
      await using there = await open()
      expect(must(await there.forge.logEnd('job:4242', 100))).toBe('')
    })
  })
}

const API: PullToOpen = { head: 'api', base: 'main', title: 'API', body: 'An API.', isDraft: false }

async function pullOf({ forge }: ForgeWithPeople, branch: string): Promise<SeenPull> {
  const [found] = must(await forge.pulls([branch]))
  return found!
}

/** The value; a problem fails the test. */
export function must<Value>(answer: ForgeAnswer<Value>): Value {
  if (answer.ok) return answer.value
  throw new Error(`${answer.problem.is}: ${answer.problem.message} (${answer.problem.hint})`)
}
