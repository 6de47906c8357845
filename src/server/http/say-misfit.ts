/** What does not fit a schema, in a sentence: where it is, and why. */
import type { ZodError } from 'zod'

export const sayMisfit = ({ issues }: ZodError): string =>
  issues.map(({ path, message }) => [...pathOf(path), message].join(': ')).join('; ')

/** "tasks.2.id"; of the whole there is nothing to say. */
const pathOf = (path: readonly PropertyKey[]): readonly string[] =>
  path.length === 0 ? [] : [path.map(String).join('.')]
