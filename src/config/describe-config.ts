/** Every setting with its value and where it came from, for people to read. */
import { formatDuration } from '../core/value/duration.ts'
import { formatSize } from '../core/value/size.ts'
import { OLDER_SETTINGS, SETTINGS } from './all-settings.ts'
import type { ResolvedConfig } from './resolve-config.ts'
import { SPECS } from './settings.ts'

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

function sayValue(key: string, value: unknown): string {
  const { unset = 'none', unit } = SPECS.get(key) ?? {}
  if (value === null) return unset
  if (value === '') return 'none'
  if (typeof value === 'number' && unit === 'Seconds') return formatDuration(value)
  if (typeof value === 'number' && unit === 'Bytes') return formatSize(value)
  return typeof value === 'string' ? value : withoutSecrets(JSON.stringify(value))
}

/** The address of a webhook is often enough to use it, so it is shown without its path. */
const withoutSecrets = (text: string): string =>
  text.replaceAll(/(https?:\/\/[^/"]+\/)[^"]+/g, '$1…')

function noteOn(key: string): string | null {
  const top = key.replace(/\..*/, '')
  if (top === 'retry') return SETTINGS.retry.about
  return top in OLDER_SETTINGS ? SPECS.get(key)!.about : null
}
