/** A task of a plan draft as it stands in a task file. */
import { digestOf } from '../core/planning/digest.ts'
import type { DraftTask } from '../core/planning/plan-draft.ts'
import type { YamlEntry } from '../yaml-file/editable-yaml.ts'

/** The keys that a planner writes, in the order in which they stand in the file. */
export const PLANNED_KEYS = [
  'id',
  'name',
  'dependencies',
  'priority',
  'estimate',
  'files',
  'epic',
  'domain',
  'issue',
  'flags',
  'prompt',
] as const

export type PlannedKey = (typeof PLANNED_KEYS)[number]

const PRIORITY_TEXT = { 1: 'high', 2: 2, 3: 'medium', 4: 4, 5: 'low' } as const

/** Only what says more than the default. */
export function entriesOf(task: DraftTask): readonly YamlEntry[] {
  const entries: readonly (YamlEntry & { readonly key: PlannedKey })[] = [
    { key: 'id', value: task.id },
    { key: 'name', value: task.name },
    ...some('dependencies', task.dependencies),
    ...(task.priority === 3
      ? []
      : [{ key: 'priority' as const, value: PRIORITY_TEXT[task.priority] }]),
    { key: 'estimate', value: durationText(task.estimateSeconds) },
    ...some('files', task.files),
    ...fieldIfSet('epic', task.epic),
    ...fieldIfSet('domain', task.domain),
    ...fieldIfSet('issue', task.issue),
    ...flagEntry(task),
    { key: 'prompt', value: `${task.prompt}\n`, form: 'block' },
  ]
  return entries
}

const some = (key: 'dependencies' | 'files', value: readonly string[]) =>
  value.length === 0 ? [] : [{ key, value: [...value], form: 'flow' as const }]

const fieldIfSet = (key: 'epic' | 'domain' | 'issue', value: string | number | null) =>
  value === null ? [] : [{ key, value }]

const flagEntry = ({ flags }: DraftTask) =>
  flags.length === 0
    ? []
    : [
        {
          key: 'flags' as const,
          value: flags.map(({ flag }) => flag),
          comment: flags.map(({ flag, why }) => `${flag}: ${why}`).join('\n'),
          form: 'flow' as const,
        },
      ]

/** "1h30m": exact, unlike the text for people. */
function durationText(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  const parts = [
    [Math.floor(whole / 3600), 'h'],
    [Math.floor(whole / 60) % 60, 'm'],
    [whole % 60, 's'],
  ] as const
  return parts.map(([count, unit]) => (count > 0 ? `${count}${unit}` : '')).join('')
}

/** One digest for each key, so that a later change of any of them shows. */
const digestsOf = (valueOf: (key: PlannedKey) => unknown): string =>
  PLANNED_KEYS.map((key) => digestOf(valueOf(key) ?? null)).join('.')

/** The keys whose value is no longer what the planner wrote. */
export function changedKeys(
  digests: string,
  valueOf: (key: PlannedKey) => unknown,
): readonly PlannedKey[] {
  const written = digests.split('.')
  return PLANNED_KEYS.filter((key, i) => written[i] !== digestOf(valueOf(key) ?? null))
}

/** entries: of a task, as `entriesOf` gives them. */
export function plannedDigests(entries: readonly YamlEntry[]): string {
  const values = new Map<string, unknown>(entries.map(({ key, value }) => [key, value]))
  return digestsOf((key) => values.get(key))
}
