/** The prompt for a model that takes no schema, or no instructions, beside it. */
import type { JsonSchema, Question } from './planning-model.ts'

export const withSchema = (prompt: string, schema: JsonSchema): string => `${prompt}

Answer with one JSON object and nothing else: no explanation, no commands, no files. The object must satisfy this JSON Schema:

${JSON.stringify(schema)}
`

export const inOneText = ({ system, prompt, schema }: Question): string =>
  withSchema(`${system}\n\n${prompt}`, schema)
