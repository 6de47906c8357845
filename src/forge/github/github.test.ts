import { validate } from '@octokit/graphql-schema'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { githubPlaceOf, githubSites, issuesElsewhere } from '../../core/workspace/github-remote.ts'
import { githubServer, toldPull, type GithubServer } from '../../../test/scripted/github-server.ts'
import { followPullRequests, type KnownPullRequests } from './followed-pull-requests.ts'
import { PULL_REQUESTS } from './pull-request-query.ts'

const TOKEN = 'ghp_tokenOfATest0123456789'
const TIMES = { usual: 900, pending: 300, unknown: 600 }

beforeEach(() => {
  vi.stubEnv('GITHUB_TOKEN', TOKEN)
  vi.stubEnv('GH_TOKEN', undefined)
})
afterEach(() => vi.unstubAllEnvs())

const placeOn = ({ api }: Pick<GithubServer, 'api'>) =>
  githubPlaceOf(
    [{ name: 'origin', address: 'git@github.com:acme/shop.git' }],
    [{ host: 'github.com', api }],
  )!

/** Asks once, with a client of its own. */
async function ask(github: Pick<GithubServer, 'api'>): Promise<KnownPullRequests> {
  using followed = followPullRequests((work) => work())
  return await followed.read(placeOn(github), TIMES, 'asked')
}

describe('pull requests of GitHub', () => {
  it('are asked for in words that GitHub understands', () => {
    expect(validate(PULL_REQUESTS)).toEqual([])
    expect(PULL_REQUESTS.trim()).toMatch(/^query /)
    expect(PULL_REQUESTS).not.toContain('mutation')
  })

  it('come with number, title, branches, author and the state of their checks', async () => {
    await using github = await githubServer([
      toldPull({ number: 1, headRefName: 'api', title: 'An\n API' }, 'SUCCESS'),
      toldPull({ number: 2, headRefName: 'web', baseRefName: 'api' }, 'FAILURE'),
      toldPull({ number: 3, headRefName: 'c' }, 'ERROR'),
      toldPull({ number: 4, headRefName: 'd' }, 'PENDING'),
      toldPull({ number: 5, headRefName: 'e' }, 'EXPECTED'),
      toldPull({ number: 6, headRefName: 'f', author: null, url: 'javascript:alert(1)' }),
    ])
    const { pulls, problem } = await ask(github)
    expect(problem).toBeNull()
    expect(pulls.map(({ ci }) => ci)).toEqual(['pass', 'fail', 'fail', 'pending', 'pending', ''])
    expect(pulls[0]).toMatchObject({
      number: 1,
      title: 'An API',
      url: 'https://github.com/acme/shop/pull/1',
      head: 'api',
      base: 'main',
      author: 'ann',
      avatar: 'https://avatars.example.com/ann',
    })
    expect(pulls[1]!.base).toBe('api')
    expect(pulls[5]).toMatchObject({ author: '', url: '' })
    expect(github.asked[0]!.headers.authorization).toBe(`token ${TOKEN}`)
    expect(github.asked[0]!.variables).toMatchObject({ owner: 'acme', name: 'shop' })
  })

  it('are asked for page by page', async () => {
    const many = Array.from({ length: 120 }, (_, n) =>
      toldPull({ number: n, headRefName: `b${n}` }),
    )
    await using github = await githubServer(many)
    const { pulls, isCut } = await ask(github)
    expect([pulls.length, isCut, github.asked.length]).toEqual([120, false, 3])
  })

  it('of a fork that is not ours never count as our branch of the same name', async () => {
    await using github = await githubServer([
      toldPull({ number: 1, headRefName: 'main', headRepository: { nameWithOwner: 'eve/shop' } }),
      toldPull({ number: 2, headRefName: 'patch', headRepository: null }),
    ])
    const { pulls } = await ask(github)
    expect(pulls.map(({ head }) => head)).toEqual(['eve:main', 'deleted:patch'])
  })

  it('are shown without checks when the token may not see checks', async () => {
    const nodes = [toldPull({ number: 1, headRefName: 'api' })]
    const pullRequests = { pageInfo: { hasNextPage: false, endCursor: null }, nodes }
    const errors = [{ type: 'FORBIDDEN', message: 'Resource not accessible' }]
    await using github = await githubServer()
    github.answer = { status: 200, body: { data: { repository: { pullRequests } }, errors } }
    expect(await ask(github)).toMatchObject({ pulls: [{ number: 1, ci: '' }], problem: null })
  })
})

