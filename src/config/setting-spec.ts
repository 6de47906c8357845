/** How a setting is described, once, and the types that follow from its description. */
import type { z } from 'zod'

/** The unit of a value after it was read; the setting's name in `Config` ends with it. */
type Unit = '' | 'Seconds' | 'Bytes'

export interface SettingSpec<S extends z.ZodType = z.ZodType, U extends Unit = Unit> {
  readonly schema: S
  readonly usual: z.output<S>
  /** One line for the default file and the documents. */
  readonly about: string
  readonly unit: U
  /** The word for null where "none" would mislead. */
  readonly unset?: string
  /** The flag of `conductor run` that sets the same. */
  readonly flag?: string
}

type Fields = Readonly<Record<string, SettingSpec>>

/** Settings under a common key. */
export interface SectionSpec<F extends Fields = Fields> {
  readonly about: string
  readonly fields: F
}

type Table = Readonly<Record<string, SettingSpec | SectionSpec>>

type More = Pick<SettingSpec, 'unset' | 'flag'>

const specIn =
  <U extends Unit>(unit: U) =>
  <S extends z.ZodType>(schema: S, usual: z.output<S>, about: string, more: More = {}) =>
    ({ schema, usual, about, unit, ...more }) satisfies SettingSpec<S, U>

export const setting = specIn('')
export const seconds = specIn('Seconds')
export const bytes = specIn('Bytes')

export const section = <F extends Fields>(about: string, fields: F): SectionSpec<F> => ({
  about,
  fields,
})

export const isSection = (entry: SettingSpec | SectionSpec): entry is SectionSpec =>
  'fields' in entry

type Value<Spec> = Spec extends SettingSpec<infer S> ? z.output<S> : never

export type SchemasOf<T extends Table> = {
  readonly [Key in keyof T]: T[Key] extends SectionSpec<infer F>
    ? z.ZodType<{ readonly [Name in keyof F]?: Value<F[Name]> | undefined }>
    : T[Key] extends SettingSpec<infer S>
      ? S
      : never
}

/** The settings under their names in the code: `land.check_timeout` is `land.checkTimeoutSeconds`. */
export type Named<T> = {
  readonly [Key in keyof T & string as NameOf<Key, T[Key]>]: T[Key] extends SectionSpec<infer F>
    ? Named<F>
    : Value<T[Key]>
}

type NameOf<Key extends string, Entry> =
  Entry extends SettingSpec<z.ZodType, infer U> ? `${Camel<Key>}${U}` : Camel<Key>

type Camel<Key extends string> = Key extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Key

/** A setting that is not given gets its default; values are as their schemas gave them. */
export function named<T extends Table>(table: T, values: object): Named<T> {
  const entries = Object.entries(table).map(([key, entry]) => {
    const value = (values as Readonly<Record<string, unknown>>)[key]
    return isSection(entry)
      ? [camel(key), named(entry.fields, value ?? {})]
      : [camel(key) + entry.unit, value === undefined ? entry.usual : value]
  })
  return Object.fromEntries(entries) as Named<T>
}

export const camel = (key: string): string =>
  key.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())
