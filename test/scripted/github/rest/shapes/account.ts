/** Accounts as GitHub's REST API tells them. */
import type { Account } from '../../state/model.ts'
import type { World } from '../../state/world.ts'
import { nodeId } from '../../state/node-id.ts'

export function simpleUser(world: World, account: Account) {
  const { id, login, type } = account
  const url = `${world.api}/users/${login}`
  return {
    login,
    id,
    node_id: nodeId(world, type, account),
    avatar_url: `${world.address}/avatars/u/${id}?v=4`,
    gravatar_id: '',
    url,
    html_url: `${world.address}/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type,
    user_view_type: 'public',
    site_admin: false,
  }
}

export const nullableUser = (world: World, account: Account | null) =>
  account === null ? null : simpleUser(world, account)

export function publicUser(world: World, account: Account) {
  return {
    ...simpleUser(world, account),
    name: account.login,
    company: null,
    blog: '',
    location: null,
    email: null,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: 1,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: '2020-01-01T00:00:00Z',
    updated_at: '2020-01-01T00:00:00Z',
  }
}