describe('when GitHub does not answer', () => {
  const refusals: readonly [string, GithubServer['answer'], RegExp, RegExp][] = [
    [
      'a bad token',
      { status: 401, body: { message: 'Bad credentials' } },
      /accept the token/,
      /gh auth login/,
    ],
    [
      'single sign-on',
      { status: 403, headers: { 'x-github-sso': 'required; url=x' }, body: {} },
      /single sign-on/,
      /Configure SSO/,
    ],
    [
      'single sign-on, told in the answer',
      {
        status: 200,
        body: { data: null, errors: [{ type: 'FORBIDDEN', message: 'SAML enforcement' }] },
      },
      /single sign-on/,
      /authorise/,
    ],
    ['missing rights', { status: 403, body: {} }, /may not read/, /read access/],
    [
      'a repository that the token does not see',
      { status: 200, body: { data: { repository: null }, errors: [{ type: 'NOT_FOUND' }] } },
      /shows no repository acme\/shop/,
      /read access/,
    ],
    ['a fault of GitHub', { status: 502, body: 'x' }, /HTTP 502/, /again/],
    [
      'too many questions',
      {
        status: 403,
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' },
        body: {},
      },
      /too often/,
      /pr_refresh/,
    ],
    [
      'too many questions, told in the answer',
      { status: 200, body: { errors: [{ type: 'RATE_LIMITED', message: 'limit' }] } },
      /too often/,
      /asked again at/,
    ],
    [
      'an error of a kind that is no text',
      { status: 200, body: { errors: [{ type: 5, message: 'x' }] } },
      /does not understand/,
      /asked again/,
    ],
    [
      'errors that are no list',
      { status: 200, body: { errors: 'x', headers: null } },
      /does not understand/,
      /proxy/,
    ],
    ['a page of a proxy', { status: 200, body: '<p>Log in' }, /does not understand/, /proxy/],
    ['a list', { status: 200, body: { data: [] } }, /does not understand/, /proxy/],
    [
      'a pull request of another form',
      {
        status: 200,
        body: { data: { repository: { pullRequests: { nodes: [{ number: 'x' }] } } } },
      },
      /does not understand/,
      /proxy/,
    ],
    [
      'a redirect',
      { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' },
      /another address/,
      /GITHUB_API_URL/,
    ],
    ['a huge answer', { status: 200, body: 'x'.repeat(20_000_000) }, /larger than 20 MB/, /again/],
  ]

  it.each(refusals)('%s is one notice with its remedy', async (_, answer, message, hint) => {
    await using github = await githubServer(answer)
    const { pulls, problem } = await ask(github)
    expect(pulls).toEqual([])
    expect(problem!.message).toMatch(message)
    expect(problem!.hint).toMatch(hint)
    expect(JSON.stringify(problem)).not.toContain(TOKEN)
  })

  it('an unreachable GitHub is one, too', async () => {
    const { problem } = await ask({ api: 'http://127.0.0.1:9' })
    expect(problem!.message).toMatch(/cannot be reached/)
  })

  it('no token is one, and nothing is asked', async () => {
    vi.stubEnv('GITHUB_TOKEN', undefined)
    vi.stubEnv('PATH', '/nonexistent')
    await using github = await githubServer()
    const { problem } = await ask(github)
    expect(problem!.message).toMatch(/no token/)
    expect(problem!.hint).toContain('gh auth login')
    expect(github.asked).toEqual([])
  })
})

describe('asking again', () => {
  it('happens after the usual time, earlier while a check runs, and at once when wanted', async () => {
    await using github = await githubServer([
      toldPull({ number: 1, headRefName: 'api' }, 'PENDING'),
    ])
    let now = 0
    using followed = followPullRequests(
      (work) => work(),
      () => now,
    )
    const read = (when: 'asked' | 'as usual' = 'as usual') =>
      followed.read(placeOn(github), TIMES, when)
    const settled = async (count: number): Promise<void> => {
      await read()
      await vi.waitFor(() => expect(github.asked.length).toBe(count))
      await read('as usual')
    }
    await settled(1)
    now = 299_000
    await settled(1)
    now = 300_000
    github.answer = [toldPull({ number: 1, headRefName: 'api' }, 'SUCCESS')]
    await settled(2)
    await vi.waitFor(async () => expect((await read()).pulls[0]!.ci).toBe('pass'))
    now = 1_199_000
    await settled(2)
    now = 1_200_000
    github.answer = [toldPull({ number: 2, headRefName: 'api' }, 'SUCCESS')]
    await settled(3)
    // It has been answered, too: whoever asks now asks anew.
    await vi.waitFor(async () => expect((await read()).pulls[0]!.number).toBe(2))
    expect((await read('asked')).pulls).toHaveLength(1)
    expect(github.asked).toHaveLength(4)
  })

  it('keeps what was known when GitHub refuses, and waits as long as GitHub says', async () => {
    await using github = await githubServer([
      toldPull({ number: 1, headRefName: 'api' }, 'SUCCESS'),
    ])
    let now = 0
    using followed = followPullRequests(
      (work) => work(),
      () => now,
    )
    await followed.read(placeOn(github), TIMES, 'asked')
    github.answer = { status: 429, headers: { 'retry-after': '600' }, body: {} }
    const refused = await followed.read(placeOn(github), TIMES, 'asked')
    expect(refused.pulls).toHaveLength(1)
    expect(refused.problem!.notBefore).toBe(600_000)
    now = 599_000
    await followed.read(placeOn(github), TIMES, 'as usual')
    expect(github.asked).toHaveLength(2)
  })
})

describe('the place on GitHub', () => {
  const placeOf = (...addresses: readonly string[]) =>
    githubPlaceOf(
      addresses.map((address, n) => ({ name: `r${n}`, address })),
      githubSites({ GH_HOST: 'git.example.com' }),
    )

  it('of the issues is named if the pull requests go into another repository', () => {
    const elsewhere = (origin: string, upstream: string) => {
      const [pulls, issues] = [
        { name: 'origin', address: origin },
        { name: 'upstream', address: upstream },
      ]
      return issuesElsewhere([issues, pulls], pulls, githubSites({ GH_HOST: 'git.example.com' }))
    }
    const shop = 'git@github.com:acme/shop.git'
    expect(elsewhere('git@github.com:me/shop.git', shop)).toBe('acme/shop')
    expect(elsewhere('/srv/git/shop.git', shop)).toBe('acme/shop')
    expect(elsewhere('https://git.example.com/acme/shop', shop)).toBe('acme/shop')
    expect(elsewhere('https://GitHub.com/Acme/Shop', shop)).toBe(null)
    expect(elsewhere(shop, '/srv/git/shop.git')).toBe(null)
  })

  it.each([
    'git@github.com:acme/shop.git',
    'https://github.com/acme/shop',
    'https://user:secret@github.com/acme/shop.git/',
    'ssh://git@github.com:22/acme/shop.git',
    'ssh://git@ssh.github.com:443/acme/shop.git',
    'github.com:acme/shop',
  ])('is found in %s', (address) => {
    expect(placeOf(address)).toMatchObject({
      owner: 'acme',
      name: 'shop',
      page: 'https://github.com/acme/shop',
      site: { api: 'https://api.github.com' },
    })
  })

  it.each([
    '/srv/git/acme/shop.git',
    '../shop',
    'https://gitlab.com/acme/shop',
    'https://github.com.evil.org/acme/shop',
    'file:///github.com/acme/shop',
  ])('is not found in %s', (address) => expect(placeOf(address)).toBeNull())

  it('is the first remote on GitHub, and branches of all of them are ours', () => {
    const place = placeOf(
      'https://example.com/x/y',
      'git@github.com:acme/shop',
      'git@github.com:Me/shop',
    )
    expect(place!.owner).toBe('acme')
    expect([...place!.ours]).toEqual(['acme/shop', 'me/shop'])
  })

  it('may be on an Enterprise server that the environment names', () => {
    expect(placeOf('git@git.example.com:acme/shop')!.site).toEqual({
      host: 'git.example.com',
      api: 'https://git.example.com/api/v3',
    })
    expect(
      githubSites({
        GITHUB_API_URL: 'http://127.0.0.1:1',
        GITHUB_SERVER_URL: 'https://github.com',
      }),
    ).toEqual([{ host: 'github.com', api: 'http://127.0.0.1:1' }])
    const apiOfGithub = (environment: Record<string, string>): string =>
      githubSites(environment).find(({ host }) => host === 'github.com')!.api
    const proxy = 'http://proxy.example.com:8080/github'
    expect(apiOfGithub({ GITHUB_API_URL: proxy })).toBe(proxy)
    const enterprise = { GITHUB_API_URL: 'https://git.example.com/api/v3' }
    expect(apiOfGithub(enterprise)).toBe('https://api.github.com')
    expect(apiOfGithub({ GITHUB_API_URL: proxy, GH_HOST: 'git.example.com' })).toBe(
      'https://api.github.com',
    )
    expect(githubSites({ GH_HOST: 'acme.ghe.com' })[0]!.api).toBe('https://api.acme.ghe.com')
    expect(githubSites({})).toEqual([{ host: 'github.com', api: 'https://api.github.com' }])
  })
})
