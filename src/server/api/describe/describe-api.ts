/** The OpenAPI document of the whole API, made from the schemas that check requests. */
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Env, Schema } from 'hono'
import { ALIASES, type Alias } from '../aliases.ts'

export type ApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>

export type Operation = NonNullable<NonNullable<ApiDocument['paths']>[string]['get']>

export interface AboutApi {
  readonly version: string
  readonly cookie: string
}

export function describeApi<Routes extends Schema>(
  api: OpenAPIHono<Env, Routes>,
  { version, cookie }: AboutApi,
): ApiDocument {
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Conductor', version, description: INTRODUCTION, license: LICENSE },
    servers: [{ url: '/', description: 'This server.' }],
    security: [{ bearer: [] }, { cookie: [] }],
    tags: TAGS,
  })
  document.components = {
    ...document.components,
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'The token of the link.' },
      cookie: { type: 'apiKey', in: 'cookie', name: cookie, description: 'As browsers have it.' },
    },
  }
  document.paths = withAliases(named(document.paths ?? {}))
  return document
}

const LICENSE = { name: 'MIT', identifier: 'MIT' }

const INTRODUCTION = `Everything that can be seen and done in the web app, for programs.

Give the token of the link that \`conductor serve\` printed: \`Authorization: Bearer <token>\`.
Paths below /api/ are about the repository that the server was started in. Each of them also exists below
/api/projects/{id}/, for every repository that GET /api/projects lists.
Every refusal has one form: \`error\` for programs, \`message\` for people, \`hint\` for what to do.
Doing something that is done already is no mistake. With an \`Idempotency-Key\` (1 to 200 characters) a request
that is repeated gets its first answer again.`

const TAGS = [
  { name: 'server', description: 'Whether it is there, what it serves, figures for Prometheus.' },
  { name: 'project', description: 'A repository; `GET /api/projects` lists them.' },
  { name: 'run', description: 'One execution of a plan.' },
  { name: 'task', description: 'One piece of work.' },
  { name: 'attempt', description: 'One try at one task, by one agent.' },
  { name: 'plan', description: 'What should be done, and what would come of it.' },
  { name: 'batch', description: 'A level of the plan: 1 comes after nothing.' },
  { name: 'suggest', description: 'In which order workspaces are best worked on.' },
  { name: 'worktree', description: 'Where tasks work.' },
  { name: 'workspace', description: 'All branches that are worked on, as trees.' },
  { name: 'merge', description: 'How work comes into the target.' },
  { name: 'expertise', description: 'What the runs of this repository have taught.' },
  { name: 'attention', description: 'What waits for a person.' },
  { name: 'alias', description: 'Other names of the same paths.' },
]

type Paths = NonNullable<ApiDocument['paths']>

const METHODS = ['get', 'post', 'patch', 'delete'] as const

/** Client generators need a name for each operation. */
const named = (paths: Paths): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => {
      const operations = METHODS.flatMap((method) =>
        item[method] ? [[method, { ...item[method], operationId: nameOf(method, path) }]] : [],
      )
      return [path, { ...item, ...Object.fromEntries(operations) }]
    }),
  )

/** `get /api/runs/{run}/tasks` is getRunsRunTasks. */
const nameOf = (method: string, path: string): string =>
  [method, ...path.replace(/^\/api(?=\/)/, '').matchAll(/[A-Za-z]+/g)]
    .map(String)
    .map((word, i) => (i === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join('')

function withAliases(paths: Paths): Paths {
  const all: Paths = { ...paths }
  for (const alias of ALIASES)
    all[alias.path] = { ...all[alias.path], [alias.method]: sameAs(alias, paths) }
  return all
}

function sameAs({ method, path, meant }: Alias, paths: Paths): Operation {
  const { responses, requestBody, parameters = [] } = paths[meant]![method]!
  return {
    operationId: `alias${nameOf(method, path).replace(/^./, (first) => first.toUpperCase())}`,
    tags: ['alias'],
    summary: `The same as ${method.toUpperCase()} ${meant}`,
    parameters: path.startsWith('/projects/') ? [PROJECT, ...parameters] : parameters,
    ...(requestBody === undefined ? {} : { requestBody }),
    responses,
  } as Operation
}

const PROJECT = {
  name: 'id',
  in: 'path' as const,
  required: true,
  description: 'The id of a project, or `current`.',
  schema: { type: 'string' as const, example: 'current' },
}
