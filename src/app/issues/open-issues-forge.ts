/** Opens the forge with the issues of a repository, from its remotes: `upstream` before `origin`. */
import type { Forge } from '../../conduct/forge-ports.ts'
import { isPassing, type ForgeAnswer, type ForgeProblem } from '../../core/forge/forge-problem.ts'
import { githubPlaceOf, githubSites } from '../../core/workspace/github-remote.ts'
import { openGithub } from '../../forge/github/open-github.ts'
import { remotesOf } from '../../git/call/remotes.ts'
import { BAD_INPUT, Complaint, COULD_NOT_GO_ON } from '../console/complain.ts'
import type { Workspace } from '../place/workspace.ts'

export async function openIssuesForge({ root }: Workspace): Promise<ForgeAnswer<Forge>> {
  const place = githubPlaceOf(await remotesOf(root), githubSites(process.env))
  return place === null ? NO_FORGE : { ok: true, value: openGithub(place) }
}

const NO_FORGE: ForgeAnswer<Forge> = {
  ok: false,
  problem: {
    is: 'not-found',
    message: 'no remote of this repository is on GitHub, so there are no issues to read',
    hint: 'git remote add origin <address>; GH_HOST names an Enterprise server',
    notBefore: null,
  },
}

/** The exit code blames the input only if the problem does not pass by itself. */
export const forgeComplaint = (problem: ForgeProblem): Complaint =>
  new Complaint(problem.message, problem.hint, isPassing(problem) ? COULD_NOT_GO_ON : BAD_INPUT)
