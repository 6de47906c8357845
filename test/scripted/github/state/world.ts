/** All that our GitHub holds in memory, with its ids, its clock and its tokens. */
import type { Right, Level, TokenOptions } from '../options.ts'
import { ALL_RIGHTS } from '../options.ts'
import type { Node } from './node-id.ts'
import { fullName, isBot, type Account, type Label, type Repository } from './model.ts'

export interface Token extends TokenOptions {
  readonly text: string
  readonly rights: Readonly<Record<Right, Level>>
  /** The one whose holder must keep our rules: never merge, approve or close. */
  readonly isUnderTest: boolean
}

export interface World {
  /** Where it listens; known once it does. */
  address: string
  /** Where REST is, as GITHUB_API_URL has it. */
  api: string
  readonly accounts: Map<string, Account>
  readonly repositories: Map<string, Repository>
  readonly tokens: Map<string, Token>
  /** Nodes of GraphQL by their id. */
  readonly nodes: Map<string, Node>
  readonly isMergeabilityLate: boolean
  readonly violations: string[]
  nextId(): number
  now(): number
  passTime(milliseconds: number): void
}

export function createWorld(isMergeabilityLate: boolean): World {
  let lastId = 1000
  let ahead = 0
  return {
    address: '',
    api: '',
    accounts: new Map(),
    repositories: new Map(),
    tokens: new Map(),
    nodes: new Map(),
    isMergeabilityLate,
    violations: [],
    nextId: () => (lastId += 1),
    now: () => Date.now() + ahead,
    passTime(milliseconds) {
      ahead += milliseconds
    },
  }
}

export function accountOf(world: World, login: string, type?: Account['type']): Account {
  const known = world.accounts.get(login.toLowerCase())
  if (known !== undefined) return known
  const account = { id: world.nextId(), login, type: type ?? (isBot(login) ? 'Bot' : 'User') }
  world.accounts.set(login.toLowerCase(), account)
  return account
}

export function addToken(
  world: World,
  text: string,
  options: Partial<TokenOptions>,
  isUnderTest: boolean,
): Token {
  const token: Token = {
    text,
    login: options.login ?? 'conductor-user',
    rights: { ...ALL_RIGHTS, ...options.rights },
    repositories: options.repositories ?? 'all',
    needsSso: options.needsSso ?? false,
    isExpired: options.isExpired ?? false,
    isUnderTest,
  }
  accountOf(world, token.login)
  world.tokens.set(text, token)
  return token
}

export const maySee = (token: Token | null, repository: Repository): boolean =>
  token === null
    ? !repository.isPrivate
    : !repository.isPrivate ||
      token.repositories === 'all' ||
      token.repositories.includes(fullName(repository))

const RANKS: readonly Level[] = ['none', 'read', 'write']

export const hasRight = (token: Token, right: Right, level: Level): boolean =>
  RANKS.indexOf(token.rights[right]) >= RANKS.indexOf(level)

export function labelOf(world: World, repository: Repository, name: string): Label {
  const known = repository.labels.get(name.toLowerCase())
  if (known !== undefined) return known
  const label = { id: world.nextId(), name, color: 'ededed' }
  repository.labels.set(name.toLowerCase(), label)
  return label
}
