/** Every setting with its value and where it came from, for people to read. */
import { formatDuration } from '../core/value/duration.ts'
import { formatSize } from '../core/value/size.ts'
import { isNotYet, NOT_CARRIED_OUT } from './not-yet.ts'
import type { ResolvedConfig } from './resolve-config.ts'

export interface ConfigRow {
  readonly key: string
  readonly value: string
  readonly origin: string
  readonly note: string | null
}

export const describeConfig = ({ settings }: ResolvedConfig): readonly ConfigRow[] =>
  [...settings].map(([key, { value, origin }]) => ({
    key,
    value: sayValue(key, value),
    origin,
    note: noteOn(key),
  }))

const DURATIONS =
  /(^timeout|^land\.check_timeout|^scheduling\.aging|^supervision\.\w+|^notifications\.quiet|_delay|splash_duration|mcp\.timeout|auth\.timeout|check_interval|ttl_seconds)$/

const SIZES = /^(resources\.memory|worktrees\.max_disk|transcript\.max_size)$/

function sayValue(key: string, value: unknown): string {
  if (value === null) return UNSET[key] ?? 'none'
  if (value === '') return 'none'
  if (typeof value === 'number' && DURATIONS.test(key)) return formatDuration(value)
  if (typeof value === 'number' && SIZES.test(key)) return formatSize(value)
  return typeof value === 'string' ? value : withoutSecrets(JSON.stringify(value))
}

/** The address of a webhook is often all it takes to use it. */
const withoutSecrets = (text: string): string =>
  text.replaceAll(/(https?:\/\/[^/"]+\/)[^"]+/g, '$1…')

/** What leaving a setting out means, where "none" would mislead. */
const UNSET: Readonly<Record<string, string>> = {
  prompt: 'built in',
  'resources.cpu': 'all',
  'resources.memory': 'all',
  'worktrees.max_disk': 'no limit',
  'land.into': 'the branch of the run',
  'land.resolver': "the task's own agent",
}

const NOTES: readonly (readonly [RegExp, string])[] = [
  [/^execution\./, 'older name; counts as parallel'],
  [/^retry\./, 'counts once any part of retry is said'],
]

const noteOn = (key: string): string | null =>
  isNotYet(key) ? NOT_CARRIED_OUT : (NOTES.find(([pattern]) => pattern.test(key))?.[1] ?? null)
