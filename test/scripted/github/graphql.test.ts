import { describe, expect, it } from 'vitest'
import { asking } from './asking.ts'
import type { GithubOptions } from './options.ts'
import { startGithub } from './start-github.ts'

/** What Conductor may want to know of a pull request, and of an issue. */
const WHOLE = `
  query ($owner: String!, $name: String!, $after: String) {
    rateLimit { cost remaining limit resetAt }
    repository(owner: $owner, name: $name) {
      object(expression: "main") { ... on Commit { oid messageHeadline } }
      ref(qualifiedName: "refs/heads/api") { target { oid } }
      pullRequests(first: 50, after: $after, states: [OPEN, MERGED]) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes {
          id number title body url state isDraft mergeable mergeStateStatus merged mergedAt updatedAt
          mergeCommit { oid } headRefName headRefOid baseRefName headRepository { nameWithOwner }
          author { __typename login } reviewDecision
          latestOpinionatedReviews(first: 10) { nodes { state author { login } } }
          reviews(last: 10) { nodes { state body author { login } } }
          reviewThreads(first: 20) {
            nodes {
              id isResolved
              comments(first: 20) {
                nodes { databaseId body path line createdAt url author { __typename login } }
              }
            }
          }
          comments(last: 20) { nodes { body author { __typename login } } }
          labels(first: 10) { nodes { name } }
          closingIssuesReferences(first: 10) { nodes { number } }
          commits(last: 1) {
            nodes {
              commit {
                oid
                statusCheckRollup {
                  state
                  contexts(first: 50) {
                    nodes {
                      __typename
                      ... on CheckRun { name status conclusion detailsUrl databaseId summary }
                      ... on StatusContext { context state targetUrl description }
                    }
                  }
                }
              }
            }
          }
        }
      }
      issues(first: 50, states: [OPEN]) {
        nodes {
          number title body state author { login }
          labels(first: 10) { nodes { name } }
          assignees(first: 10) { nodes { login } }
          blockedBy(first: 10) { nodes { number } }
          subIssues(first: 10) { nodes { number } }
          parent { number }
          closedByPullRequestsReferences(first: 10) { nodes { number } }
        }
      }
    }
  }`

const SHOP = { owner: 'acme', name: 'shop' }

async function started(options: GithubOptions = {}) {
  const github = await startGithub(options)
  const ask = asking({ ...github, api: github.address })
  return {
    github,
    ann: github.person('ann'),
    query: async (query: string, variables: object = SHOP) =>
      await ask('POST /graphql', { query, variables }),
    [Symbol.asyncDispose]: () => github[Symbol.asyncDispose](),
  }
}

async function withPull(options: GithubOptions = {}) {
  const at = await started(options)
  await at.ann.openIssue({ title: 'Epic', labels: ['ready'], assignees: ['bob'] })
  await at.ann.openIssue({ title: 'Part', parent: 1, blockedBy: [1] })
  await at.ann.push('api', { 'api.ts': '1\n' })
  await at.ann.openPull({ title: 'API', head: 'api', base: 'main', body: 'Closes #2' })
  return at
}

