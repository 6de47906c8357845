import { expect, it } from 'vitest'
import type { ReasonOf } from '../core/planning/flags/flags-in.ts'
import { planOverview } from '../core/planning/plan-overview.ts'
import { USUAL_SENSITIVE_AREAS } from '../core/planning/flags/sensitive-areas.ts'
import { planFrom, SETTINGS } from '../../test/played/play.ts'
import { sayOverview } from './say-overview.ts'

type Changes = Parameters<typeof planFrom>[1]

const overview = (notation: string, tasks: Changes = {}, reasonOf: ReasonOf = () => null) =>
  planOverview(
    planFrom(notation, tasks),
    { ...SETTINGS, maxWorktrees: null },
    {
      limits: { most: 6, usdPerHour: null },
      sensitiveAreas: USUAL_SENSITIVE_AREAS,
      reasonOf,
    },
  )

const estimate = (seconds: number) => ({ seconds, from: 'file' as const })

it('rounds long times, lists equal ones once, and promises no seconds of hours', () => {
  const said = sayOverview(
    overview('a:\nb:\nc:\nd:\ne:', {
      a: { estimate: estimate(10_800) },
      b: { estimate: estimate(10_790) },
      c: { estimate: estimate(718) },
    }),
  )
  expect(said).toContain('12m  c')
  expect(said).toMatch(/Time +6h 14m with 1 agent, 3h \d+m with 2 agents, 3h with 3 agents\n/)
  expect(said).not.toMatch(/\d[hm] \d+s/)
})

it('says where an estimate is from that differs from the file', () => {
  const said = sayOverview(
    overview('a:\nb:', {
      a: { estimate: { seconds: 1020, from: 'file', given: 1800 } },
      b: { estimate: { seconds: 1800, from: 'file', given: 1800 } },
    }),
  )
  expect(said).toContain(
    'Estimates        a: 17m, corrected by what tasks took here; the plan says 30m\n',
  )
  expect(said).not.toContain('b: 30m')
})

it('names each path once, and tells what a task names from what is foreseen', () => {
  const said = sayOverview(
    overview('a:\nb:', {
      a: {
        files: ['src/auth', 'src/auth/**', 'web/cart.jsx'],
        foreseen: [
          { path: 'src/auth/login.js', p: 0.76 },
          { path: 'web/cart.jsx', p: 0.7 },
          { path: 'src/cart.js', p: 0.5 },
        ],
      },
    }),
  )
  expect(said).toContain('a: src/auth/**, web/cart.jsx; likely also src/cart.js (50 %)')
})

it('names the files on which a pair may really meet', () => {
  const changes = {
    foreseen: ['cart', 'auth'].map((name) => ({
      path: `src/${name}.js`,
      p: name === 'cart' ? 0.9 : 0.1,
    })),
  }
  const said = sayOverview(overview('a:\nb:', { a: changes, b: changes }))
  expect(said).toMatch(/Kept apart +a and b \(about 80 % likely\): src\/cart\.js\n/)
})

it('lists pairs that are worth a warning, and those that only work in the same folder in one line', () => {
  const near = (name: string) => ({ foreseen: [{ path: `src/${name}.js`, p: 0.6 }] })
  const said = sayOverview(overview('a:\nb:\nc:', { a: near('a'), b: near('b'), c: near('c') }))
  expect(said).not.toContain('May collide')
  expect(said).toMatch(
    /Near each other +a and b, a and c, b and c: in the same folder, but probably in different files/,
  )
})

it('a flag of the task file has the reason that the quoted requirements give', () => {
  const text =
    'Refund.\n\nThe requirements say:\n> Refund the invoice after a login\n> Should we mail?'
  const { flags } = overview('a:\nb:', {
    a: { work: { is: 'prompt', text }, flags: ['sensitive', 'needs_design'] },
    b: { work: { is: 'prompt', text: 'Rename the option' }, flags: ['needs_design'] },
  })
  expect(flags.map(({ task, flag, why }) => `${task} ${flag} ${why}`)).toEqual([
    'a sensitive It touches auth ("login") and billing ("invoice").',
    'a needs_design It has an open question ("should we").',
    'b needs_design The task file says so.',
  ])
})

it('a planner that gave its reason is quoted', () => {
  const text = 'Rename the option.\n\nThe requirements say:\n> Should we?'
  const task = { work: { is: 'prompt', text } as const, flags: ['needs_design'] as const }
  const { flags } = overview('a:', { a: task }, () => 'Two names are possible.')
  expect(flags).toMatchObject([{ flag: 'needs_design', why: 'Two names are possible.' }])
  const decided = { ...task, work: { ...task.work, text: `${text}\nDecided: --name` } }
  expect(overview('a:', { a: decided }).flags).toEqual([])
})

it('a task that a planner added has no flags because of what others do, and no answer is a question', () => {
  const text = 'Define the data (redesign, search).\nThis is one part of: Shop.'
  const answered = 'Write the search.\n\nFor all: Should it work offline? No'
  const { flags } = overview('a:\nb:', {
    a: { name: 'Data model', work: { is: 'prompt', text } },
    b: { name: 'Write the search', work: { is: 'prompt', text: answered } },
  })
  expect(flags).toEqual([])
})
