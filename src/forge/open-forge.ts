/** Chooses the forge of a repository by its remotes. */
import type { Forge } from '../conduct/forge-ports.ts'
import type { ForgeAnswer } from '../core/forge/forge-problem.ts'
import type { Remote } from '../core/workspace/branch-view.ts'
import { githubPlaceOf, type GithubSite } from '../core/workspace/github-remote.ts'
import type { GithubOptions } from './github/call/connection.ts'
import { openGithub } from './github/open-github.ts'
import type { PlainGitPort } from './plain-git/look-at-branches.ts'
import { openPlainGit } from './plain-git/open-plain-git.ts'

export interface ForgeWanted extends GithubOptions {
  /** auto: GitHub if a remote is on GitHub, otherwise plain git. */
  readonly choice: 'auto' | 'github' | 'git'
  /** The remote that we push to comes first. */
  readonly remotes: readonly Remote[]
  /** The sites come from the environment only, so that no repository can have the token sent to another host. */
  readonly sites: readonly GithubSite[]
  /** The `.conductor` folder of the repository. */
  readonly home: string
  readonly git: PlainGitPort
}

export function openForge(wanted: ForgeWanted): ForgeAnswer<Forge> {
  const { choice, remotes, sites, home, git } = wanted
  const [remote] = remotes
  if (remote === undefined) return NO_REMOTE
  const place = choice === 'git' ? null : githubPlaceOf(remotes, sites)
  if (place !== null) return { ok: true, value: openGithub(place, wanted) }
  if (choice === 'github') return NOT_ON_GITHUB
  const { clock = Date.now } = wanted
  return { ok: true, value: openPlainGit({ home, remote: remote.name, git, clock }) }
}

const NO_REMOTE = {
  ok: false,
  problem: {
    is: 'not-found',
    message: 'the repository has no remote, so nothing can be published',
    hint: 'git remote add origin <address>',
    notBefore: null,
  },
} as const

const NOT_ON_GITHUB = {
  ok: false,
  problem: {
    is: 'not-found',
    message: 'no remote of the repository is on GitHub',
    hint: 'check git remote -v; GH_HOST names an Enterprise server',
    notBefore: null,
  },
} as const
