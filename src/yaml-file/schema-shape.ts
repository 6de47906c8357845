/** Looks inside a zod schema for the keys that it has at a given place. */
import { z } from 'zod'
import type { Path } from './problem.ts'

export function keysAt(schema: z.ZodType, path: Path): readonly string[] {
  const schemaAt = path.reduce<z.ZodType | undefined>(stepInto, schema)
  const inner = schemaAt && unwrapped(schemaAt)
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
}

/** The schema without the "optional", "nullable" and "preprocess" around it. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return unwrapped(schema.unwrap() as z.ZodType)
  }
  return isRewritten(schema) ? unwrapped(schema.out as z.ZodType) : schema
}

/** Whether z.preprocess made it; a pipe that ends in a transform is a value and not a mapping. */
const isRewritten = (schema: z.ZodType): schema is z.ZodPipe =>
  schema instanceof z.ZodPipe && !(schema.out instanceof z.ZodTransform)

function stepInto(schema: z.ZodType | undefined, step: string | number): z.ZodType | undefined {
  const inner = schema && unwrapped(schema)
  if (inner instanceof z.ZodObject) return inner.shape[step] as z.ZodType | undefined
  if (inner instanceof z.ZodArray) return inner.element as z.ZodType
  return inner instanceof z.ZodRecord ? (inner.valueType as z.ZodType) : undefined
}
