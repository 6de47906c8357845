/** Compares requests and answers with GitHub's own description of its REST API. Only what is asked for is compiled, once. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Ajv, type ValidateFunction } from 'ajv'
import { plainSchema, type Schema } from './plain-schema.ts'

interface DescribedRoute {
  readonly method: string
  readonly template: string
}

/** Each gives sentences about what is not as described; none when all is well. */
export interface Described {
  request(
    route: DescribedRoute,
    query: URLSearchParams,
    body: Readonly<Record<string, unknown>>,
  ): Promise<readonly string[]>
  answer(route: DescribedRoute, status: number, body: unknown): Promise<readonly string[]>
}

interface Operation {
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Response | Reference>>
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}
interface Reference {
  readonly $ref: string
}
interface Response {
  readonly content?: Content
}
type Content = Readonly<Record<string, { readonly schema: Schema } | undefined>>

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

let reading: Promise<Description> | undefined

/** 13 MB, a tenth of a second; the package's own entry would read thirty times as much. */
function description(): Promise<Description> {
  const find = createRequire(import.meta.url).resolve
  reading ??= readFile(find('@octokit/openapi/generated/api.github.com.json'), 'utf8').then(
    (text) => JSON.parse(text) as Description,
  )
  return reading
}

const ajv = new Ajv({
  strict: false,
  allErrors: false,
  inlineRefs: false,
  logger: false,
  // Compiling takes longer than checking.
  code: { optimize: false },
  formats: {
    uri: (text: string) => URL.canParse(text),
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/,
  },
  validateFormats: true,
})

const compiled = new Map<string, ValidateFunction | null>()

export const described: Described = {
  async request(route, query, body) {
    const operation = await operationOf(route)
    if (operation === undefined) return [`GitHub has no ${nameOf(route)}.`]
    const schema = operation.requestBody?.content['application/json']?.schema
    const complaints = await checked(`${nameOf(route)} request`, schema, body)
    return [...complaints, ...(await unknownParameters(route, operation, query))]
  },
  async answer(route, status, body) {
    const operation = await operationOf(route)
    const response = await resolved<Response>(operation?.responses[`${status}`])
    // Refusals are not described for every route.
    if (response === undefined && status >= 400) return []
    if (response === undefined) return [`GitHub never answers ${nameOf(route)} with ${status}.`]
    const schema = response.content?.['application/json']?.schema
    return await checked(`${nameOf(route)} ${status}`, schema, asDescribed(status, body))
  },
}

/** Refusals also say their status since 2024; the description does not have that yet. */
function asDescribed(status: number, body: unknown): unknown {
  if (status < 400) return body
  const { status: _, ...rest } = body as Record<string, unknown>
  return rest
}

const nameOf = ({ method, template }: DescribedRoute): string => `${method} ${template}`

async function operationOf({ method, template }: DescribedRoute): Promise<Operation | undefined> {
  const { paths } = await description()
  return paths[template]?.[method.toLowerCase()]
}

async function resolved<T>(found: T | Reference | undefined): Promise<T | undefined> {
  if (typeof found !== 'object' || found === null || !('$ref' in found)) return found
  const [, , kind = '', name = ''] = found.$ref.split('/')
  const { components } = await description()
  return components[kind]?.[name] as T | undefined
}

async function unknownParameters(
  route: DescribedRoute,
  { parameters = [] }: Operation,
  query: URLSearchParams,
): Promise<readonly string[]> {
  const known = await Promise.all(parameters.map((one) => resolved<Parameter>(one)))
  const complaints: string[] = []
  for (const [name, value] of query) {
    const parameter = known.find((one) => one?.in === 'query' && one.name === name)
    if (parameter === undefined) complaints.push(`${nameOf(route)} has no parameter ${name}.`)
    else
      complaints.push(
        ...(await checked(
          `${nameOf(route)}?${name}`,
          parameter.schema,
          typedValue(value, parameter),
        )),
      )
  }
  return complaints
}

function typedValue(value: string, { schema }: Parameter): unknown {
  if (schema['type'] === 'integer') return Number(value)
  if (schema['type'] === 'boolean') return value === 'true'
  return value
}

async function checked(
  name: string,
  schema: Schema | undefined,
  value: unknown,
): Promise<readonly string[]> {
  if (schema === undefined) return []
  const validate = compiled.get(name) ?? (await compile(name, schema))
  if (validate === null || validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${name}: ${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

async function compile(name: string, schema: Schema): Promise<ValidateFunction | null> {
  const plain = plainSchema(schema)
  await addReferenced(plain)
  const validate = ajv.compile(plain)
  compiled.set(name, validate)
  return validate
}

/** The one mistake we know of: recorded answers have labels without a description, and so has the schema of labels itself. */
function corrected(name: string, schema: Schema): Schema {
  if (name !== 'pull-request-simple') return schema
  const properties = schema['properties'] as Record<string, Schema>
  const labels = { type: 'array', items: { $ref: '#/components/schemas/label' } }
  return { ...schema, properties: { ...properties, labels } }
}

/** Adds every schema that is named in this one, and in those, under its own name. */
async function addReferenced(schema: Schema): Promise<void> {
  const { components } = await description()
  for (const [, name = ''] of JSON.stringify(schema).matchAll(
    /"\$ref":"github:\/\/schemas\/([^"]+)"/g,
  )) {
    if (ajv.schemas[`github://schemas/${name}`] !== undefined) continue
    const found = plainSchema(corrected(name, components['schemas']?.[name] as Schema))
    ajv.addSchema(found, `github://schemas/${name}`)
    await addReferenced(found)
  }
}
