/** Chooses the forge of a remote by its address. */
import type { Forge } from '../conduct/forge-ports.ts'
import type { ForgeAnswer } from '../core/forge/forge-problem.ts'
import type { Remote } from '../core/workspace/branch-view.ts'
import { githubPlaceOf, type GithubSite } from '../core/workspace/github-remote.ts'
import type { GithubOptions } from './github/call/connection.ts'
import { openGithub } from './github/open-github.ts'
import type { PlainGitPort } from './plain-git/look-at-branches.ts'
import { openPlainGit } from './plain-git/open-plain-git.ts'

export interface ForgeWanted extends GithubOptions {
  /** auto: GitHub if the remote is on GitHub, otherwise plain git. */
  readonly choice: 'auto' | 'github' | 'git'
  /** The remote that we push to: a pull request can only be opened where its branch is. */
  readonly remote: Remote
  /** The sites come from the environment only, so that no repository can have the token sent to another host. */
  readonly sites: readonly GithubSite[]
  /** The `.conductor` folder of the repository. */
  readonly home: string
  readonly git: PlainGitPort
}

export function openForge(wanted: ForgeWanted): ForgeAnswer<Forge> {
  const { choice, remote, sites, home, git } = wanted
  const place = choice === 'git' ? null : githubPlaceOf([remote], sites)
  if (place !== null) return { ok: true, value: openGithub(place, wanted) }
  if (choice === 'github') return notOnGithub(remote)
  const { clock = Date.now } = wanted
  return { ok: true, value: openPlainGit({ home, remote: remote.name, git, clock }) }
}

const notOnGithub = ({ name }: Remote): ForgeAnswer<never> => ({
  ok: false,
  problem: {
    is: 'not-found',
    message: `the remote ${name} is not on GitHub`,
    hint: 'check git remote -v, and name the remote with pull_requests.remote; GH_HOST names an Enterprise server',
    notBefore: null,
  },
})
