/** The prompt for a model that takes no schema beside it. */
import type { JsonSchema } from './planning-model.ts'

export const withSchema = (prompt: string, schema: JsonSchema): string => `${prompt}

Answer with one JSON object and nothing else: no explanation, no commands, no files. The object must satisfy this JSON Schema:

${JSON.stringify(schema)}
`