describe('GraphQL', () => {
  it('tells all of a pull request and of an issue in one query', async () => {
    await using at = await withPull({ mergeability: 'at-once' })
    at.github.ci(3).set('build', 'failure', { summary: 'red' })
    at.github.ci(3).status('legacy', 'success', 'fine')
    await at.github
      .person('bob')
      .review(3, 'CHANGES_REQUESTED', 'No.', [{ path: 'api.ts', line: 1, body: 'why?' }])
    await at.github.person('coverage[bot]').comment(3, '80 %')
    const { body } = await at.query(WHOLE)
    expect(body.errors).toBeUndefined()
    const { pullRequests, issues, object, ref } = body.data.repository
    expect(pullRequests.nodes).toMatchObject([
      {
        number: 3,
        state: 'OPEN',
        mergeable: 'MERGEABLE',
        mergeStateStatus: 'UNSTABLE',
        mergeCommit: null,
        headRefName: 'api',
        headRefOid: ref.target.oid,
        headRepository: { nameWithOwner: 'acme/shop' },
        reviewDecision: null,
        latestOpinionatedReviews: {
          nodes: [{ state: 'CHANGES_REQUESTED', author: { login: 'bob' } }],
        },
        comments: { nodes: [{ body: '80 %', author: { __typename: 'Bot', login: 'coverage' } }] },
        reviewThreads: {
          nodes: [
            {
              isResolved: false,
              comments: { nodes: [{ body: 'why?', path: 'api.ts', line: 1 }] },
            },
          ],
        },
        closingIssuesReferences: { nodes: [{ number: 2 }] },
      },
    ])
    const [{ commit }] = pullRequests.nodes[0].commits.nodes
    expect(commit.statusCheckRollup).toMatchObject({
      state: 'FAILURE',
      contexts: {
        nodes: [
          { name: 'build', status: 'COMPLETED', conclusion: 'FAILURE', summary: 'red' },
          { context: 'legacy', state: 'SUCCESS', description: 'fine' },
        ],
      },
    })
    expect(issues.nodes).toMatchObject([
      {
        number: 1,
        subIssues: { nodes: [{ number: 2 }] },
        assignees: { nodes: [{ login: 'bob' }] },
      },
      {
        number: 2,
        blockedBy: { nodes: [{ number: 1 }] },
        parent: { number: 1 },
        closedByPullRequestsReferences: { nodes: [{ number: 3 }] },
      },
    ])
    expect(object).toMatchObject({ messageHeadline: 'First' })
    expect(body.data.rateLimit.cost).toBeGreaterThan(1)
  })

  it('goes on from a cursor, and wants to know how many', async () => {
    await using at = await started()
    for (let n = 1; n <= 3; n += 1) await at.ann.openIssue({ title: `${n}` })
    const issues = (given: string) =>
      at.query(
        `{ repository(owner: "acme", name: "shop") { issues(${given}) { nodes { title } pageInfo { endCursor hasNextPage } } } }`,
      )
    const first = (await issues('first: 2')).body.data.repository.issues
    expect(first).toMatchObject({
      nodes: [{ title: '1' }, { title: '2' }],
      pageInfo: { hasNextPage: true },
    })
    const { endCursor } = first.pageInfo
    const rest = (await issues(`first: 2, after: "${endCursor}"`)).body.data.repository.issues
    expect(rest).toMatchObject({ nodes: [{ title: '3' }], pageInfo: { hasNextPage: false } })
    expect((await issues('states: [OPEN]')).body.errors).toMatchObject([
      { type: 'MISSING_PAGINATION_BOUNDARIES', path: ['repository', 'issues'] },
    ])
    expect((await issues('first: 101')).body.errors).toMatchObject([
      { type: 'EXCESSIVE_PAGINATION' },
    ])
  })

  it('turns a pull request into a draft and back, and resolves threads', async () => {
    await using at = await withPull()
    await at.github
      .person('bob')
      .review(3, 'COMMENTED', '', [{ path: 'api.ts', line: 1, body: 'x' }])
    const { body } = await at.query(WHOLE)
    const [{ id, reviewThreads }] = body.data.repository.pullRequests.nodes
    const mutate = async (name: string, field: string, value: string, answer: string) =>
      (
        await at.query(`mutation ($id: ID!) { ${name}(input: { ${field}: $id }) { ${answer} } }`, {
          id: value,
        })
      ).body
    expect(
      await mutate('convertPullRequestToDraft', 'pullRequestId', id, 'pullRequest { isDraft }'),
    ).toEqual({
      data: { convertPullRequestToDraft: { pullRequest: { isDraft: true } } },
    })
    expect(at.github.pull(3).isDraft).toBe(true)
    await mutate('markPullRequestReadyForReview', 'pullRequestId', id, 'pullRequest { isDraft }')
    expect(at.github.pull(3).isDraft).toBe(false)
    await mutate(
      'resolveReviewThread',
      'threadId',
      reviewThreads.nodes[0].id,
      'thread { isResolved }',
    )
    expect(at.github.pull(3).threads[0]!.resolvedBy).toMatchObject({ login: 'conductor-user' })
    const node = await at.query(
      'query ($id: ID!) { node(id: $id) { ... on PullRequest { number } } }',
      { id },
    )
    expect(node.body.data.node.number).toBe(3)
    expect(await mutate('resolveReviewThread', 'threadId', id, 'thread { id }')).toMatchObject({
      data: { resolveReviewThread: null },
      errors: [{ type: 'NOT_FOUND' }],
    })
  })

  it('says in its errors what is not found and what is forbidden', async () => {
    await using at = await withPull({
      token: { rights: { checks: 'none', pull_requests: 'read' } },
    })
    const other = await at.query(WHOLE, { owner: 'acme', name: 'none' })
    expect(other).toMatchObject({
      status: 200,
      body: {
        data: { repository: null },
        errors: [
          {
            type: 'NOT_FOUND',
            path: ['repository'],
            message: "Could not resolve to a Repository with the name 'acme/none'.",
          },
        ],
      },
    })
    const { body } = await at.query(WHOLE)
    expect(body.errors).toMatchObject([
      { type: 'FORBIDDEN', message: 'Resource not accessible by personal access token' },
    ])
    const [{ commits, id }] = body.data.repository.pullRequests.nodes
    expect(commits.nodes[0].commit.statusCheckRollup).toBeNull()
    const text = `mutation { convertPullRequestToDraft(input: { pullRequestId: "${id}" }) { clientMutationId } }`
    expect((await at.query(text)).body.errors).toMatchObject([{ type: 'FORBIDDEN' }])
  })

  it('has a limit of its own, and tells with status 200 that it is used up', async () => {
    await using at = await started({ limits: { perHour: 1 } })
    const ask = () => at.query('{ viewer { login } }', {})
    expect((await ask()).body).toEqual({ data: { viewer: { login: 'conductor-user' } } })
    const { status, headers, body } = await ask()
    expect([status, headers.get('x-ratelimit-remaining')]).toEqual([200, '0'])
    expect(body.errors).toMatchObject([{ type: 'RATE_LIMIT', code: 'graphql_rate_limit' }])
  })

  it('refuses what GitHub does not know, and says so to the test', async () => {
    await using at = await started({ strict: false })
    const { body } = await at.query('{ viewer { shoeSize } }', {})
    expect(body.errors[0].message).toBe('Cannot query field "shoeSize" on type "User".')
    expect(at.github.mismatches).toHaveLength(1)
    const asStranger = asking({ ...at.github, api: at.github.address }, 'wrong')
    expect(await asStranger('POST /graphql', { query: '{ viewer { login } }' })).toMatchObject({
      status: 401,
    })
  })
})
