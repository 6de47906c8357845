/** A thousand files, most of them broken: nothing throws, and an independent reader agrees. FUZZ=10000 draws more. */
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseAllDocuments, stringify, visit } from 'yaml'
import type { Document } from 'yaml'
import type { Problem } from '../yaml-file/problem.ts'
import { parsePlanFile, parseQuickly, type PlanFile } from './parse-plan-file.ts'

type Mapping = Record<string, unknown>

const word = fc.constantFrom('a', 'b', 'c', 'd', 'api', 'x y', '', '5', 'none', 'high', '45m', '0s')

const scalar = fc.oneof(
  word,
  fc.constantFrom(0, 1, 3, -1, 0.3, 60, 5000, 1e9, Number.NaN, Infinity),
  fc.boolean(),
  fc.constant(null),
  fc.string({ maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
)

const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(word, scalar, { maxKeys: 3 }),
)

const ids = ['a', 'b', 'c']

/** Mostly tasks from earlier in the file, and now and then a circle or the task itself. */
const likelyBefore = (id: string): readonly string[] => [
  ...ids,
  ...Array.from({ length: 9 }, () => ids.slice(0, ids.indexOf(id))).flat(),
]

/** A task that is valid except for its dependencies, which may or may not be. */
const goodTask = (id: string): fc.Arbitrary<Mapping> =>
  fc
    .record(
      {
        id: fc.constant(id),
        work: fc.boolean(),
        name: fc.constant('A name'),
        dependencies: fc.uniqueArray(fc.constantFrom(...likelyBefore(id)), { maxLength: 2 }),
        priority: fc.constantFrom('high', 'low', 2),
        estimate: fc.constantFrom('45m', 90, '1h30m'),
        files: fc.constantFrom('src/**', ['a.ts', 'b.ts']),
        retry_policy: fc.constantFrom('none', { max_attempts: 2, jitter: 0.1 }, {}),
        resources: fc.constantFrom({ cpu: 1 }, { memory: '1GB' }),
        env: fc.constantFrom({ A: 1 }, { B: 'x', C: true }),
        needs_human: fc.boolean(),
        issue: fc.constant(7),
      },
      { requiredKeys: ['id', 'work'] },
    )
    .map(({ work, ...task }) => ({ ...task, ...(work ? { prompt: 'do' } : { run: 'make' }) }))

const goodPlan: fc.Arbitrary<Mapping> = fc.record(
  {
    tasks: fc
      .integer({ min: 1, max: 3 })
      .chain((count) => fc.tuple(...ids.slice(0, count).map(goodTask))),
    config: fc.constantFrom({}, { parallel: 2 }, { timeout: '5m', retry: { max_attempts: 2 } }),
    execution_order: fc.constantFrom(['a'], ['a'], ['a', 'b'], [{ parallel: ['b', 'a'] }, 'c']),
    groups: fc.constantFrom({ all: ['a'] }, { one: ['a'] }, [{ name: 'all', tasks: ['a', 'b'] }]),
    metadata: fc.constantFrom({}, { name: 'x' }),
  },
  { requiredKeys: ['tasks'] },
)

/** Takes a step at random anywhere in the plan: changes, drops, renames, swaps or adds. */
interface Mutation {
  readonly where: readonly number[]
  readonly what: 'replace' | 'drop' | 'rename' | 'add' | 'swap' | 'copy'
  readonly value: unknown
  readonly key: string
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  where: fc.array(fc.nat(12), { maxLength: 4 }),
  what: fc.constantFrom('replace', 'drop', 'rename', 'add', 'swap', 'copy'),
  value: anyValue,
  key: fc.constantFrom('id', 'run', 'prompt', 'issue', 'dependencies', 'tasks', 'nope', 'jitter'),
})

function mutate(value: unknown, { where: [step, ...rest], ...change }: Mutation): unknown {
  if (typeof value !== 'object' || value === null) return change.value
  const isList = Array.isArray(value)
  const entries: (readonly [string, unknown])[] = Object.entries(value)
  const at = entries.length === 0 ? 0 : (step ?? 0) % entries.length
  const [key, inner] = entries[at] ?? ['id', null]
  const changed = (): (readonly [string, unknown])[] => {
    if (step !== undefined && rest.length > 0)
      return [[key, mutate(inner, { where: rest, ...change })]]
    if (change.what === 'drop') return []
    if (change.what === 'rename') return [[change.key, inner]]
    if (change.what === 'add')
      return [
        [key, inner],
        [change.key, change.value],
      ]
    if (change.what === 'swap') return [[key, entries[(at + 1) % entries.length]?.[1]]]
    return change.what === 'copy'
      ? [
          [key, inner],
          [`${key}x`, inner],
        ]
      : [[key, change.value]]
  }
  entries.splice(at, 1, ...changed())
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}

const mutatedPlan = fc
  .tuple(goodPlan, fc.oneof(fc.constant([]), fc.array(mutation, { minLength: 1, maxLength: 2 })))
  .map(([plan, mutations]) => stringify(mutations.reduce(mutate, plan as unknown)))

