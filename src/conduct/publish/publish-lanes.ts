/**
 * Publishes the work of lanes as pull requests: looks at the remote and the forge, then does what is missing. Each
 * step can be repeated: a step that an earlier, killed process has done is recognised and not done again.
 */
import { branchPlace } from '../../core/forge/branch-place.ts'
import { concernsAll, isTooEarly, type ForgeProblem } from '../../core/forge/forge-problem.ts'
import {
  isContained,
  isDone,
  isMerged,
  type LanePull,
  type PullBase,
  type PullTrouble,
} from '../../core/forge/lane-pull.ts'
import { allTaken, closedTooEarly } from '../../core/forge/publishing-refused.ts'
import { latePieces, wantedPulls, type WantedPull } from '../../core/forge/wanted-pulls.ts'
import type { Run } from '../../core/run/run.ts'
import type { LaneName } from '../../core/value/ids.ts'
import { answerConflict, answerFeedback } from './answer-feedback.ts'
import { lookAtRemote, noteProblem, noteSeen } from './look-at-remote.ts'
import { keptName, makeHead, type MadeHead } from './make-head.ts'
import { bringUpToDate, openPull } from './open-pull.ts'
import { seenPull, type PublishPorts, type Round } from './publish-round.ts'

/** A round, and one look more when the forge is behind. Once: some forges need their time. */
export async function publishAndLook(...request: Parameters<typeof publishLanes>): Promise<void> {
  if (await publishLanes(...request)) await publishLanes(...request)
}

/**
 * One round. Failures of the forge or the remote never throw: they are recorded as trouble, and the next round tries
 * again. answers: whether feedback becomes tasks. Returns whether the forge is behind: it shows a pushed commit and its
 * checks only in the next round.
 */
async function publishLanes(
  run: Run,
  ports: PublishPorts,
  { answers }: { readonly answers: boolean },
): Promise<boolean> {
  const wanted = wantedPulls(run)
  if (run.publishing === null || wanted.length === 0) return false
  if (run.forgeProblem !== null && isTooEarly(run.forgeProblem, ports.now())) return false
  const sight = await lookAtRemote(run, wanted, ports)
  if (!sight.ok) {
    await noteProblem(run, sight.problem, ports.tell)
    return false
  }
  const round: Round = { run, wanted, sight: sight.value, ports }
  for (const { lane } of wanted) await noteSeen(round, lane)
  // A lane that has landed since was not looked at, so nothing is known about its branch: the next round publishes it.
  const looked = new Set(wanted.map(({ lane }) => lane))
  const lookedAt = wantedPulls(run).filter(({ lane }) => looked.has(lane))
  const problem = await bringForward({ ...round, wanted: lookedAt })
  await noteProblem(run, problem, ports.tell)
  if (problem !== null) return false
  const isBehind = wantedPulls(run).some(({ lane }) => isUnseen(round, lane))
  if (!answers) return isBehind
  for (const { lane } of wanted) await answerFeedback(round, lane)
  await answerConflict(round)
  return isBehind
}

/** Returns the problem that stopped it; null: everything was tried. */
async function bringForward(round: Round): Promise<ForgeProblem | null> {
  const troubles = new Map<LaneName, PullTrouble | null>()
  let { wanted } = round
  for (const { lane } of round.wanted) {
    const pull = wanted.find((each) => each.lane === lane)
    if (pull === undefined) continue
    const trouble = await publish({ ...round, wanted }, pull)
    if (isForAll(trouble)) return trouble.problem
    troubles.set(lane, trouble)
    // Nothing is stacked on it any more.
    if (isContained(round.run.pulls.get(lane))) wanted = wantedPulls(round.run)
  }
  // The texts show the numbers of all pull requests, so the texts are written after all have been opened.
  const all = wantedPulls(round.run)
  for (const pull of all.filter(({ lane }) => troubles.has(lane))) {
    const trouble = await bringUpToDate({ ...round, wanted: all }, pull)
    if (isForAll(trouble)) return trouble.problem
    await noteTrouble(round, pull.lane, troubles.get(pull.lane) ?? trouble)
  }
  return null
}

/** The forge does not show what was pushed last. */
function isUnseen(round: Round, lane: LaneName): boolean {
  const seen = seenPull(round, lane)
  const { head, trouble } = round.run.pulls.get(lane) ?? {}
  return seen?.state === 'open' && seen.headCommit !== head && trouble === null
}

const isForAll = (trouble: PullTrouble | null): trouble is PullTrouble & { is: 'refused' } =>
  trouble?.is === 'refused' && concernsAll(trouble.problem)

async function noteTrouble(
  { run, ports }: Round,
  lane: LaneName,
  trouble: PullTrouble | null,
): Promise<void> {
  const before = run.pulls.get(lane)?.trouble ?? null
  if (JSON.stringify(before) !== JSON.stringify(trouble))
    await ports.tell(() => [{ type: 'pull-troubled', lane, trouble }])
}

async function publish(round: Round, wanted: WantedPull): Promise<PullTrouble | null> {
  const { run, sight } = round
  const { lane } = wanted
  const pull = run.pulls.get(lane)
  if (isDone(pull) && !isContained(pull)) return publishLate(round, wanted, pull!)
  const place = branchPlace(run, lane, sight)
  if (place === null) return allTaken(`${run.publishing!.prefix}${lane}`, sight.blocked)
  const made = await makeHead(round, wanted, place)
  if (made.is === 'not-yet') return null
  if (made.is === 'trouble') return made.trouble
  if (made.head === made.base.onto && !pull?.opened) return needNone(round, lane, made.base)
  const pushed = await push(round, lane, made)
  if (pushed.is === 'refused') return { is: 'refused', problem: pushed.problem }
  // Another person has pushed meanwhile; the next round sees their commits.
  return pushed.is === 'moved' ? null : openPull(round, wanted)
}

/** A forge opens no pull request without a change. */
async function needNone(
  { run, ports }: Round,
  lane: LaneName,
  { branch: containedIn }: PullBase,
): Promise<null> {
  if (run.pulls.get(lane)?.containedIn !== containedIn)
    await ports.tell(() => [{ type: 'pull-not-needed', lane, containedIn }])
  return null
}

/** Work that has landed since the pull request was merged gets another one. */
async function publishLate(
  round: Round,
  wanted: WantedPull,
  pull: LanePull,
): Promise<PullTrouble | null> {
  const { run, sight, ports } = round
  if (pull.takenOverBy !== null) return null
  const pieces = latePieces(pull, wanted)
  const base = sight.heads.get(run.publishing!.into)!
  if (pieces.length === 0 || (await ports.git.contains(base, pieces))) return null
  if (!isMerged(pull)) return closedTooEarly(pull)
  await ports.tell(() => [{ type: 'pull-renewed', lane: wanted.lane }])
  return publish(round, { ...wanted, pieces })
}

async function push(
  { run, ports }: Round,
  lane: LaneName,
  made: MadeHead & { readonly is: 'made' },
): ReturnType<PublishPorts['git']['push']> {
  const { branch, base, head, pieces, expected, isShared, isRecorded } = made
  if (!isRecorded) {
    await ports.git.keep(head, keptName(run, lane, head))
    await ports.tell(() => [{ type: 'pull-published', lane, branch, base, head, pieces, isShared }])
  }
  return expected === head ? { is: 'pushed' } : ports.git.push({ branch, commit: head, expected })
}
