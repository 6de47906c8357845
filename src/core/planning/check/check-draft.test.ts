import { describe, expect, it } from 'vitest'
import { checkDraft, type DraftContext } from './check-draft.ts'
import type { PlanDraft } from '../plan-draft.ts'
import { USUAL_SENSITIVE_AREAS } from '../flags/sensitive-areas.ts'

const CONTEXT: DraftContext = {
  requirements: 'A todo app',
  madeBy: { backend: 'api', model: 'm' },
  analysis: null,
  sensitiveAreas: USUAL_SENSITIVE_AREAS,
  canAskAgain: true,
}

const task = (id: unknown, more: object = {}): object => ({
  id,
  name: `Do ${String(id)}`,
  prompt: `Write the part called ${String(id)} with its tests.`,
  ...more,
})

const check = (answer: unknown, context: Partial<DraftContext> = {}) =>
  checkDraft(answer, { ...CONTEXT, ...context })

function accepted(answer: unknown, context: Partial<DraftContext> = {}): PlanDraft {
  const checked = check(answer, context)
  if (!checked.ok) throw new Error(checked.problems.join('\n'))
  return checked.draft
}

const problems = (answer: unknown, context: Partial<DraftContext> = {}): readonly string[] => {
  const checked = check(answer, context)
  return checked.ok ? [] : checked.problems
}

const edges = ({ tasks }: PlanDraft): readonly string[] =>
  tasks.map(({ id, dependencies }) => [id, ...dependencies].join(' '))

describe('ids', () => {
  it('become ids, and every reference follows', () => {
    const draft = accepted({
      tasks: [task('Data model!'), task('api', { dependencies: ['Data model!'] })],
    })
    expect(edges(draft)).toEqual(['data-model', 'api data-model'])
    expect(draft.notes).toEqual([
      'The task "Data model!" is called "data-model" (its id has characters that ids may not have).',
    ])
  })

  it('are numbered when two tasks have the same one', () => {
    const draft = accepted({ tasks: [task('a'), task('a'), task('A', { dependencies: ['a'] })] })
    expect(edges(draft)).toEqual(['a', 'a-2', 'A-3 a'])
    expect(draft.notes).toHaveLength(2)
  })

  it('are made from names when there are none, and then numbers count from 1', () => {
    const answer = [
      { name: 'Größe', prompt: 'Write it down well.' },
      { name: '', prompt: '第一', depends_on: [1] },
    ]
    expect(edges(accepted(answer))).toEqual(['grosse', 'task grosse'])
  })
})

describe('dependencies', () => {
  it('may be given by name, or in a mapping beside the tasks', () => {
    const draft = accepted({
      tasks: [
        task('task_1', { name: 'Set up' }),
        task('task_2'),
        task('task_3', { dependencies: ['set up'] }),
      ],
      dependencies: { task_2: ['task_1'] },
    })
    expect(edges(draft)).toEqual(['task_1', 'task_2 task_1', 'task_3 task_1'])
  })

  it('are left out, and told, when they lead nowhere or to the task itself', () => {
    const draft = accepted({ tasks: [task('a', { dependencies: ['a', 'ghost', { x: 1 }] })] })
    expect(edges(draft)).toEqual(['a'])
    expect(draft.notes).toEqual([
      '"a" waited for itself; that is left out.',
      '"a" waited for "ghost", which is no task; that is left out.',
      '"a" waited for "something without a name", which is no task; that is left out.',
    ])
  })

  it('in a circle are cut where a task waits for a later one', () => {
    const draft = accepted({
      tasks: [
        task('a', { dependencies: ['c'] }),
        task('b', { dependencies: ['a'] }),
        task('c', { dependencies: ['b'] }),
      ],
    })
    expect(edges(draft)).toEqual(['a', 'b a', 'c b'])
    expect(draft.notes[0]).toContain('"a" no longer waits for "c"')
  })

  it('in many circles are asked about again', () => {
    const ids = Array.from({ length: 8 }, (_, i) => `t${i}`)
    const tasks = ids.map((id) => task(id, { dependencies: ids.filter((other) => other !== id) }))
    expect(problems({ tasks })[0]).toMatch(/go in circles at \d+ places/)
  })
})

