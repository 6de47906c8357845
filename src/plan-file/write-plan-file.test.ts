import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { howMany } from '../../test/thorough.ts'
import { parseDocument, type YAMLMap } from 'yaml'
import { ANY_CONTEXT, anyAnswer, anyDraft } from '../../test/planning/any-draft.ts'
import { checkDraft } from '../core/planning/check/check-draft.ts'
import type { DraftTask, PlanDraft } from '../core/planning/plan-draft.ts'
import type { Plan } from '../core/plan/plan.ts'
import { parsePlanFile, readOwnPlan } from './parse-plan-file.ts'
import { openYaml } from '../yaml-file/read-yaml.ts'
import { newPlanFile, planFileText, replannedFile, type ReplannedFile } from './write-plan-file.ts'

const NO_OPTIONS = { parallel: null, check: null }

const task = (id: string, more: Partial<DraftTask> = {}): DraftTask => ({
  id,
  name: `Do ${id}`,
  prompt: `Write ${id}.\n\nWith tests.`,
  dependencies: [],
  priority: 3,
  estimateSeconds: 1800,
  files: [],
  epic: null,
  domain: null,
  flags: [],
  issue: null,
  ...more,
})

const draft = (tasks: readonly DraftTask[], more: Partial<PlanDraft> = {}): PlanDraft => ({
  name: 'Shop',
  analysis: {
    taskCount: tasks.length,
    complexity: 'simple',
    reasons: 'It is small.',
    features: [],
    components: [],
    unknowns: ['Which database to use.'],
  },
  tasks,
  notes: [],
  madeBy: { backend: 'offline', model: null },
  ...more,
})

const read = (text: string): Plan => {
  const file = parsePlanFile(text)
  if (!file.ok) throw new Error(JSON.stringify(file.problems))
  return file.plan
}

describe('a planned file', () => {
  it('can be read by people: prompts as blocks, keys in one order, why a task is flagged', () => {
    const text = planFileText(
      draft([
        task('api', { priority: 1, estimateSeconds: 5400, files: ['src/api/**'], epic: 'orders' }),
        task('pay', {
          dependencies: ['api'],
          flags: [{ flag: 'sensitive', why: 'It touches billing.' }],
        }),
      ]),
      { parallel: 3, check: 'npm test' },
    )
    expect(text.replace(/\nmetadata:[^]*/, ''))
      .toBe(`# Shop: 2 tasks (simple), planned without a model.

# It is small.

# Not known when this was planned:
# - Which database to use.

# Change what you like: planning again keeps your changes. \`conductor validate\` checks the file, and nothing
# runs before you start it.

config:
  parallel: 3
  check: npm test
tasks:
  - id: api
    name: Do api
    priority: high
    estimate: 1h30m
    files: [src/api/**]
    epic: orders
    prompt: |
      Write api.

      With tests.

  - id: pay
    name: Do pay
    dependencies: [api]
    estimate: 30m
    # sensitive: It touches billing.
    flags: [sensitive]
    prompt: |
      Write pay.

      With tests.
# Leave \`planned\` as it is: with it, planning again tells your changes from its own, and keeps them.`)
  })

  it('is valid and says the same as the draft, whatever a model has answered', () => {
    fc.assert(
      fc.property(anyDraft, (made) => {
        const plan = read(planFileText(made, { parallel: 2, check: 'true' }))
        expect(
          plan.tasks.map(({ id, name, dependencies, priority, files, epic, issue }) => ({
            id,
            name,
            dependencies,
            priority,
            files,
            epic,
            issue,
          })),
        ).toEqual(
          made.tasks.map(({ id, name, dependencies, priority, files, epic, issue }) => ({
            id,
            name,
            dependencies,
            priority,
            files,
            epic,
            issue,
          })),
        )
        expect(
          plan.tasks.map(({ work }) => (work.is === 'prompt' ? work.text.trimEnd() : '')),
        ).toEqual(made.tasks.map(({ prompt }) => prompt.trimEnd()))
        expect(plan.tasks.map(({ estimate }) => estimate.seconds)).toEqual(
          made.tasks.map(({ estimateSeconds }) => estimateSeconds),
        )
        expect(plan.name).toBe(made.name)
      }),
      { numRuns: howMany(30, 120), seed: 13 },
    )
  })
})

