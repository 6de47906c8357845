/** A random boundary around the data of one question, which the author of the data cannot have guessed. */
import { randomBytes } from 'node:crypto'
import { boundaryFor } from './prompts/fence.ts'

export const newBoundary = (texts: readonly string[]): string =>
  boundaryFor(texts, () => randomBytes(12).toString('hex'))
