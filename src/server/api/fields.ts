/** Words in which answers are described to readers. The compiler sees to it that each says of what type its field really is. */
import { z } from '@hono/zod-openapi'

interface Schema {
  readonly type?: Kind | [Kind, 'null']
  readonly description?: string
  readonly enum?: unknown[]
  readonly items?: Schema
  readonly properties?: Record<string, Schema>
  readonly required?: string[]
  readonly additionalProperties?: boolean | Schema
  readonly format?: string
  readonly example?: unknown
  readonly $ref?: string
}

type Kind = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array'

declare const FORM: unique symbol

/** A description of values of this form. */
export interface Field<F> extends Schema {
  /** Only the compiler knows it, so that no description stands for that of another form. */
  readonly [FORM]: (form: F) => F
}

/** What JSON makes of a type, and our descriptions can tell apart. Depth: how far objects are described. */
type Form<T, Depth extends 'whole' | 'told' | 'open' = 'whole'> = T extends string
  ? IsAny<T> extends true
    ? 'text'
    : `=${T}`
  : T extends number
    ? 'number'
    : T extends boolean
      ? 'flag'
      : T extends null
        ? null
        : T extends readonly (infer Item)[]
          ? { list: Form<Item, Depth> }
          : T extends object
            ? FormOfObject<T, Depth>
            : never

type FormOfObject<T, Depth> = Depth extends 'open'
  ? 'open'
  : Depth extends 'told'
    ? T extends { readonly is: infer Is extends string }
      ? `is=${Is}`
      : never
    : IsAny<keyof T & string> extends true
      ? { map: Form<T[keyof T]> }
      : { fields: { [Key in keyof T]-?: Form<T[Key]> } }

/** Any text, also one with a name such as TaskId, and not some words. */
type IsAny<Text extends string> = [Text] extends [never]
  ? false
  : {} extends Record<Text, 1>
    ? true
    : false

/** Whatever describes a type truly: the whole of it, by what its kinds are told apart, or only that it is an object. */
type FieldFor<T> = Field<Form<T>> | Field<Form<T, 'told'>> | Field<Form<T, 'open'>>

export type FieldsOf<T> = { readonly [Key in keyof Required<T>]: FieldFor<T[Key]> }

/** Descriptions are made here and nowhere else. */
const field = <F>(schema: Schema): Field<F> => schema as Field<F>

/** An answer whose type the code already has: what is said about it describes each of its fields. */
export const documentOf = <Type extends object>(
  name: string,
  description: string,
  properties: FieldsOf<Type>,
) => {
  const about = objectOf<Type>(description, properties)
  const schema = z
    .custom<Type>(isObject)
    .openapi(name, { ...about, type: 'object' } as Parameters<z.ZodType['openapi']>[1] & object)
  /** For documents that have this one in them. */
  return Object.assign(schema, {
    asField: field<Form<Type>>({ $ref: `#/components/schemas/${name}` }),
  })
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

type FieldsIn<Forms> = { readonly [Key in keyof Forms]: Field<Forms[Key]> }

/** Whose fields say what it is. */
export const object = <Forms extends object>(
  description: string,
  properties: FieldsIn<Forms>,
): Field<{ fields: { [Key in keyof Forms]: Forms[Key] } }> =>
  field({
    type: 'object',
    description,
    properties: properties as Readonly<Record<string, Schema>>,
    required: Object.keys(properties),
    additionalProperties: false,
  })

/** The same for a type that the code has. */
export const objectOf = <Type extends object>(
  description: string,
  properties: FieldsOf<Type>,
): Field<Form<Type>> => object(description, properties as object) as unknown as Field<Form<Type>>

/** A union of the code, told apart by its `is`; what else it has follows from that. */
export const oneOfMany = <const Is extends string>(
  description: string,
  values: readonly Is[],
): Field<`is=${Is}`> =>
  field({
    type: 'object',
    description,
    properties: { is: oneOf(values, 'Which of them it is.') },
    required: ['is'],
    additionalProperties: true,
  })

/** An object, and what is said here about it. */
export const loose = (description: string, said: Schema = {}): Field<'open'> =>
  field({ type: 'object', description, additionalProperties: true, ...said })

export const text = (description: string, example?: string): Field<'text'> =>
  field({ type: 'string', description, ...(example === undefined ? {} : { example }) })

export const number = (description: string): Field<'number'> =>
  field({ type: 'number', description })

export const whole = (description: string): Field<'number'> =>
  field({ type: 'integer', description })

export const flag = (description: string): Field<'flag'> => field({ type: 'boolean', description })

export const oneOf = <const Word extends string>(
  values: readonly Word[],
  description: string,
): Field<`=${Word}`> => field({ type: 'string', enum: [...values], description })

/** As Date.toISOString says it. */
export const time = (description: string): Field<'text'> =>
  field({ type: 'string', format: 'date-time', description })

export const listOf = <F>(items: Field<F>, description: string): Field<{ list: F }> =>
  field({ type: 'array', items, description })

export const texts = (description: string): Field<{ list: 'text' }> =>
  listOf(field({ type: 'string' }), description)

export const mapTo = <F>(values: Field<F>, description: string): Field<{ map: F }> =>
  field({ type: 'object', additionalProperties: values, description })

/** null where there is none. */
export const maybe = <F>(described: Field<F>): Field<F | null> =>
  field({
    ...described,
    type: [described.type as Kind, 'null'],
    ...(described.enum === undefined ? {} : { enum: [...described.enum, null] }),
  })
