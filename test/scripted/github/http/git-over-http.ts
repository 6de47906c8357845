/** Git over smart HTTP: `git http-backend` as a CGI program, behind the rules of GitHub about who may fetch and push. */
import { spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { GIT_ENVIRONMENT } from '../git/call-git.ts'
import { fullName, type Repository } from '../state/model.ts'
import { hasRight, maySee, type Token, type World } from '../state/world.ts'

export const GIT_PATH = /^\/([^/]+)\/([^/]+)\.git(\/[^?]*)$/

export interface GitRequest {
  readonly repository: Repository
  readonly token: Token | null
  readonly service: 'git-upload-pack' | 'git-receive-pack'
  /** The path below the repository. */
  readonly path: string
  readonly query: string
}

export type GitRefusal = { readonly status: number; readonly text: string }

/** What is asked for, or why GitHub refuses it. */
export function gitRequestOf(
  world: World,
  url: URL,
  token: Token | 'unknown' | null,
): GitRequest | GitRefusal {
  const [, owner = '', name = '', path = ''] = GIT_PATH.exec(url.pathname) ?? []
  if (token === 'unknown') return { status: 401, text: 'Invalid username or token.' }
  const repository = world.repositories.get(`${owner}/${name}`.toLowerCase())
  if (repository === undefined || !maySee(token, repository)) return unseen(token)
  const isPush = `${url.searchParams.get('service')} ${path}`.includes('git-receive-pack')
  const service = isPush ? 'git-receive-pack' : 'git-upload-pack'
  if (token === null && (isPush || repository.isPrivate)) return unseen(token)
  if (token !== null && !hasRight(token, 'contents', isPush ? 'write' : 'read'))
    return { status: 403, text: deniedText(repository, isPush) }
  return { repository, token, service, path, query: url.search.slice(1) }
}

const unseen = (token: Token | null): GitRefusal =>
  token === null
    ? { status: 401, text: 'Authentication required' }
    : { status: 404, text: 'Repository not found.' }

const deniedText = (repository: Repository, isPush: boolean): string =>
  isPush
    ? `Permission to ${fullName(repository)}.git denied.`
    : 'Write access to repository not granted.'

/** Resolves when git has ended and `follow` has seen what it did; the answer ends after that. */
export async function serveGit(
  asked: GitRequest,
  request: IncomingMessage,
  response: ServerResponse,
  follow: () => Promise<void>,
): Promise<void> {
  const child = spawn('git', ['http-backend'], { env: cgiEnvironment(asked, request) })
  child.stdin.on('error', () => {})
  child.stderr.resume()
  request.pipe(child.stdin)
  const chunks: Buffer[] = []
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer)
  const isPushed = asked.service === 'git-receive-pack' && request.method === 'POST'
  if (isPushed) await follow()
  answerOfCgi(Buffer.concat(chunks), response)
}

function cgiEnvironment(
  { repository, token, path, query }: GitRequest,
  request: IncomingMessage,
): Record<string, string> {
  const header = (name: string): string => String(request.headers[name] ?? '')
  return {
    ...GIT_ENVIRONMENT,
    GIT_PROJECT_ROOT: repository.folder,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: path,
    REQUEST_METHOD: request.method ?? 'GET',
    QUERY_STRING: query,
    CONTENT_TYPE: header('content-type'),
    CONTENT_LENGTH: header('content-length'),
    HTTP_CONTENT_ENCODING: header('content-encoding'),
    GIT_PROTOCOL: header('git-protocol'),
    REMOTE_USER: token?.login ?? '',
    REMOTE_ADDR: '127.0.0.1',
  }
}

function answerOfCgi(answer: Buffer, response: ServerResponse): void {
  const end = answer.indexOf('\r\n\r\n')
  const lines = answer.subarray(0, end).toString().split('\r\n')
  const headers = new Map(
    lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.replace(/^[^:]*:\s*/, '')]),
  )
  const status = Number.parseInt(headers.get('status') ?? '200', 10)
  headers.delete('status')
  const body = answer.subarray(end + 4)
  for (const [name, value] of headers) response.setHeader(name, value)
  response.setHeader('content-length', body.length)
  response.writeHead(status).end(body)
}
