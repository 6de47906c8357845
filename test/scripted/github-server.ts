/** A GitHub on 127.0.0.1 that answers the questions of our client from a list of pull requests, or refuses them. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { ToldPullRequest } from '../../src/forge/github/pull-request-query.ts'

export interface GithubServer extends AsyncDisposable {
  /** As GITHUB_API_URL has it. */
  readonly api: string
  readonly asked: {
    readonly variables: Readonly<Record<string, unknown>>
    readonly headers: IncomingHttpHeaders
  }[]
  answer: readonly ToldPullRequest[] | GithubRefusal
}

interface GithubRefusal {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

const PAGE = 50

export async function githubServer(answer: GithubServer['answer'] = []): Promise<GithubServer> {
  const asked: GithubServer['asked'] = []
  const server = createServer((request, response) => {
    void json(request).then((read) => {
      const { variables } = read as { variables: Record<string, unknown> }
      asked.push({ variables, headers: request.headers })
      const { status, headers = {}, body } = replyTo(github.answer, variables['after'])
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const github: GithubServer = {
    api: `http://127.0.0.1:${port}`,
    asked,
    answer,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return github
}

function replyTo(answer: GithubServer['answer'], after: unknown): GithubRefusal {
  if (!isList(answer)) return answer
  const start = Number(after ?? 0)
  const end = start + PAGE
  const pageInfo = { hasNextPage: end < answer.length, endCursor: `${end}` }
  const pullRequests = { pageInfo, nodes: answer.slice(start, end) }
  return { status: 200, body: { data: { repository: { pullRequests } } } }
}

const isList = (answer: GithubServer['answer']): answer is readonly ToldPullRequest[] =>
  Array.isArray(answer)

export const toldPull = (
  told: Pick<ToldPullRequest, 'number' | 'headRefName'> & Partial<ToldPullRequest>,
  state: string | null = null,
): ToldPullRequest => ({
  title: `change ${told.number}`,
  url: `https://github.com/acme/shop/pull/${told.number}`,
  updatedAt: new Date().toISOString(),
  baseRefName: 'main',
  headRepository: { nameWithOwner: 'acme/shop' },
  author: { login: 'ann', avatarUrl: 'https://avatars.example.com/ann' },
  commits: { nodes: [{ commit: { statusCheckRollup: state === null ? null : { state } } }] },
  ...told,
})
