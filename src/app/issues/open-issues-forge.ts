/** Opens the forge with the issues of a repository, from its remotes: `upstream` before `origin`. */
import type { Forge } from '../../conduct/forge-ports.ts'
import { isPassing, type ForgeAnswer, type ForgeProblem } from '../../core/forge/forge-problem.ts'
import { githubPlaceOf, githubSites } from '../../core/workspace/github-remote.ts'
import { openGithub } from '../../forge/github/open-github.ts'
import type { Remote } from '../../core/workspace/branch-view.ts'
import { remotesOf } from '../../git/call/remotes.ts'
import { maskOutput } from '../../processes/mask-output.ts'
import { BAD_INPUT, Complaint, COULD_NOT_GO_ON } from '../console/complain.ts'
import type { Workspace } from '../place/workspace.ts'

export async function openIssuesForge({ root }: Workspace): Promise<ForgeAnswer<Forge>> {
  const remotes = await remotesOf(root)
  const place = githubPlaceOf(remotes, githubSites(process.env))
  return place === null ? noForge(remotes) : { ok: true, value: openGithub(place) }
}

/** Throws a Complaint if no remote is a forge with issues. The forge is not asked yet. */
export async function mustHaveIssuesForge(workspace: Workspace): Promise<void> {
  const opened = await openIssuesForge(workspace)
  if (!opened.ok) throw forgeComplaint(opened.problem)
  opened.value[Symbol.dispose]()
}

const noForge = ([first]: readonly Remote[]): ForgeAnswer<Forge> => ({
  ok: false,
  problem: {
    is: 'not-found',
    ...(first === undefined ? NO_REMOTE : unknownForge(first)),
    notBefore: null,
  },
})

const NO_REMOTE = {
  message: 'no remote of this repository is on GitHub, so there are no issues to read',
  hint: 'git remote add origin <address>; GH_HOST names an Enterprise server',
}

const unknownForge = ({ name, address }: Remote) => ({
  message: `${name} (${maskOutput(address)}) is no forge that Conductor knows, so there are no issues to read`,
  hint: `Conductor reads issues from GitHub: set GH_HOST if ${name} is an Enterprise server, or change its address: git remote set-url ${name} <address>; without issues, write tasks into a task file`,
})

/** A problem that may pass by itself is not a mistake in the input, so its exit code is another one. */
export const forgeComplaint = (problem: ForgeProblem): Complaint =>
  new Complaint(problem.message, problem.hint, isPassing(problem) ? COULD_NOT_GO_ON : BAD_INPUT)
