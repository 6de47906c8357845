/** Answers a request to the REST API: who asks, may they, which route, and what the limits say. */
import type { IncomingMessage } from 'node:http'
import { createHash } from 'node:crypto'
import { routeFor, type FoundRoute } from '../rest/all-routes.ts'
import type { Answer } from '../rest/route.ts'
import { fullName, type Repository } from '../state/model.ts'
import { accountOf, hasRight, maySee, type Token, type World } from '../state/world.ts'
import type { Described } from '../true-to-github/described.ts'
import { acceptedToken } from './credentials.ts'
import type { Limits } from './limits.ts'
import { problemsParsing, readJson } from './read-json.ts'
import { missingRight, needsSso, notFound, Refused } from './refused.ts'

export interface Surroundings {
  readonly world: World
  readonly limits: Limits
  /** Null when nothing is to be compared with GitHub's description. */
  readonly described: Described | null
  readonly mismatches: string[]
}

export interface HttpRequest {
  readonly request: IncomingMessage
  readonly method: string
  readonly url: URL
  /** The path below the API. */
  readonly pathname: string
  readonly text: string
}

export async function answerRest(around: Surroundings, asked: HttpRequest): Promise<Answer> {
  const { limits, world } = around
  let who = 'nobody'
  try {
    if (asked.request.headers['user-agent'] === undefined) throw noUserAgent()
    const token = acceptedToken(world, asked.request)
    who = token?.text ?? who
    limits.enter(who, 'core', asked.method !== 'GET')
    const answer = withTag(asked, await answerRoute(around, asked, token))
    if (answer.status !== 304) limits.count(who, 'core', 1)
    return withLimits(answer, limits, who)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.status !== 403) limits.count(who, 'core', 1)
    return withLimits(error, limits, who)
  }
}

async function answerRoute(
  around: Surroundings,
  asked: HttpRequest,
  token: Token | null,
): Promise<Answer> {
  const { world, limits, described, mismatches } = around
  const found = routeFor(asked.method, named(world, asked.pathname))
  if (found === null) throw unserved(world, asked, token)
  const repository = repositoryOf(world, found, token)
  const by = accountOf(world, token?.login ?? 'ghost')
  const body = bodyOf(asked.text)
  mismatches.push(...((await described?.request(found.route, asked.url.searchParams, body)) ?? []))
  if (found.route.makesContent && token !== null) limits.makeContent(token.text)
  const query = asked.url.searchParams
  const answer = await handled(() =>
    found.route.handle({ ...found, world, token, by, repository, query, body }),
  )
  mismatches.push(...((await described?.answer(found.route, answer.status, answer.body)) ?? []))
  if (answer instanceof Refused) throw answer
  return answer
}

/** A repository may be named by its id, as the links to other pages do. */
function named({ repositories }: World, pathname: string): string {
  const [, id, rest = ''] = /^\/repositories\/(\d+)(.*)$/.exec(pathname) ?? []
  const found = [...repositories.values()].find((one) => `${one.id}` === id)
  return found === undefined ? pathname : `/repos/${fullName(found)}${rest}`
}

/** A refusal is an answer, too, with a form of its own. */
async function handled(handle: () => Answer | Promise<Answer>): Promise<Answer | Refused> {
  try {
    return await handle()
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

/** GitHub says "not found" for what a token may not see, and "forbidden" for what it sees without the right. */
function repositoryOf(world: World, { route, path }: FoundRoute, token: Token | null): Repository {
  const { owner, repo } = path
  // Routes without a repository never look at it.
  if (owner === undefined || repo === undefined) return undefined as unknown as Repository
  const repository = world.repositories.get(`${owner}/${repo}`.toLowerCase())
  if (repository === undefined || !maySee(token, repository)) throw notFound()
  if (token?.needsSso === true) throw needsSso(owner, world.address)
  const [first] = route.needs
  if (first === undefined) return repository
  if (token === null && route.method === 'GET') return repository
  if (token === null) throw new Refused(401, { message: 'Requires authentication' })
  if (!route.needs.some(([right, level]) => hasRight(token, right, level)))
    throw missingRight(...first)
  return repository
}

/** Writes that we do not serve would move refs or settings: the token under test must never try. */
function unserved({ violations }: World, asked: HttpRequest, token: Token | null): Refused {
  const isTried = asked.method !== 'GET' && token?.isUnderTest === true
  if (isTried) violations.push(`The token under test tried ${asked.method} ${asked.pathname}.`)
  return notFound()
}

function bodyOf(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return {}
  const read = readJson(text)
  if (typeof read === 'object' && read !== null) return read as Record<string, unknown>
  throw problemsParsing()
}

const noUserAgent = (): Refused =>
  new Refused(403, {
    message:
      'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.',
  })

function withTag({ method, request }: HttpRequest, answer: Answer): Answer {
  if (method !== 'GET' || answer.status !== 200) return answer
  const hash = createHash('sha256').update(JSON.stringify(answer.body)).digest('hex')
  const etag = `W/"${hash}"`
  const headers = { ...answer.headers, etag }
  const known = request.headers['if-none-match'] ?? ''
  const isKnown = known.replace(/^W\//, '') === etag.replace(/^W\//, '')
  return isKnown ? { status: 304, body: null, headers } : { ...answer, headers }
}

const withLimits = (answer: Omit<Answer, 'name'>, limits: Limits, who: string): Answer => ({
  status: answer.status,
  body: answer.body,
  headers: { ...limits.headers(who, 'core'), ...answer.headers },
})