const snippet = fc.constantFrom(
  '\n',
  '  ',
  '- ',
  ': ',
  '[',
  ']',
  '{',
  '}',
  '&a ',
  '*a',
  '<<: *a\n',
  '---\n',
  '...\n',
  '"',
  "'",
  '|\n',
  '>\n',
  '!x ',
  '? ',
  '# ',
  '\t',
  '\0',
  '\uFEFF',
  '%YAML 1.1\n',
  'tasks:',
  'id: a\n',
  'run: b\n',
  '~',
)

/** The text of a plan with pieces of YAML put in or cut out. */
const tornText = fc
  .tuple(
    mutatedPlan,
    fc.array(fc.tuple(fc.nat(), snippet, fc.nat(5)), { minLength: 1, maxLength: 3 }),
  )
  .map(([text, tears]) =>
    tears.reduce((torn, [where, piece, cut]) => {
      const at = where % (torn.length + 1)
      return torn.slice(0, at) + piece + torn.slice(at + cut)
    }, text),
  )

const anyFile = fc.oneof(
  { weight: 6, arbitrary: mutatedPlan },
  { weight: 3, arbitrary: tornText },
  { weight: 1, arbitrary: fc.array(snippet, { maxLength: 20 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((b) => Buffer.from(b).toString()) },
)

const FILES = Number(process.env['FUZZ'] ?? 1000)

it('never throws, always says why not, and accepts exactly what is fine', () => {
  const seen = { accepted: 0, refused: 0 }
  fc.assert(
    fc.property(anyFile, (text) => {
      const result = parsePlanFile(text)
      seen[result.ok ? 'accepted' : 'refused']++
      if (result.ok !== isFine(text) || !agreesWithQuick(text, result)) return false
      return result.ok || (result.problems.length > 0 && result.problems.every(isInside(text)))
    }),
    { numRuns: FILES, seed: Number(process.env['FUZZ_SEED'] ?? 2026) },
  )
  expect(seen.accepted).toBeGreaterThan(FILES / 20)
  expect(seen.refused).toBeGreaterThan(FILES / 20)
}, 180_000)

/** The quick reader may pass, but it never accepts another value, nor a file that is not fine. */
function agreesWithQuick(text: string, careful: PlanFile): boolean {
  const quick = parseQuickly(text, {})
  return quick === null || isDeepStrictEqual(quick, careful)
}

const isInside = (text: string) => {
  const lines = text.split('\n')
  return ({ line, column, message }: Problem): boolean => {
    const length = lines[line - 1]?.length
    return length !== undefined && column <= length + 1 && message !== ''
  }
}

/** The rules of a plan file once more, written as plainly as possible and sharing no code. */
function isFine(text: string): boolean {
  const documents = parseAllDocuments(text, {
    schema: 'core',
    merge: true,
  })
  const [document] = documents
  if (documents.length !== 1 || document === undefined || 'empty' in documents) return false
  if (document.errors.length > 0 || document.warnings.length > 0) return false
  let hasOddKey = false
  visit(document, {
    Pair: (_, { key }) => {
      const name = (key as { value?: unknown } | null)?.value
      hasOddKey ||= name === undefined || name === null || name === '__proto__'
    },
  })
  return !hasOddKey && isFinePlan(plainValue(document))
}

/** A document whose aliases lead nowhere has no value. */
function plainValue(document: Pick<Document, 'toJS'>): unknown {
  try {
    return document.toJS({ maxAliasCount: -1 })
  } catch {
    return undefined
  }
}

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && !value.includes('\0')

const isList = (value: unknown, isEntry: (entry: unknown) => boolean): value is unknown[] =>
  Array.isArray(value) && value.every(isEntry)

const isNumber = (min: number, max: number) => (value: unknown) =>
  typeof value === 'number' && value >= min && value <= max

const isWhole = (min: number, max: number) => (value: unknown) =>
  Number.isInteger(value) && isNumber(min, max)(value)

const DURATION = new RegExp(
  `^${['d', 'hr?', 'm', 's', 'ms'].map((unit) => `(\\d+(\\.\\d+)? *${unit} *)?`).join('')}$`,
)

/** The ways to write a duration that the generator can reach by changing one character. */
const isDuration = (value: unknown): boolean => {
  if (typeof value === 'number') return value > 0 && value <= 2_592_000
  if (typeof value !== 'string' || value.trim() === '') return false
  const duration = value.trim().toLowerCase()
  if (/^\d+(\.\d+)?$/.test(duration)) return isDuration(Number(duration))
  return DURATION.test(duration) && /[1-9]/.test(duration)
}

const isDelay = (value: unknown): boolean =>
  isDuration(value) && !(typeof value === 'number' && value >= 1000)

type Keys = Readonly<Record<string, (value: unknown) => boolean>>

const hasOnly = (keys: Keys) => (value: unknown) =>
  isMapping(value) &&
  Object.entries(value).every(([key, inner]) => Object.hasOwn(keys, key) && keys[key]!(inner))

const isRetry = (least: number) => (value: unknown) =>
  value === 'none' ||
  hasOnly({
    max_attempts: isWhole(1, 10),
    initial_delay: (v) => isDelay(v) && (least === 0 || isWhole(1, 999)(v)),
    backoff_factor: isNumber(1, 5),
    max_delay: (v) => isDelay(v) && (least === 0 || isWhole(10, 999)(v)),
    jitter: isNumber(0, 0.5),
  })(value)

const isSize = (value: unknown) =>
  typeof value === 'string' &&
  /^\d+(\.\d+)? *([kmgt]i?)?b?$/i.test(value.trim()) &&
  /[1-9]/.test(value)

const isPositive = (value: unknown) => typeof value === 'number' && value > 0 && value < Infinity

const isEnvironment = (value: unknown) =>
  isMapping(value) &&
  Object.entries(value).every(
    ([name, inner]) =>
      /^[A-Za-z_]\w*$/.test(name) &&
      ['string', 'number', 'boolean'].includes(typeof inner) &&
      !`${inner as string | number | boolean}`.includes('\0'),
  )

const isFineTask = (task: unknown): task is Mapping =>
  hasOnly({
    id: (v) => typeof v === 'string' && /^[\w-]{1,50}$/.test(v),
    name: (v) => isText(v) && v.length <= 100,
    prompt: isText,
    run: isText,
    dependencies: (v) => isList(v, isText),
    priority: (v) => ['high', 'medium', 'low', 1, 2, 3, 4, 5].includes(v as string),
    estimate: isDuration,
    files: (v) => isText(v) || isList(v, isText),
    retry_policy: isRetry(0),
    resources: hasOnly({ cpu: isPositive, memory: isSize }),
    env: isEnvironment,
    needs_human: (v) => typeof v === 'boolean',
    issue: isWhole(1, Number.MAX_SAFE_INTEGER),
  })(task) &&
  'id' in (task as Mapping) &&
  'prompt' in (task as Mapping) !== 'run' in (task as Mapping)

const isUnique = (list: readonly unknown[]): boolean => new Set(list).size === list.length

const isFineConfig = hasOnly({
  parallel: isWhole(1, Number.MAX_SAFE_INTEGER),
  timeout: (v) => v === null || isDuration(v),
  retry: isRetry(1),
})

function isFinePlan(plan: unknown): boolean {
  if (
    !hasOnly({
      tasks: Array.isArray,
      config: isFineConfig,
      execution_order: Array.isArray,
      groups: () => true,
      metadata: isMapping,
    })(plan)
  )
    return false
  const { tasks, execution_order: order, groups } = plan as Mapping
  if (!isList(tasks, isFineTask) || tasks.length === 0) return false
  const taskIds = (tasks as Mapping[]).map(({ id }) => id)
  const isKnown = (id: unknown) => taskIds.includes(id)
  if (!isUnique(taskIds) || !isFineGroups(groups, isKnown)) return false
  const entries = order === undefined ? [] : (order as unknown[]).map(idsOf)
  if (order !== undefined && entries.length === 0) return false
  if (!entries.every((entry) => entry.length > 0 && entry.every(isKnown))) return false
  return isUnique(entries.flat()) && areFineLinks(tasks as Mapping[], entries, isKnown)
}

const idsOf = (entry: unknown): readonly unknown[] => {
  if (typeof entry === 'string') return [entry]
  const { parallel, ...rest } = isMapping(entry) ? entry : {}
  return Array.isArray(parallel) && Object.keys(rest).length === 0 ? parallel : []
}

function isFineGroups(groups: unknown, isKnown: (id: unknown) => boolean): boolean {
  const isMembers = (v: unknown): v is unknown[] =>
    isList(v, isKnown) && v.length > 0 && isUnique(v)
  if (groups === undefined) return true
  if (isMapping(groups)) return Object.values(groups).every(isMembers)
  const isGroup = hasOnly({ name: isText, tasks: isMembers, description: isText })
  if (!isList(groups, (g) => isGroup(g) && 'name' in (g as Mapping) && 'tasks' in (g as Mapping)))
    return false
  return isUnique((groups as Mapping[]).map(({ name }) => name))
}

/**
 * Dependencies are known, not the task itself, not repeated; and removing tasks that wait for nothing,
 * again and again, leaves none.
 */
function areFineLinks(
  tasks: readonly Mapping[],
  entries: readonly (readonly unknown[])[],
  isKnown: (id: unknown) => boolean,
) {
  const before = new Map<unknown, Set<unknown>>()
  for (const { id, dependencies = [] } of tasks) {
    const own = dependencies as unknown[]
    if (!own.every(isKnown) || own.includes(id) || !isUnique(own)) return false
    const at = entries.findIndex((entry) => entry.includes(id))
    before.set(id, new Set([...own, ...(entries[at - 1] ?? [])]))
  }
  for (let left = before.size; left > 0; left = before.size) {
    for (const [id, waits] of before) if (![...waits].some((w) => before.has(w))) before.delete(id)
    if (before.size === left) return false
  }
  return true
}
