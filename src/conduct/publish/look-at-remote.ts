/** Looks at the branches and pull requests of a run on the remote and the forge, and records what has changed there. */
import {
  branchNames,
  isOurs,
  laterOwner,
  openedFacts,
  type BlockedNames,
} from '../../core/forge/branch-place.ts'
import { newSight } from '../../core/forge/feedback.ts'
import type { ForgeAnswer, ForgeProblem } from '../../core/forge/forge-problem.ts'
import { publishedPull } from '../../core/forge/lane-pull.ts'
import { missingBase } from '../../core/forge/publishing-refused.ts'
import { markIn } from '../../core/forge/pull-text.ts'
import type { SeenPull } from '../../core/forge/seen-pull.ts'
import type { WantedPull } from '../../core/forge/wanted-pulls.ts'
import type { Run } from '../../core/run/run.ts'
import { sayStanding } from '../../core/say/pulls/say-pull.ts'
import { commitId, type LaneName } from '../../core/value/ids.ts'
import type { PublishPorts, Round } from './publish-round.ts'

export async function lookAtRemote(
  run: Run,
  wanted: readonly WantedPull[],
  { forge, git }: Pick<PublishPorts, 'forge' | 'git'>,
): Promise<ForgeAnswer<Round['sight']>> {
  const branches = wanted.flatMap(({ lane }) => branchNames(run, lane))
  const heads = await git.fetch([run.publishing!.into, ...branches])
  if (!heads.ok) return heads
  if (!heads.value.has(run.publishing!.into))
    return { ok: false, problem: missingBase(run.publishing!) }
  const pulls = await forge.pulls(branches)
  if (!pulls.ok) return pulls
  const blocked = await blockedNames(run, wanted, git)
  if (!blocked.ok) return blocked
  const byBranch = new Map(pulls.value.map((pull) => [pull.head, pull]))
  const marked = pulls.value.flatMap(({ body }) => markIn(body)?.head ?? []).map(commitId)
  const own = await git.pushedFromHere([...heads.value.values(), ...marked])
  return { ok: true, value: { heads: heads.value, own, pulls: byBranch, blocked: blocked.value } }
}

/** For the lanes whose branch has no fixed name yet. */
function blockedNames(
  run: Run,
  wanted: readonly WantedPull[],
  git: PublishPorts['git'],
): Promise<ForgeAnswer<BlockedNames>> {
  const nameless = wanted.filter(({ lane }) => !publishedPull(run, lane)?.opened)
  return git.blocked(nameless.flatMap(({ lane }) => branchNames(run, lane)))
}

/** Records a problem once, until it is gone or another one takes its place. */
export async function noteProblem(
  run: Run,
  problem: ForgeProblem | null,
  tell: PublishPorts['tell'],
): Promise<void> {
  if (run.forgeProblem?.message === problem?.message) return
  await tell(() => [{ type: 'forge-troubled', problem }])
}

/** The pull request of a lane may come from an earlier run, or from a process that was killed before it recorded the pull request. */
export async function noteSeen(round: Round, lane: LaneName): Promise<void> {
  const { run, sight, ports } = round
  const pull = publishedPull(run, lane)
  const seen = pull === null ? undefined : sight.pulls.get(pull.branch)
  if (pull === null || seen === undefined) return
  if (pull.opened === null && isOurs(run, lane, seen))
    await ports.tell(() => openedFacts(run, lane, seen))
  const owner = laterOwner(run, pull, seen)
  if (owner !== null && pull.takenOverBy === null)
    await ports.tell(() => [{ type: 'pull-taken-over', lane, by: owner }])
  await recordSight(round, lane, seen)
}

export async function recordSight(
  { run, ports }: Round,
  lane: LaneName,
  seen: SeenPull,
): Promise<void> {
  const pull = run.pulls.get(lane)!
  if (pull.opened?.number !== seen.number) return
  const sight = newSight(seen, pull, run.publishing!, ports.now())
  if (sight === null) return
  const isNews = sayStanding(pull) !== sayStanding({ ...pull, sight })
  await ports.tell(() => [{ type: 'pull-seen', lane, sight, isNews }])
}
