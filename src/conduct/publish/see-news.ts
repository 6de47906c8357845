/** Looks at the pull requests of a run without changing anything, and tells whether there is something to record or to do. */
import { isOurs } from '../../core/forge/branch-place.ts'
import { newSight } from '../../core/forge/feedback.ts'
import type { ForgeAnswer } from '../../core/forge/forge-problem.ts'
import { isContained, isUnpublished, publishedPull } from '../../core/forge/lane-pull.ts'
import { wantedPulls } from '../../core/forge/wanted-pulls.ts'
import type { Run } from '../../core/run/run.ts'
import type { LaneName } from '../../core/value/ids.ts'
import { lookAtRemote } from './look-at-remote.ts'
import type { PublishPorts, Round } from './publish-round.ts'

export async function seeNews(
  run: Run,
  ports: Pick<PublishPorts, 'forge' | 'git'>,
): Promise<ForgeAnswer<boolean>> {
  const wanted = wantedPulls(run)
  const looked = await lookAtRemote(run, wanted, ports)
  if (!looked.ok) return looked
  const isNews = wanted.some(({ lane }) => isNewOf(run, lane, looked.value))
  return { ok: true, value: isNews || isUnpublished(run) }
}

function isNewOf(run: Run, lane: LaneName, { heads, pulls }: Round['sight']): boolean {
  const pull = publishedPull(run, lane)
  if (pull === null) return !isContained(run.pulls.get(lane))
  const seen = pulls.get(pull.branch)
  if (pull.opened === null) return seen === undefined || isOurs(run, lane, seen)
  if (seen?.number !== pull.opened.number) return false
  const isMoved = seen.state === 'open' && heads.get(pull.branch) !== pull.head
  return isMoved || newSight(seen, pull, run.publishing!, 0) !== null
}
