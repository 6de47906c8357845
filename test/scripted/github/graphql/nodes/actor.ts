/** People, bots and organisations as GraphQL tells them. */
import type { Account } from '../../state/model.ts'
import { nodeId } from '../../state/node-id.ts'
import type { Viewer } from '../viewer.ts'

/** GraphQL names a bot without the "[bot]" that REST has. */
export function actorNode({ world, token }: Viewer, account: Account) {
  const { id, login, type } = account
  return {
    __typename: type,
    id: nodeId(world, type, account),
    databaseId: id,
    login: login.replace(/\[bot\]$/, ''),
    name: login,
    isViewer: token.login === login,
    url: `${world.address}/${login}`,
    avatarUrl: `${world.address}/avatars/u/${id}?v=4`,
    resourcePath: `/${login}`,
  }
}
