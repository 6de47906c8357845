/** Answers to what clients ask a model beside the work: titles, summaries, whether there is quota left. */
import type { Asked, Schema } from './protocol.ts'

/** A request with tools is work, except when Claude Code asks what its user might say next. */
export const isAside = ({ tools, lastText = '' }: Asked): boolean =>
  tools.length === 0 || lastText.startsWith('[SUGGESTION MODE')

/** A short answer of the wanted shape; with another shape the client would retry for ever. */
export const sideAnswer = ({ schema }: Asked): string =>
  schema === null ? 'ok' : JSON.stringify(sample(schema))

/** Answers to requests without a conversation; null: the path is unknown. */
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
