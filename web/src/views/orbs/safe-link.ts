/** Links to the pages of a forge, made from foreign data. */
import { webLink } from '../../parts/web-link.ts'

/** The pages of a branch and of its pull request, from the one address that the tracker knows. */
export function forgeLinks(
  address: string,
  branch: string,
): { readonly pullRequest: string | null; readonly branch: string | null } {
  const link = webLink(address)
  const [, repository] = /^(.+)\/pull\/\d+/.exec(link ?? '') ?? []
  if (repository === undefined) return { pullRequest: null, branch: link }
  const path = branch.split('/').map(encodeURIComponent).join('/')
  return { pullRequest: link, branch: `${repository}/tree/${path}` }
}
