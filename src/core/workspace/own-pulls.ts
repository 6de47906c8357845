/** The open pull requests of our own runs, as their events tell of them: a remote that is no forge lists none, and a forge may not answer. */
import { isOpen } from '../forge/lane-pull.ts'
import { pullTitle } from '../forge/pull-text.ts'
import { wantedPulls } from '../forge/wanted-pulls.ts'
import type { Run } from '../run/run.ts'
import type { PullRequest } from './found.ts'

export function pullsOfRun(run: Run): readonly PullRequest[] {
  const open = [...run.pulls.values()].filter(isOpen)
  if (open.length === 0) return []
  const titles = new Map(wantedPulls(run).map((wanted) => [wanted.lane, pullTitle(wanted)]))
  return open.map(({ lane, branch, base, opened, sight }) => ({
    number: opened!.number,
    title: titles.get(lane) ?? lane,
    url: opened!.url,
    head: branch,
    base: sight?.base ?? base.branch,
    author: '',
    avatar: '',
    ci: sight?.ci ?? '',
    updatedAt: sight?.at ?? run.lastEventAt,
  }))
}

/** What the forge says of a pull request counts. isWhole: it has listed all that are open, so any other is not open any more. */
export function withOwnPulls(
  { pulls, isWhole }: { readonly pulls: readonly PullRequest[]; readonly isWhole: boolean },
  own: readonly PullRequest[],
): readonly PullRequest[] {
  if (isWhole) return pulls
  const listed = new Set(pulls.map(({ number }) => number))
  return [...pulls, ...own.filter(({ number }) => !listed.has(number))]
}
