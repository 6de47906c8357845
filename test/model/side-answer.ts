/** What clients ask a model beside the work: titles, summaries, whether there is quota left. */
import type { Asked, Schema } from './protocol.ts'

/** What clients offer tools for is work, but for the guess of Claude Code at what its user might say next. */
export const isAside = ({ tools, lastText = '' }: Asked): boolean =>
  tools.length === 0 || lastText.startsWith('[SUGGESTION MODE')

/** Short and harmless, and of the wanted shape, or the client would ask until it is. */
export const sideAnswer = ({ schema }: Asked): string =>
  schema === null ? 'ok' : JSON.stringify(sample(schema))

/** What clients ask without a conversation; null: nothing we know. */
export function lookUp(path: string): unknown {
  if (path.endsWith('/count_tokens')) return { input_tokens: 100 }
  if (path.endsWith(':countTokens')) return { totalTokens: 100 }
  if (path.endsWith('/models')) return { object: 'list', data: [] }
  return null
}

function sample({ properties = {} }: Schema): Readonly<Record<string, unknown>> {
  const value = ({
    type = '',
    enum: [first] = [],
  }: NonNullable<typeof properties>[string]): unknown =>
    first ?? SAMPLES[type.toLowerCase()] ?? 'ok'
  return Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, value(of)]))
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  integer: 1,
  number: 1,
  boolean: false,
  array: [],
  object: {},
}
