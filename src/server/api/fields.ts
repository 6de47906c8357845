/** Words in which answers are described to readers; the compiler sees to it that no field is left out. */
import { z } from '@hono/zod-openapi'

export interface Field {
  readonly type?: Kind | [Kind, 'null']
  readonly description?: string
  readonly enum?: unknown[]
  readonly items?: Field
  readonly properties?: Record<string, Field>
  readonly required?: string[]
  readonly additionalProperties?: boolean | Field
  readonly format?: string
  readonly example?: unknown
  readonly $ref?: string
}

type Kind = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array'

/** An answer whose type the code already has: what is said about it names each of its fields. */
export const documentOf = <Type extends object>(
  name: string,
  description: string,
  properties: { readonly [Key in keyof Required<Type>]: Field },
) => {
  const about = object(description, properties)
  return z
    .custom<Type>(isObject)
    .openapi(name, { ...about, type: 'object' } as Parameters<z.ZodType['openapi']>[1] & object)
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

export const object = (
  description: string,
  properties: Readonly<Record<string, Field>>,
): Field => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** A union of the code, told apart by one of its fields; what else it has follows from that. */
export const oneOfMany = (description: string, key: string, values: readonly string[]): Field => ({
  type: 'object',
  description,
  properties: { [key]: oneOf(values, 'Which of them it is.') },
  required: [key],
  additionalProperties: true,
})

export const text = (description: string, example?: string): Field => ({
  type: 'string',
  description,
  ...(example === undefined ? {} : { example }),
})

export const number = (description: string): Field => ({ type: 'number', description })

export const whole = (description: string): Field => ({ type: 'integer', description })

export const flag = (description: string): Field => ({ type: 'boolean', description })

export const oneOf = (values: readonly string[], description: string): Field => ({
  type: 'string',
  enum: [...values],
  description,
})

/** As Date.toISOString says it. */
export const time = (description: string): Field => ({
  type: 'string',
  format: 'date-time',
  description,
})

export const listOf = (items: Field, description: string): Field => ({
  type: 'array',
  items,
  description,
})

export const texts = (description: string): Field => listOf({ type: 'string' }, description)

export const mapTo = (values: Field, description: string): Field => ({
  type: 'object',
  additionalProperties: values,
  description,
})

export const sameAs = (document: string): Field => ({ $ref: `#/components/schemas/${document}` })

/** null where there is none. */
export const maybe = (field: Field): Field => ({
  ...field,
  type: [field.type as Kind, 'null'],
  ...(field.enum === undefined ? {} : { enum: [...field.enum, null] }),
})
