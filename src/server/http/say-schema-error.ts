/** Says in a sentence where and why a value does not fit its schema. */
import type { ZodError } from 'zod'

export const saySchemaError = ({ issues }: ZodError): string =>
  issues.map(({ path, message }) => [...pathOf(path), message].join(': ')).join('; ')

/** "tasks.2.id"; empty for the whole value. */
const pathOf = (path: readonly PropertyKey[]): readonly string[] =>
  path.length === 0 ? [] : [path.map(String).join('.')]
