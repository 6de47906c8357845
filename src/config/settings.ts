/** Settings one by one under dotted keys ("scheduling.aging"), each with the source it came from. */
import { z } from 'zod'
import { ALL_SETTINGS, type ConfigInput } from './config-schema.ts'
import { isSection, type SectionSpec, type SettingSpec } from './setting-spec.ts'

export interface Setting {
  readonly value: unknown
  /** A file with its line, an environment variable, a flag, or "default". */
  readonly origin: string
}

/** The settings of one source, or of all sources together. */
export type Settings = ReadonlyMap<string, Setting>

/** The settings of a file, and their lines by dotted key. */
export interface FileSettings {
  readonly values: ConfigInput
  readonly lines: Readonly<Record<string, number>>
}

/** Every setting under its dotted key; agents, prices and areas are named by the user and not listed. */
export const SPECS: ReadonlyMap<string, SettingSpec> = new Map(
  Object.entries<SettingSpec | SectionSpec>(ALL_SETTINGS).flatMap(([key, entry]) => {
    if (isSection(entry)) return sectionEntries(key, entry.fields)
    return entry.schema instanceof z.ZodRecord ? [] : [[key, entry] as const]
  }),
)

/** The values under their dotted keys; a section counts key by key. */
function flatten(values: ConfigInput): ReadonlyMap<string, unknown> {
  const entries = Object.entries(values).flatMap(([key, value]): readonly Entry[] =>
    SPECS.has(key) ? [[key, value]] : sectionEntries(key, value as Record<string, unknown>),
  )
  return new Map(entries.filter(([, value]) => value !== undefined))
}

type Entry = readonly [string, unknown]

function sectionEntries<Value>(
  key: string,
  section: Readonly<Record<string, Value>> = {},
): readonly (readonly [string, Value])[] {
  return Object.entries(section).map(([name, value]) => [`${key}.${name}`, value])
}

/** The reverse of flatten. */
export function unflatten(settings: Settings): ConfigInput {
  const values: Record<string, unknown> = {}
  for (const [key, { value }] of settings) {
    const [section, name] = splitKey(key)
    if (name === undefined) values[section] = value
    else values[section] = { ...(values[section] as object | undefined), [name]: value }
  }
  return values
}

/** Only the first dot divides: an agent may be called "gpt-5.1". */
function splitKey(key: string): readonly [string, string?] {
  const dot = key.indexOf('.')
  return dot === -1 ? [key] : [key.slice(0, dot), key.slice(dot + 1)]
}

export const linesOf = (
  values: ConfigInput,
  lineOf: (section: string, name?: string) => number,
): FileSettings['lines'] =>
  Object.fromEntries([...flatten(values).keys()].map((key) => [key, lineOf(...splitKey(key))]))

export const fromFile = (path: string, { values, lines }: FileSettings): Settings =>
  new Map(
    [...flatten(values)].map(([key, value]) => [key, { value, origin: `${path}:${lines[key]}` }]),
  )