it('is handed on with what a reader finds in it, so that nobody has to read it again', () => {
  fc.assert(
    fc.property(anyDraft, (made) => {
      const { text, value } = newPlanFile(made, { parallel: 2, check: 'npm test' })
      const opened = openYaml(text)
      expect(opened.ok && opened.value).toEqual(value)
      expect(readOwnPlan({ text, value })).toEqual(parsePlanFile(text))
    }),
    { numRuns: howMany(30, 120), seed: 13 },
  )
})

it('any answer at all is a draft that makes a valid file, or a list of problems', () => {
  const seen = { drafts: 0, problems: 0 }
  fc.assert(
    fc.property(anyAnswer, fc.boolean(), (answer, canAskAgain) => {
      const checked = checkDraft(answer, { ...ANY_CONTEXT, canAskAgain })
      seen[checked.ok ? 'drafts' : 'problems']++
      if (!checked.ok) return checked.problems.length > 0
      return parsePlanFile(planFileText(checked.draft, NO_OPTIONS)).ok
    }),
    { numRuns: howMany(75, 300), seed: 2026 },
  )
  expect(Math.min(seen.drafts, seen.problems)).toBeGreaterThan(howMany(75, 300) / 10)
})

const OLD = draft([
  task('api'),
  task('pages', { dependencies: ['api'] }),
  task('docs', { dependencies: ['pages'] }),
])

const edited = (edit: (tasks: YAMLMap[]) => void): string => {
  const document = parseDocument(planFileText(OLD, NO_OPTIONS))
  edit((document.get('tasks') as { items: YAMLMap[] }).items)
  return document.toString({ lineWidth: 0 })
}

const again = (text: string, next: PlanDraft): Extract<ReplannedFile, { ok: true }> => {
  const result = replannedFile(text, next)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result
}

