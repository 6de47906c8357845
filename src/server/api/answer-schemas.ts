/** Builders for the schemas of answers. The compiler checks that each field is described with its real type. */
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
  /** Exists only for the compiler, so that a description of one form cannot stand for that of another. */
  readonly [FORM]: (form: F) => F
}

/** The form of a type as JSON, as far as our descriptions tell forms apart. Depth: how far objects are described. */
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

/** Whether it is any text, also a branded one such as TaskId, and not a union of certain words. */
type IsAny<Text extends string> = [Text] extends [never]
  ? false
  : {} extends Record<Text, 1>
    ? true
    : false

/** Every true description of a type: all of its fields, only the `is` of a union, or only that it is an object. */
type FieldFor<T> = Field<Form<T>> | Field<Form<T, 'told'>> | Field<Form<T, 'open'>>

export type FieldsOf<T> = { readonly [Key in keyof Required<T>]: FieldFor<T[Key]> }

/** The only place that makes descriptions. */
const field = <F>(schema: Schema): Field<F> => schema as Field<F>

/** Describes an answer whose type the code already has: each of its fields must be described. */
export const documentOf = <Type extends object>(
  name: string,
  description: string,
  properties: FieldsOf<Type>,
) => {
  const about = objectOf<Type>(description, properties)
  const schema = z
    .custom<Type>(isObject)
    .openapi(name, { ...about, type: 'object' } as Parameters<z.ZodType['openapi']>[1] & object)
  /** For documents that contain this one. */
  return Object.assign(schema, {
    asField: field<Form<Type>>({ $ref: `#/components/schemas/${name}` }),
  })
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

type FieldsIn<Forms> = { readonly [Key in keyof Forms]: Field<Forms[Key]> }

/** An object that is described by its fields alone. */
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

/** The same for a type that the code already has. */
export const objectOf = <Type extends object>(
  description: string,
  properties: FieldsOf<Type>,
): Field<Form<Type>> => object(description, properties as object) as unknown as Field<Form<Type>>

/** A union whose kinds are told apart by `is`; the other fields depend on the kind and are not described. */
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

/** An object that may have any fields; `details` describes some of them. */
export const loose = (description: string, details: Schema = {}): Field<'open'> =>
  field({ type: 'object', description, additionalProperties: true, ...details })

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

/** As Date.toISOString writes it. */
export const time = (description: string): Field<'text'> =>
  field({ type: 'string', format: 'date-time', description })

export const listOf = <F>(items: Field<F>, description: string): Field<{ list: F }> =>
  field({ type: 'array', items, description })

export const texts = (description: string): Field<{ list: 'text' }> =>
  listOf(field({ type: 'string' }), description)

export const mapTo = <F>(values: Field<F>, description: string): Field<{ map: F }> =>
  field({ type: 'object', additionalProperties: values, description })

/** The same field, or null. */
export const maybe = <F>(described: Field<F>): Field<F | null> =>
  field({
    ...described,
    type: [described.type as Kind, 'null'],
    ...(described.enum === undefined ? {} : { enum: [...described.enum, null] }),
  })
