/** Opens the pull request of a lane, and changes it when the run has changed. */
import { isOurs, openedFacts } from '../../core/forge/branch-place.ts'
import type { ForgeAnswer } from '../../core/forge/forge-problem.ts'
import type { PullTrouble } from '../../core/forge/lane-pull.ts'
import { pullChange, pullToOpen, type PullChange } from '../../core/forge/pull-change.ts'
import type { SeenPull } from '../../core/forge/seen-pull.ts'
import type { WantedPull } from '../../core/forge/wanted-pulls.ts'
import { recordSight } from './look-at-remote.ts'
import { seenPull, type Round } from './publish-round.ts'

/** Opens the pull request of a lane whose branch is pushed, unless there is one. */
export async function openPull(round: Round, wanted: WantedPull): Promise<PullTrouble | null> {
  const { run, wanted: all, sight, ports } = round
  const { lane } = wanted
  const pull = run.pulls.get(lane)!
  if (pull.opened !== null) return null
  const seen = sight.pulls.get(pull.branch)
  const answer: ForgeAnswer<SeenPull> =
    seen !== undefined && isOurs(run, lane, seen)
      ? { ok: true, value: seen }
      : await ports.forge.open(pullToOpen(run, wanted, pull, all))
  if (!answer.ok) return { is: 'refused', problem: answer.problem }
  await ports.tell(() => openedFacts(run, lane, answer.value))
  sight.pulls.set(pull.branch, answer.value)
  await recordSight(round, lane, answer.value)
  return null
}

/** Changes the base, the text and the draft state of a pull request, unless a later run does that now. */
export async function bringUpToDate(round: Round, wanted: WantedPull): Promise<PullTrouble | null> {
  const { run, sight, ports } = round
  const { lane } = wanted
  const seen = seenPull(round, lane)
  const pull = run.pulls.get(lane)
  if (seen?.state !== 'open' || pull === undefined || pull.takenOverBy !== null) return null
  const change = pullChange(run, { wanted, pull, seen }, round.wanted)
  if (Object.keys(change).length === 0) return null
  const answer = await ports.forge.change(seen.number, change)
  if (!answer.ok) return { is: 'refused', problem: answer.problem }
  const { reviewers, base, labels, isDraft } = change
  if (reviewers !== undefined)
    await ports.tell(() => [{ type: 'review-asked', lane, reviewers, notes: answer.value }])
  if (base !== undefined || labels !== undefined || isDraft !== undefined)
    await ports.tell(() => [
      {
        type: 'pull-set',
        lane,
        base: base ?? null,
        labels: labels ?? [],
        isReady: isDraft === false,
      },
    ])
  const now = changed(seen, change)
  sight.pulls.set(pull.branch, now)
  await recordSight(round, lane, now)
  return null
}

const changed = (seen: SeenPull, change: PullChange): SeenPull => ({
  ...seen,
  ...change,
  labels: [...seen.labels, ...(change.labels ?? [])],
  reviewers: [...seen.reviewers, ...(change.reviewers ?? [])],
})
