/** Branches as GraphQL tells them. */
import { fullName, type Repository } from '../../state/model.ts'
import type { Viewer } from '../viewer.ts'
import { commitNode } from './commit.ts'

export function refNode(viewer: Viewer, repository: Repository, branch: string) {
  const sha = repository.branches.get(branch)
  if (sha === undefined) return null
  return {
    __typename: 'Ref',
    id: `REF_${Buffer.from(`${fullName(repository)}:${branch}`).toString('base64url')}`,
    name: branch,
    prefix: 'refs/heads/',
    target: () => commitNode(viewer, repository, sha),
  }
}
