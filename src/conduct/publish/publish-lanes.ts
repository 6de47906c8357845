/**
 * Publishes the work of lanes as pull requests: looks at the remote and the forge, then does what is missing. Each
 * step can be repeated: a step that an earlier, killed process has done is recognised and not done again.
 */
import { branchNames, branchPlace, isOurs } from '../../core/forge/branch-place.ts'
import { isSameSight, newFeedback, sightOf } from '../../core/forge/feedback.ts'
import {
  concernsAll,
  isTooEarly,
  type ForgeAnswer,
  type ForgeProblem,
} from '../../core/forge/forge-problem.ts'
import {
  isDone,
  isMerged,
  publishedPull,
  type LanePull,
  type PullTrouble,
} from '../../core/forge/lane-pull.ts'
import { markIn } from '../../core/forge/pull-text.ts'
import { pullChange, pullToOpen, type PullChange } from '../../core/forge/pull-change.ts'
import type { SeenPull } from '../../core/forge/seen-pull.ts'
import { latePieces, wantedPulls, type WantedPull } from '../../core/forge/wanted-pulls.ts'
import type { Run } from '../../core/run/run.ts'
import { sayStanding } from '../../core/say/say-pull.ts'
import { commitId, type LaneName } from '../../core/value/ids.ts'
import { answerConflict, answerFeedback } from './answer-feedback.ts'
import { allTaken, keptName, makeHead, type MadeHead } from './make-head.ts'
import { missingBase } from './pull-base.ts'
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
  const known = wantedPulls(run).filter(({ lane }) => looked.has(lane))
  const problem = await bringForward({ ...round, wanted: known })
  await noteProblem(run, problem, ports.tell)
  if (problem !== null) return false
  const isBehind = wantedPulls(run).some(({ lane }) => isUnseen(round, lane))
  if (!answers) return isBehind
  for (const { lane } of wanted) await answerFeedback(round, lane)
  await answerConflict(round)
  return isBehind
}

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
  const byBranch = new Map(pulls.value.map((pull) => [pull.head, pull]))
  const marked = pulls.value.flatMap(({ body }) => markIn(body)?.head ?? []).map(commitId)
  const own = await git.pushedFromHere([...heads.value.values(), ...marked])
  return { ok: true, value: { heads: heads.value, own, pulls: byBranch } }
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
async function noteSeen(round: Round, lane: LaneName): Promise<void> {
  const { run, sight, ports } = round
  const pull = publishedPull(run, lane)
  const seen = pull === null ? undefined : sight.pulls.get(pull.branch)
  if (pull === null || seen === undefined) return
  if (pull.opened === null && isOurs(run, lane, seen))
    await ports.tell(() => [{ type: 'pull-opened', lane, number: seen.number, url: seen.url }])
  await recordSight(round, lane, seen)
}

async function recordSight({ run, ports }: Round, lane: LaneName, seen: SeenPull): Promise<void> {
  const pull = run.pulls.get(lane)!
  if (pull.opened?.number !== seen.number) return
  const feedback = newFeedback(seen, pull, run.publishing!)
  const sight = sightOf(seen, feedback, ports.now())
  if (isSameSight(pull.sight, sight)) return
  const isNews = sayStanding(pull) !== sayStanding({ ...pull, sight })
  await ports.tell(() => [{ type: 'pull-seen', lane, sight, isNews }])
}

/** Returns the problem that stopped it; null: everything was tried. */
async function bringForward(round: Round): Promise<ForgeProblem | null> {
  const troubles = new Map<LaneName, PullTrouble | null>()
  for (const pull of round.wanted) {
    const trouble = await publish(round, pull)
    if (isForAll(trouble)) return trouble.problem
    troubles.set(pull.lane, trouble)
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
  if (isDone(pull)) return publishLate(round, wanted, pull!)
  const place = branchPlace(run, lane, sight)
  if (place === null) return allTaken(lane)
  const made = await makeHead(round, wanted, place)
  if (made.is === 'not-yet') return null
  if (made.is === 'trouble') return made.trouble
  const pushed = await push(round, lane, made)
  if (pushed.is === 'refused') return { is: 'refused', problem: pushed.problem }
  // Another person has pushed meanwhile; the next round sees their commits.
  return pushed.is === 'moved' ? null : open(round, wanted)
}

/** Work that has landed since the pull request was merged gets another one. */
async function publishLate(
  round: Round,
  wanted: WantedPull,
  pull: LanePull,
): Promise<PullTrouble | null> {
  const { run, sight, ports } = round
  const pieces = latePieces(pull, wanted)
  const base = sight.heads.get(run.publishing!.into)!
  if (pieces.length === 0 || (await ports.git.contains(base, pieces))) return null
  if (!isMerged(pull)) return closedTooEarly(pull)
  await ports.tell(() => [{ type: 'pull-renewed', lane: wanted.lane }])
  return publish(round, { ...wanted, pieces })
}

const closedTooEarly = ({ opened }: LanePull): PullTrouble => ({
  is: 'refused',
  problem: {
    is: 'refused',
    message: `pull request #${opened!.number} was closed before all work of its lane had landed`,
    hint: 'reopen it, or take the work with `conductor take`',
    notBefore: null,
  },
})

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

async function open(round: Round, wanted: WantedPull): Promise<PullTrouble | null> {
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
  const { number, url } = answer.value
  const { base, isDraft } = answer.value
  await ports.tell(() => [
    { type: 'pull-opened', lane, number, url },
    { type: 'pull-set', lane, base, labels: [], isReady: !isDraft },
  ])
  sight.pulls.set(pull.branch, answer.value)
  await recordSight(round, lane, answer.value)
  return null
}

/** Changes the base, the text and the draft state of a pull request. */
async function bringUpToDate(round: Round, wanted: WantedPull): Promise<PullTrouble | null> {
  const { run, sight, ports } = round
  const { lane } = wanted
  const seen = seenPull(round, lane)
  if (seen?.state !== 'open') return null
  const pull = run.pulls.get(lane)!
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
