/** What one file may set. Every setting is optional and has a default. */
import { z } from 'zod'
import { OLDER_SETTINGS, SETTINGS } from './all-settings.ts'
import { noneOr } from './retry-fields.ts'
import { isSection, type SchemasOf, type SectionSpec, type SettingSpec } from './setting-spec.ts'

export const ALL_SETTINGS = { ...SETTINGS, ...OLDER_SETTINGS }

const schemasOf = (
  table: Readonly<Record<string, SettingSpec | SectionSpec>>,
): Readonly<Record<string, z.ZodType>> =>
  Object.fromEntries(
    Object.entries(table).map(([key, entry]) => [
      key,
      isSection(entry) ? z.strictObject(schemasOf(entry.fields)).partial() : entry.schema,
    ]),
  )

const schemas = schemasOf(ALL_SETTINGS)

export const configSchema = z
  .strictObject({ ...schemas, retry: noneOr(schemas['retry']!) } as unknown as SchemasOf<
    typeof ALL_SETTINGS
  >)
  .partial()

/** The settings of one source: snake_case as in the file, durations in seconds, sizes in bytes. */
export type ConfigInput = z.output<typeof configSchema>
