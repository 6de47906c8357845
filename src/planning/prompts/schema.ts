/** Writes JSON Schemas in the subset that every backend enforces: all fields are required, and no others allowed. */
import type { JsonSchema } from '../planning-model.ts'

export const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

export const list = (items: JsonSchema, description: string): JsonSchema => ({
  type: 'array',
  items,
  description,
})

export const text = (description: string): JsonSchema => ({ type: 'string', description })

export const texts = (description: string): JsonSchema => list({ type: 'string' }, description)

export const whole = (description: string): JsonSchema => ({ type: 'integer', description })

export const oneOf = (words: readonly string[], description: string): JsonSchema => ({
  type: 'string',
  enum: words,
  description,
})

export const yesNo = (description: string): JsonSchema => ({ type: 'boolean', description })