describe('estimates and priorities', () => {
  it('are understood in many ways', () => {
    const estimates = [
      '2hrs',
      'medium',
      '1-2 hours',
      'about 20 min',
      90,
      'XL',
      'half a day',
      '1 day',
    ]
    const draft = accepted({
      tasks: estimates.map((estimate, i) => task(`t${i}`, { estimate })),
    })
    expect(draft.tasks.map(({ estimateSeconds }) => estimateSeconds / 60)).toEqual([
      120, 30, 90, 20, 1.5, 120, 240, 480,
    ])
    expect(draft.notes).toEqual([])
  })

  it('that cannot be meant are replaced, and told', () => {
    const draft = accepted({
      tasks: [
        task('a', { estimate: -5, priority: 'P0' }),
        task('b', { estimate: 1e12, priority: 9 }),
        task('c', { estimate: 'soon', priority: 'sky high' }),
        task('d', { estimated_minutes: 1, priority: '2' }),
        task('e', { estimate_seconds: 1, priority: null }),
      ],
    })
    expect(draft.tasks.map((t) => [t.estimateSeconds, t.priority])).toEqual([
      [1800, 1],
      [1800, 5],
      [1800, 3],
      [60, 2],
      [30, 3],
    ])
    expect(draft.notes).toHaveLength(6)
  })
})

describe('a plan that could be better', () => {
  it('is asked for again when a task is too large, and taken with a note when nobody is asked', () => {
    const answer = { tasks: [task('a', { estimate: '3 days' }), task('b')] }
    expect(problems(answer)).toEqual(['Task "a" is too large (1d); 8h is the most for one task.'])
    expect(accepted(answer, { canAskAgain: false }).notes).toHaveLength(1)
  })

  it('is asked for again when it has dozens of tiny tasks', () => {
    const tasks = Array.from({ length: 30 }, (_, i) => task(`t${i}`, { estimate: '2m' }))
    expect(problems({ tasks })).toEqual([
      'The tasks are too small: 30 of 30 take less than 5 minutes.',
    ])
  })

  it('is asked for again when one task has to do a whole list', () => {
    const requirements = Array.from({ length: 9 }, (_, i) => `- feature ${i}`).join('\n')
    expect(problems({ tasks: [task('all')] }, { requirements })[0]).toContain('too coarse for 9')
  })

  it('is asked for again when it is far from its own analysis; a small difference is a note', () => {
    const tasks = [task('a'), task('b')]
    expect(problems({ analysis: { task_count: 12 }, tasks })[0]).toContain('says 12 tasks')
    const { analysis, notes } = accepted({ num_tasks: 3, reasoning: 'It is small.', tasks })
    expect(analysis).toMatchObject({ taskCount: 2, complexity: 'simple', reasons: 'It is small.' })
    expect(notes[0]).toContain('asked for 3 tasks and the plan has 2')
  })
})

describe('anything else', () => {
  it('is refused with what is missing', () => {
    expect(problems('no')).toEqual(['The answer has no list of tasks ("tasks").'])
    expect(problems({ tasks: [] })).toEqual(['The list of tasks is empty.'])
    expect(problems({ tasks: [null, task('b', { prompt: ' \u200b\x07 ' })] })).toEqual([
      'Task 1 is no object.',
      'Task "b" has no prompt.',
    ])
    expect(problems({ tasks: Array.from({ length: 500 }, (_, i) => task(i)) })[0]).toContain(
      '500 tasks',
    )
  })

  it('keeps no control characters, and no paths outside the repository', () => {
    const draft = accepted({
      tasks: [
        task('a', {
          name: 'Write \u001b[31mred\u001b[0m \u202e text\n',
          files: [
            './src//a.ts',
            '/etc/passwd',
            '../x',
            'a/../../b',
            '**',
            'C:\\x',
            '.git/config',
            7,
            'src\\b.ts',
          ],
        }),
      ],
    })
    expect(draft.tasks[0]).toMatchObject({
      name: 'Write red text',
      files: ['src/a.ts', 'src/b.ts'],
    })
    expect(draft.notes).toHaveLength(7)
  })

  it('gets our own flags besides those of the planner', () => {
    const draft = accepted({
      tasks: [
        task('a', { flags: ['needs-design', { flag: 'not_ready', why: 'Nobody knows.' }, 'odd'] }),
        task('b', { prompt: 'Let users reset their password by mail.' }),
      ],
    })
    expect(draft.tasks.map(({ flags }) => flags.map(({ flag }) => flag))).toEqual([
      ['needs_design', 'not_ready'],
      ['sensitive'],
    ])
    expect(draft.tasks[1]!.flags[0]!.why).toBe('It touches auth ("password").')
  })
})
