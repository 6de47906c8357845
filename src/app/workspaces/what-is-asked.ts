/** What a look at the workspaces waits for, in words: GitHub is named only if it is really asked. */
import { githubPlaceOf, githubSites } from '../../core/workspace/github-remote.ts'
import { githubToken } from '../../forge/github/call/github-token.ts'
import { remotesOf } from '../../git/call/remotes.ts'

export const READING = 'reading branches and worktrees ...'
const ASKING_GITHUB = 'asking GitHub for pull requests ...'

/** roots: the folders of the repositories. */
export async function whatIsAsked(roots: readonly string[]): Promise<string> {
  const asked = await Promise.all(roots.map(isGithubAsked))
  return asked.includes(true) ? ASKING_GITHUB : READING
}

async function isGithubAsked(root: string): Promise<boolean> {
  const place = githubPlaceOf(await remotesOf(root), githubSites(process.env))
  return place !== null && (await githubToken(place.site.host)) !== null
}
