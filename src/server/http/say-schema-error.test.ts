import { expect, it } from 'vitest'
import * as z from 'zod'
import { saySchemaError } from './say-schema-error.ts'

const SCHEMA = z.strictObject({
  limit: z.int().min(1).optional(),
  tasks: z.array(z.object({ id: z.string() })).optional(),
})

it.each([
  [{ limit: 0 }, /^limit: Too small/],
  [{ limit: 0, tasks: [{ id: 'a' }, {}] }, /^limit: Too small[^;]*; tasks\.1\.id: Invalid input/],
  [{ batch: 2 }, /^Unrecognized key: "batch"$/],
])('says where %j does not fit, and why', (given, words) => {
  expect(saySchemaError(SCHEMA.safeParse(given).error!)).toMatch(words)
})
