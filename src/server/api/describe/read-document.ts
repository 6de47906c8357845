/** Reads schemas of the OpenAPI document for people: their fields in words, an example of each, a curl command. */
import type { ApiDocument, Operation } from './describe-api.ts'

export interface DocumentedField {
  readonly name: string
  readonly type: string
  readonly isNeeded: boolean
  readonly description: string
}

/** The part of JSON Schema that our document uses. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly example?: unknown
  readonly default?: unknown
  readonly description?: string
  readonly format?: string
  readonly minimum?: number
}

/** Each field, followed by the fields within it: `ways`, `ways[].command`. */
export function fieldsOf(
  document: ApiDocument,
  schemaOrRef: object,
  within = '',
): readonly DocumentedField[] {
  const schema = resolved(document, schemaOrRef)
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const resolvedField = resolved(document, field)
    const name = `${within}${key}`
    const one = {
      name,
      type: typeOf(document, resolvedField),
      isNeeded: schema.required?.includes(key) ?? false,
      description: field.description ?? resolvedField.description ?? '',
    }
    const inner = resolvedField.items === undefined ? `${name}.` : `${name}[].`
    return [one, ...fieldsOf(document, resolvedField.items ?? resolvedField, inner)]
  })
}

/** An example of an answer or a body. */
export function exampleOf(document: ApiDocument, schemaOrRef: object): unknown {
  const schema = resolved(document, schemaOrRef)
  if (schema.example !== undefined) return schema.example
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const choice = (schema.oneOf ?? schema.anyOf ?? schema.allOf)?.[0]
  return choice === undefined ? exampleByType(document, schema) : exampleOf(document, choice)
}

function exampleByType(document: ApiDocument, schema: Schema): unknown {
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [
          name,
          exampleOf(document, field),
        ]),
      )
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(document, schema.items)]
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'string':
      return schema.format === 'date-time' ? '2026-01-31T09:30:00.000Z' : 'text'
    default:
      return null
  }
}

export const bodyOf = ({ requestBody }: Operation): object | null =>
  requestBody !== undefined && 'content' in requestBody
    ? (requestBody.content['application/json']?.schema ?? null)
    : null

export interface Request {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** A curl command for the operation. */
export function curlFor(document: ApiDocument, { method, path, operation }: Request): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueFor(operation, name))
  const body = bodyOf(operation)
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}-H "Authorization: Bearer $TOKEN"`,
    ...(body === null
      ? []
      : [
          '-H "content-type: application/json"',
          `-d '${JSON.stringify(exampleOf(document, body)).replaceAll("'", `'\\''`)}'`,
        ]),
    `http://127.0.0.1:4700${address}`,
  ].join(' \\\n  ')
}

function valueFor({ parameters = [] }: Operation, name: string): string {
  const parameter = parameters.find((parameter) => 'name' in parameter && parameter.name === name)
  const schema =
    parameter !== undefined && 'schema' in parameter ? (parameter.schema as Schema) : {}
  const { example = name } = schema
  return typeof example === 'string' ? example : JSON.stringify(example)
}

function typeOf(document: ApiDocument, schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map(String).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const choices = schema.oneOf ?? schema.anyOf
  if (choices !== undefined)
    return choices.map((choice) => typeOf(document, resolved(document, choice))).join(' | ')
  if (schema.items !== undefined) {
    const list = `list of ${typeOf(document, resolved(document, schema.items))}`
    return schema.type?.includes('null') ? `${list} | null` : list
  }
  return [schema.type ?? 'any'].flat().join(' | ')
}

function resolved(document: ApiDocument, schemaOrRef: object): Schema {
  const schema = schemaOrRef as Schema
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return name === undefined ? schema : (document.components!.schemas![name] as Schema)
}
