/** Settings given as text: environment variables and flags. */
import { z } from 'zod'
import { closestWord } from '../core/value/closest-word.ts'
import { checkValue, type Checked } from '../yaml-file/check-value.ts'
import { didYouMean } from '../yaml-file/problem.ts'
import { unwrapped } from '../yaml-file/schema-shape.ts'
import { camel } from './setting-spec.ts'
import { SPECS, type Setting } from './settings.ts'

/** Something wrong with a setting; the origin is a file with line and column, a variable or a flag. */
export interface ConfigProblem {
  readonly origin: string
  readonly message: string
  readonly hint: string | null
}

export interface Heard {
  readonly settings: ReadonlyMap<string, Setting>
  readonly problems: readonly ConfigProblem[]
  readonly warnings: readonly ConfigProblem[]
}

export type Environment = Readonly<Record<string, string | undefined>>

/** A flag of the command line for the setting under that dotted key. */
export interface Flag {
  readonly flag: string
  readonly key: string
  readonly value: unknown
}

/** Variables that Conductor sets for the tasks it runs; a run inside a task must not take them for settings. */
const TOLD_TO_TASKS = new Set([
  'TASK',
  'RUN',
  'ATTEMPT',
  'WORKER',
  'PORT',
  'PORT_LAST',
  'WORKTREE',
  'BRANCH',
  'LANE',
  'BASE',
  'ROOT',
  'GUIDANCE',
  'COMMIT',
  'LINE',
  'HOME',
  'ADD_FILE',
  'ARTIFACTS',
  'PROMPT_FILE',
  'SESSION_STATE',
  'SESSION_CONTEXT',
  'SESSION_FILE',
  'NOTIFY_KIND',
  'NOTIFY_TASK',
  'NOTIFY_RUN',
  'NOTIFY_TEXT',
])

const PREFIX = 'CONDUCTOR_'

const isCompound = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodArray || schema instanceof z.ZodRecord

/** SCHEDULING_AGING for scheduling.aging, for every setting whose value is a single word. */
const VARIABLES: ReadonlyMap<string, string> = new Map(
  [...SPECS]
    .filter(([, { schema }]) => !isCompound(unwrapped(schema)))
    .map(([key]) => [key.replaceAll('.', '_').toUpperCase(), key]),
)

export function hearEnvironment(environment: Environment): Heard {
  const ours = Object.entries(environment)
    .filter(([variable, value]) => variable.startsWith(PREFIX) && value !== '')
    .map(([variable, value]) => ({ name: variable.slice(PREFIX.length), flag: variable, value }))
    .filter(({ name }) => !TOLD_TO_TASKS.has(name))
  const settings = ours.flatMap(({ name, ...setting }) => {
    const key = VARIABLES.get(name)
    return key === undefined ? [] : [{ ...setting, key }]
  })
  const unknown = ours.filter(({ name }) => !VARIABLES.has(name))
  return { ...hearFlags(settings), warnings: unknown.flatMap(({ name }) => slipOfTheHand(name)) }
}

/** Other programs may have CONDUCTOR_ variables, too, so only a near miss of a setting gets a warning. */
function slipOfTheHand(name: string): readonly ConfigProblem[] {
  const meant = closestWord(name, VARIABLES.keys())
  if (meant === null) return []
  const origin = PREFIX + name
  return [{ origin, message: `${origin} is not a setting`, hint: didYouMean(PREFIX + meant) }]
}

/** The typed flags, which are stored under their names in camel case: `strictBatches` is --strict-batches. */
export const flagsFrom = (typed: object): readonly Flag[] =>
  [...SPECS].flatMap(([key, { flag }]) =>
    flag === undefined
      ? []
      : [{ flag, key, value: (typed as Record<string, unknown>)[camel(flag.slice(2))] }],
  )

export function hearFlags(flags: readonly Flag[]): Heard {
  const settings = new Map<string, Setting>()
  const problems: ConfigProblem[] = []
  for (const { flag, key, value } of flags.filter((flag) => flag.value !== undefined)) {
    const checked = checkSpoken(key, value)
    if (checked.ok) settings.set(key, { value: checked.value, origin: flag })
    else problems.push(...checked.complaints.map((c) => ({ ...pickWords(c), origin: flag })))
  }
  return { settings, problems, warnings: [] }
}

const pickWords = ({ message, hint }: Omit<ConfigProblem, 'origin'>) => ({ message, hint })

/** A text is tried as it is, then as the boolean or the number that it may spell. */
function checkSpoken(key: string, value: unknown): Checked<unknown> {
  const spec = SPECS.get(key)
  if (spec === undefined) throw new Error(`there is no setting "${key}"`)
  const tries = readings(value).map((reading) => checkValue(spec.schema, reading, [key]))
  return tries.find(({ ok }) => ok) ?? tries.at(-1)!
}

function readings(value: unknown): readonly unknown[] {
  if (typeof value !== 'string') return [value]
  const spelled = SPOKEN.get(value.toLowerCase())
  const count = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined
  return [value, spelled, count].filter((reading) => reading !== undefined)
}

const SPOKEN: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
])
