/** Any plan draft that can exist: answers of models, right and wrong, through our own rules. */
import * as fc from 'fast-check'
import { checkDraft, type DraftContext } from '../../src/core/planning/check/check-draft.ts'
import type { PlanDraft } from '../../src/core/planning/plan-draft.ts'
import { USUAL_SENSITIVE_AREAS } from '../../src/core/planning/flags/sensitive-areas.ts'

export const ANY_CONTEXT: DraftContext = {
  requirements: 'Something',
  madeBy: { backend: 'api', model: 'a-model' },
  analysis: null,
  sensitiveAreas: USUAL_SENSITIVE_AREAS,
  canAskAgain: false,
}

const odd = fc.oneof(
  fc.anything({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    '#',
    ': x',
    '- a',
    '&a',
    '*b',
    '|',
    '> q',
    '\u2028',
    '\ud800',
    '{',
    'null',
    'true',
    '1',
    '  a',
    'a\n b\n',
    '\t',
    'a: b # c',
  ),
)

const text = fc.oneof(
  { weight: 3, arbitrary: fc.lorem({ maxCount: 8 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: odd },
)

const id = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'A', 'task_1') },
  { weight: 1, arbitrary: odd },
)

const task = fc.record(
  {
    id,
    name: text,
    prompt: fc.oneof(
      { weight: 6, arbitrary: fc.lorem({ maxCount: 12 }) },
      { weight: 1, arbitrary: text },
    ),
    dependencies: fc.oneof({ weight: 4, arbitrary: fc.array(id, { maxLength: 3 }) }, odd),
    priority: fc.oneof(fc.constantFrom(1, 3, 'high', 'low', 'P0'), odd),
    estimate: fc.oneof(fc.constantFrom(60, '2h', 'medium', '3 days', -1), odd),
    files: fc.oneof(
      fc.array(fc.constantFrom('src/a.ts', 'src/**', '/etc', '../x', 'a b.md'), { maxLength: 3 }),
      odd,
    ),
    epic: text,
    domain: text,
    flags: fc.oneof(fc.constantFrom(['sensitive'], [{ flag: 'not_ready', why: 'x\ny' }]), odd),
    issue: fc.oneof(fc.constantFrom(7, '#8', 0), odd),
  },
  { requiredKeys: ['id', 'prompt'] },
)

export const anyAnswer: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        name: text,
        notes: text,
        analysis: odd,
        tasks: fc.array(task, { minLength: 1, maxLength: 8 }),
      },
      { requiredKeys: ['tasks'] },
    ),
  },
  { weight: 1, arbitrary: fc.anything() },
  { weight: 1, arbitrary: fc.record({ tasks: odd }) },
)

export const anyDraft: fc.Arbitrary<PlanDraft> = anyAnswer
  .map((answer) => checkDraft(answer, ANY_CONTEXT))
  .filter((checked) => checked.ok)
  .map((checked) => (checked as { draft: PlanDraft }).draft)