describe('planning again', () => {
  it('changes nothing when the plan is the same', () => {
    const text = planFileText(OLD, NO_OPTIONS)
    expect(again(text, OLD)).toEqual({ ok: true, text, diff: [], kept: [] })
  })

  it('updates, adds and removes what people have not touched', () => {
    const next = draft([
      task('api', { estimateSeconds: 60 }),
      task('search', { dependencies: ['api'] }),
      task('pages'),
    ])
    const { text, diff, kept } = again(planFileText(OLD, NO_OPTIONS), next)
    expect(diff).toEqual([
      '+ search: Do search',
      '- docs: Do docs',
      '~ api: estimate',
      '~ pages: dependencies',
    ])
    expect(kept).toEqual([])
    expect(text.replaceAll(/ +name:.*\n|comment: .*/g, '')).toBe(
      planFileText(next, NO_OPTIONS).replaceAll(/ +name:.*\n|comment: .*/g, ''),
    )
  })

  it('keeps fields that a person has changed, and comments', () => {
    const text = edited(([api, pages]) => {
      api!.set('estimate', '3h')
      api!.set('agent', 'codex')
      api!.commentBefore = ' ask Ann first'
      pages!.set('name', 'Pages of the shop')
    })
    const next = draft([
      task('api', { estimateSeconds: 60, prompt: 'Something new.' }),
      task('pages'),
      task('docs', { dependencies: ['pages'] }),
    ])
    const result = again(text, next)
    expect(result.kept).toEqual(['"api" keeps your estimate.', '"pages" keeps your name.'])
    expect(result.diff).toEqual(['~ api: prompt', '~ pages: dependencies'])
    expect(result.text).toContain('# ask Ann first')
    const [api, pages] = read(result.text).tasks
    expect(api).toMatchObject({
      estimate: { seconds: 10_800 },
      agent: 'codex',
      work: { text: 'Something new.\n' },
    })
    expect(pages).toMatchObject({ name: 'Pages of the shop', dependencies: [] })
    expect(again(result.text, next).kept).toEqual(result.kept)
  })

  it('keeps tasks that a person has added or changed, and those that they need', () => {
    const text = edited((tasks) => {
      tasks[2]!.set('priority', 'high')
      tasks.push(parseDocument('id: mine\nrun: make\ndependencies: [docs]').contents as YAMLMap)
    })
    const result = again(text, draft([task('core')]))
    expect(read(result.text).tasks.map(({ id }) => id)).toEqual([
      'api',
      'pages',
      'docs',
      'mine',
      'core',
    ])
    expect(result.diff).toEqual(['+ core: Do core'])
    expect(result.kept).toHaveLength(4)
  })

  it('gives way where its order contradicts that of a person', () => {
    const text = edited(([api]) => api!.set('dependencies', ['docs']))
    const broken = replannedFile(text, OLD)
    expect(broken.ok).toBe(false)
    const turned = edited(([api, pages, docs]) => {
      pages!.delete('dependencies')
      docs!.delete('dependencies')
      api!.set('dependencies', ['docs'])
    })
    const next = draft([
      task('api'),
      task('pages', { dependencies: ['api'] }),
      task('docs'),
      task('more', { dependencies: ['api'] }),
      task('last', { dependencies: ['more'] }),
    ])
    expect(
      read(again(turned, next).text).tasks.map(({ id, dependencies }) =>
        [id, ...dependencies].join(' '),
      ),
    ).toEqual(['api docs', 'pages', 'docs', 'more api', 'last more'])
  })

  it('takes an id of its own when a person has used it', () => {
    const text = edited(
      (tasks) => void tasks.push(parseDocument('id: search\nprompt: Mine.').contents as YAMLMap),
    )
    const result = again(text, draft([...OLD.tasks, task('search', { dependencies: ['docs'] })]))
    expect(result.diff).toEqual(['+ search-2: Do search'])
  })

  it('refuses a file that cannot be read, and leaves it alone', () => {
    expect(replannedFile('tasks: [', OLD)).toMatchObject({ ok: false })
    expect(replannedFile('', OLD)).toMatchObject({ ok: false })
  })

  it('never makes a file invalid, and never loses a change', () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, fc.nat(), (first, second, at) => {
        const document = parseDocument(planFileText(first, NO_OPTIONS))
        const tasks = (document.get('tasks') as { items: YAMLMap[] }).items
        const touched = tasks[at % tasks.length]!
        touched.set('timeout', '7m')
        touched.set('name', 'By hand')
        const result = replannedFile(document.toString({ lineWidth: 0 }), second)
        if (!result.ok) throw new Error(JSON.stringify(result.problems))
        const kept = read(result.text).tasks.filter(({ timeoutSeconds }) => timeoutSeconds === 420)
        return kept.length === 1 && kept[0]!.name === 'By hand' && kept[0]!.id === touched.get('id')
      }),
      { numRuns: howMany(20, 80), seed: 7 },
    )
  })
})

it.each([
  [
    'entries in braces, in the column of their key',
    'tasks:\n# mine\n- { id: post,  run: \'true\' }   # quick\n\n\n- {id: red, run: "false",}\n',
  ],
  [
    'entries of several lines, far to the right',
    'config: { parallel: 2 }\ntasks:\n    -   id: post\n        run: |\n            a\n            b\n\n    -   id: red\n        run: "x"\n# the end\n',
  ],
])('leaves the lines of tasks alone that it does not change: %s', (_, mine) => {
  const once = again(mine, draft([task('api')])).text
  const lines = mine.replace('# the end\n', '').trimEnd().split('\n')
  expect(once.split('\n')).toEqual(expect.arrayContaining(lines))
  expect(once).toContain(lines.slice(1).join('\n'))
  expect(read(once).tasks.map(({ id }) => id)).toEqual(['post', 'red', 'api'])
  const twice = again(once, draft([task('api'), task('pay')])).text
  expect(twice).toContain(lines.slice(1).join('\n'))
  expect(read(twice).tasks.map(({ id }) => id)).toEqual(['post', 'red', 'api', 'pay'])
})

it('keeps the line endings of a file that is planned again', () => {
  const before = planFileText(draft([task('api')]), NO_OPTIONS).replaceAll('\n', '\r\n')
  const again = replannedFile(before, draft([task('api'), task('web')]))
  const text = again.ok ? again.text : ''
  expect(text).toContain('id: web\r\n')
  expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  expect(read(text).tasks.map(({ id }) => id)).toEqual(['api', 'web'])
})
