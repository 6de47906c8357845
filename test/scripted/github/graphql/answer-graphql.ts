/** Answers a query of GraphQL with a real executor on GitHub's published schema; errors have the form of GitHub. */
import {
  defaultFieldResolver,
  execute,
  GraphQLError,
  parse,
  validate,
  type DocumentNode,
  type GraphQLFieldResolver,
} from 'graphql'
import type { HttpRequest, Surroundings } from '../http/answer-rest.ts'
import { acceptedToken } from '../http/credentials.ts'
import { problemsParsing, readJson } from '../http/read-json.ts'
import { noCredentials, Refused } from '../http/refused.ts'
import type { Answer } from '../rest/route.ts'
import type { Token } from '../state/world.ts'
import { costOf, type Cost } from './cost.ts'
import { githubSchema } from './github-schema.ts'
import { rootOf } from './root.ts'

export async function answerGraphql(around: Surroundings, asked: HttpRequest): Promise<Answer> {
  const { limits, world } = around
  try {
    const token = acceptedToken(world, asked.request)
    if (token === null) throw noCredentials()
    limits.enter(token.text, 'graphql', /\bmutation\b/.test(asked.text))
    const body = await answerQuery(around, token, asked.text)
    return { status: 200, body, headers: limits.headers(token.text, 'graphql') }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return refusalOf(around, asked, error)
  }
}

/** A limit that is used up is told with status 200. */
function refusalOf({ limits, world }: Surroundings, asked: HttpRequest, refused: Refused): Answer {
  if (refused.status !== 200)
    return { status: refused.status, body: refused.body, headers: refused.headers }
  const who = acceptedToken(world, asked.request)?.text ?? ''
  const { type, message } = refused
  const errors = [{ type, code: 'graphql_rate_limit', message }]
  return { status: 200, body: { errors }, headers: limits.headers(who, 'graphql') }
}

async function answerQuery(around: Surroundings, token: Token, text: string): Promise<unknown> {
  const { query, variables = {} } = wordsOf(text)
  const document = documentOf(query)
  if (document instanceof GraphQLError) return { errors: [told(document)] }
  const wrong = validate(githubSchema(), document)
  if (wrong.length > 0) {
    around.mismatches.push(...wrong.map(({ message }) => `GraphQL: ${message}`))
    return { errors: wrong.map(told) }
  }
  const cost = costOf(document, variables)
  if (cost.nodes > 500_000) return { errors: [tooMany(cost)] }
  around.limits.count(token.text, 'graphql', cost.points)
  const { data, errors } = await execute({
    schema: githubSchema(),
    document,
    variableValues: variables,
    rootValue: rootOf(around, token, cost),
    fieldResolver: onlyServed,
  })
  return errors === undefined ? { data } : { data, errors: errors.map(told) }
}

interface GraphqlWords {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
}

function wordsOf(text: string): GraphqlWords {
  const words = readJson(text) as GraphqlWords | null
  if (typeof words?.query === 'string') return words
  throw problemsParsing()
}

function documentOf(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query)
  } catch (error) {
    return error as GraphQLError
  }
}

/** A field of the schema that we do not serve is a gap of ours, never a silent null. */
const onlyServed: GraphQLFieldResolver<unknown, unknown> = (source, given, context, info) => {
  const isServed = typeof source === 'object' && source !== null && info.fieldName in source
  if (!isServed)
    throw new Error(`Our GitHub does not serve ${info.parentType.name}.${info.fieldName}.`)
  return defaultFieldResolver(source, given, context, info)
}

function told(error: GraphQLError) {
  const refused = error.originalError
  const type = refused instanceof Refused ? refused.type : error.extensions['type']
  const { path, locations, message } = error
  return { ...(type === undefined ? {} : { type }), path, locations, message }
}

const tooMany = ({ nodes }: Cost) => ({
  type: 'MAX_NODE_LIMIT_EXCEEDED',
  message: `This query requests up to ${nodes} possible nodes which exceeds the maximum limit of 500,000.`,
})
