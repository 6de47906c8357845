/** Settings one by one under dotted keys ("scheduling.aging"), each with the place it came from. */
import { z } from 'zod'
import { unwrapped } from '../yaml-file/schema-shape.ts'
import { configSchema, type ConfigInput } from './config-schema.ts'

export interface Setting {
  readonly value: unknown
  /** A file with its line, an environment variable, a flag, or "default". */
  readonly origin: string
}

/** What one source says, or what all of them say together. */
export type Settings = ReadonlyMap<string, Setting>

/** What a file says and in which lines; the lines are told by dotted key. */
export interface FileSettings {
  readonly values: ConfigInput
  readonly lines: Readonly<Record<string, number>>
}

/** Every key that holds a single value or a list; agents and prices are named by the user and not listed. */
export const SETTING_SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(configSchema.shape).flatMap(([key, schema]) => settingsOf(key, schema)),
)

function settingsOf(key: string, schema: z.ZodType): readonly (readonly [string, z.ZodType])[] {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodRecord) return []
  if (!(inner instanceof z.ZodObject)) return [[key, schema]]
  return Object.entries(inner.shape).map(([name, part]) => [`${key}.${name}`, part as z.ZodType])
}

/** The values under their dotted keys; a section counts key by key. */
export function flatten(values: ConfigInput): ReadonlyMap<string, unknown> {
  const entries = Object.entries(values).flatMap(([key, value]): readonly Entry[] =>
    isSection(key) ? sectionEntries(key, value as object) : [[key, value]],
  )
  return new Map(entries.filter(([, value]) => value !== undefined))
}

type Entry = readonly [string, unknown]

const sectionEntries = (key: string, section: object = {}): readonly Entry[] =>
  Object.entries(section).map(([name, value]) => [`${key}.${name}`, value])

const isSection = (key: string): boolean => !SETTING_SCHEMAS.has(key)

/** The other way round. */
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
