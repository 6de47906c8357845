/** Calls the API as its OpenAPI document says, and fails when an answer does not match the document. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'

export type Fetch = (path: string, request: RequestInit) => Promise<Response>

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- documents of many forms, looked into by tests
  readonly json: any
}

export interface DescribedApi {
  get(path: string, headers?: Headers_): Promise<Answer>
  post(path: string, body?: unknown, headers?: Headers_): Promise<Answer>
  patch(path: string, body: unknown, headers?: Headers_): Promise<Answer>
  delete(path: string, headers?: Headers_): Promise<Answer>
  /** The statuses that each called operation answered with; operations are named as in the document. */
  readonly called: ReadonlyMap<string, ReadonlySet<number>>
  readonly document: ApiDocument
}

type Headers_ = Readonly<Record<string, string>>

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly unknown[]
  readonly requestBody?: unknown
  readonly responses: Readonly<Record<string, { readonly content?: object }>>
}

export async function describedApi(fetch: Fetch): Promise<DescribedApi> {
  const document = (await (await fetch('/api/openapi.json', {})).json()) as ApiDocument
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(document, 'api')
  const called = new Map<string, Set<number>>()

  const call = async (method: string, path: string, request: RequestInit): Promise<Answer> => {
    const response = await fetch(path, { ...request, method: method.toUpperCase() })
    const json: unknown = await response.json()
    const template = templateOf(document, path, method)
    if (template !== null) check(method, template, response.status, json)
    return { status: response.status, headers: response.headers, json }
  }

  return {
    get: (path, headers = {}) => call('get', path, { headers }),
    post: (path, body, headers) => call('post', path, bodied(body, headers)),
    patch: (path, body, headers) => call('patch', path, bodied(body, headers)),
    delete: (path, headers = {}) => call('delete', path, { headers }),
    called,
    document,
  }

  function check(method: string, template: string, status: number, json: unknown): void {
    const name = `${method.toUpperCase()} ${template}`
    const promised = Object.keys(document.paths[template]![method]!.responses)
    expect(promised, `${name} answers ${status}`).toContain(String(status))
    const validate = ajv.getSchema(
      `api#/paths/${pointer(template)}/${method}/responses/${status}/content/application~1json/schema`,
    )!
    if (!validate(json))
      throw new Error(
        `${name} ${status}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(json)}`,
      )
    called.set(name, new Set([...(called.get(name) ?? []), status]))
  }
}

const bodied = (body: unknown, headers: Headers_ = {}): RequestInit =>
  body === undefined
    ? { headers }
    : {
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }

/** null: the document does not have the path. */
function templateOf({ paths }: ApiDocument, path: string, method: string): string | null {
  const plain = path.replace(/\?.*$/, '')
  const templates = Object.keys(paths).filter(
    (template) =>
      paths[template]![method] !== undefined &&
      new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(plain),
  )
  return templates.find((template) => !template.includes('{')) ?? templates[0] ?? null
}

const pointer = (path: string): string =>
  encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
