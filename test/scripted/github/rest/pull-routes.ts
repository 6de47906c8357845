/** The routes of pull requests: listing, opening, changing, merging, asking for reviewers. */
import { mergePull } from '../acts/merge-pull.ts'
import { changePull, openPull, pullOf } from '../acts/pulls.ts'
import { requestReviewers } from '../acts/reviews.ts'
import type { MergeMethod } from '../git/merge-commits.ts'
import { brokenRule, invalidField, notFound } from '../http/refused.ts'
import { pullsOf, type Account, type Pull } from '../state/model.ts'
import type { World } from '../state/world.ts'
import { pathOf } from './issue-routes.ts'
import { pageOf } from './page-of.ts'
import { flagAt, numberAt, textAt, textsAt } from './read-body.ts'
import {
  created,
  ok,
  READ_PULLS,
  route,
  WRITE_CONTENTS,
  WRITE_PULLS,
  type AskedOfRepository,
  type Route,
} from './route.ts'
import { simpleUser } from './shapes/account.ts'
import { simplePull, wholePull } from './shapes/pull.ts'
import { sorted } from './sorted.ts'

const PULLS = '/repos/{owner}/{repo}/pulls'
const PULL = `${PULLS}/{pull_number}`

export const PULL_ROUTES: readonly Route[] = [
  route(`GET ${PULLS}`, READ_PULLS, (asked) => {
    const found = sorted(pullsOf(asked.repository).filter(matching(asked)), asked.query)
    return pageOf(asked, pathOf(asked, 'pulls'), found, (pull) => simplePull(asked.world, pull))
  }),
  route(`POST ${PULLS}`, WRITE_PULLS, open, { makesContent: true }),
  route(`GET ${PULL}`, READ_PULLS, async (asked) => ok(await wholePull(asked.world, named(asked)))),
  route(`PATCH ${PULL}`, WRITE_PULLS, change),
  route(`PUT ${PULL}/merge`, WRITE_CONTENTS, merge),
  route(`GET ${PULL}/merge`, READ_PULLS, (asked) => {
    if (named(asked).merged === null) throw notFound()
    return { status: 204, body: null }
  }),
  route(`GET ${PULL}/requested_reviewers`, READ_PULLS, (asked) => {
    const users = named(asked).requestedReviewers.map((one) => simpleUser(asked.world, one))
    return ok({ users, teams: [] })
  }),
  route(
    `POST ${PULL}/requested_reviewers`,
    WRITE_PULLS,
    (asked) => {
      const pull = named(asked)
      const logins = textsAt(asked.body, 'reviewers') ?? []
      const reviewers = logins.map((login) => knownAccount(asked.world, login))
      requestReviewers(asked.world, pull, reviewers)
      return created(simplePull(asked.world, pull))
    },
    { makesContent: true },
  ),
]

export const named = ({ repository, path }: AskedOfRepository): Pull =>
  pullOf(repository, numberAt(path, 'pull_number'))

function matching({ query, repository }: AskedOfRepository): (pull: Pull) => boolean {
  const state = query.get('state') ?? 'open'
  const [head, base] = [query.get('head'), query.get('base')]
  const label = ({ headBranch }: Pull): string => `${repository.owner.login}:${headBranch}`
  return (pull) =>
    (state === 'all' || pull.state === state) &&
    (base === null || pull.baseBranch === base) &&
    // GitHub takes a head without an owner for no filter at all.
    (head === null || !head.includes(':') || label(pull) === head)
}

async function open({ world, repository, by, body }: AskedOfRepository) {
  const [head, base] = [textAt(body, 'head') ?? '', textAt(body, 'base') ?? '']
  const title = textAt(body, 'title') ?? ''
  if (title === '') throw invalidField('Issue', 'title', 'missing_field')
  const draft = flagAt(body, 'draft')
  const wanted = { title, head, base, body: textAt(body, 'body'), draft }
  const pull = await openPull(world, repository, by, wanted)
  return created(await wholePull(world, pull))
}

async function change(asked: AskedOfRepository) {
  const { world, by, body } = asked
  const pull = named(asked)
  const state = textAt(body, 'state')
  if (state !== undefined && state !== 'open' && state !== 'closed')
    throw invalidField('PullRequest', 'state')
  const text = body['body'] === null ? null : textAt(body, 'body')
  const base = textAt(body, 'base')
  if (state === 'closed') note(asked, `closed pull request #${pull.number}`)
  await changePull(world, pull, by, { title: textAt(body, 'title'), body: text, state, base })
  return ok(await wholePull(world, pull))
}

async function merge(asked: AskedOfRepository) {
  const { world, by, body } = asked
  const pull = named(asked)
  note(asked, `merged pull request #${pull.number}`)
  const sha = await mergePull(world, pull, by, {
    method: methodOf(textAt(body, 'merge_method') ?? 'merge'),
    sha: textAt(body, 'sha'),
    title: textAt(body, 'commit_title'),
    message: textAt(body, 'commit_message'),
  })
  return ok({ sha, merged: true, message: 'Pull Request successfully merged' })
}

function methodOf(text: string): MergeMethod {
  if (text === 'merge' || text === 'squash' || text === 'rebase') return text
  throw invalidField('PullRequest', 'merge_method')
}

/** What the token under test must never do. */
export function note({ token, world }: AskedOfRepository, what: string): void {
  if (token?.isUnderTest === true) world.violations.push(`The token under test ${what}.`)
}

function knownAccount(world: World, login: string): Account {
  const known = world.accounts.get(login.toLowerCase())
  if (known === undefined)
    throw brokenRule('PullRequest', `Could not resolve to a node with the global id of '${login}'.`)
  return known
}
