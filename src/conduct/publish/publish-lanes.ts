/**
 * Publishes the work of lanes as pull requests: looks at the remote and the forge, then does what is missing. Each
 * step can be repeated: what an earlier, killed process has done is found and not done again.
 */
import {
  conflictId,
  followUpTask,
  hasRoundsLeft,
  isIdle,
  isSameSight,
  isTimeToAnswer,
  newFeedback,
  sightOf,
  updateTask,
  type Feedback,
} from '../../core/forge/feedback.ts'
import type { ForgeAnswer, ForgeProblem } from '../../core/forge/forge-problem.ts'
import { isDone, isPublished, type LanePull, type PullTrouble } from '../../core/forge/lane-pull.ts'
import { markIn, ourPart, pullTitle, withOurPart } from '../../core/forge/pull-text.ts'
import { sayStanding } from '../../core/say/say-pull.ts'
import type { SeenPull } from '../../core/forge/seen-pull.ts'
import { wantedPulls, type WantedPull } from '../../core/forge/wanted-pulls.ts'
import type { Run } from '../../core/run/run.ts'
import type { LaneName } from '../../core/value/ids.ts'
import type { Forge, PullChange } from '../forge-ports.ts'
import { keptName, makeHead } from './make-head.ts'
import type { BranchPlace, PublishPorts, RemoteSight, Round } from './publish-round.ts'

/** One round. It never throws for what a forge or a remote may do; that is recorded as trouble, and tried again in the next round. */
export async function publishLanes(run: Run, ports: PublishPorts): Promise<void> {
  const wanted = wantedPulls(run)
  if (run.publishing === null || wanted.length === 0) return
  const sight = await look(run, wanted, ports)
  await noteProblem(run, sight.ok ? null : sight.problem, ports)
  if (!sight.ok) return
  const round = { run, wanted, sight: sight.value, ports }
  for (const pull of wanted) await noteSeen(round, pull)
  for (const pull of wantedPulls(run)) await publish({ ...round, wanted: wantedPulls(run) }, pull)
  // Only now are the numbers of all pull requests known, which stand in their texts.
  for (const pull of wantedPulls(run)) await bringUpToDate(round, pull)
  for (const pull of wanted) await answerFeedback(round, pull.lane)
  await answerConflict(round)
}

async function look(
  run: Run,
  wanted: readonly WantedPull[],
  { forge, git }: PublishPorts,
): Promise<ForgeAnswer<RemoteSight>> {
  const branches = wanted.flatMap(({ lane }) => namesFor(run, lane))
  const heads = await git.fetch([run.publishing!.into, ...branches])
  if (!heads.ok) return heads
  const pulls = await forge.pulls(branches)
  if (!pulls.ok) return pulls
  const byBranch = new Map(pulls.value.map((pull) => [pull.head, pull]))
  return { ok: true, value: { heads: heads.value, pulls: byBranch } }
}

/** The name that a branch has, or should have; the second one is for a name that is taken. */
function namesFor(run: Run, lane: LaneName): readonly string[] {
  const pull = run.pulls.get(lane)
  if (pull !== undefined && isPublished(pull)) return [pull.branch]
  const name = `${run.publishing!.prefix}${lane}`
  return [name, `${name}-run${run.id}`]
}

/** Said once, until it is gone or another one. */
async function noteProblem(
  run: Run,
  problem: ForgeProblem | null,
  { tell }: PublishPorts,
): Promise<void> {
  if (run.forgeProblem?.message === problem?.message) return
  await tell(() => [{ type: 'forge-troubled', problem }])
}

/** A lane that this run has not published yet may have a pull request all the same: of an earlier run, or of a process that was killed. */
async function noteSeen(round: Round, { lane }: WantedPull): Promise<void> {
  const { run, sight, ports } = round
  const pull = run.pulls.get(lane)
  if (pull === undefined || !isPublished(pull)) return
  const seen = sight.pulls.get(pull.branch)
  if (seen === undefined) return
  if (pull.opened === null && isOurs(run, lane, seen))
    await ports.tell(() => [{ type: 'pull-opened', lane, number: seen.number, url: seen.url }])
  await recordSight(round, lane, seen)
}

/** Open, or made by this run. */
function isOurs(run: Run, lane: LaneName, seen: SeenPull): boolean {
  const mark = markIn(seen.body)
  return mark?.lane === lane && (seen.state === 'open' || mark.run === run.id)
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

async function publish(round: Round, wanted: WantedPull): Promise<void> {
  const { run, ports } = round
  const { lane } = wanted
  if (isDone(run.pulls.get(lane))) return
  const made = await makeHead(round, wanted, branchFor(round, lane))
  if (made.is === 'not-yet') return
  if (made.is === 'trouble') return noteTrouble(round, lane, made.trouble)
  if (made.isNew) {
    const { branch, base, head, pieces, expected, isShared } = made
    await ports.git.keep(head, keptName(run, lane, head))
    await ports.tell(() => [{ type: 'pull-published', lane, branch, base, head, pieces, isShared }])
    const pushed = await ports.git.push({ branch, commit: head, expected })
    if (pushed.is === 'refused')
      return noteTrouble(round, lane, { is: 'refused', problem: pushed.problem })
    // Somebody was quicker: the next round sees what they pushed.
    if (pushed.is === 'moved') return
  }
  if (run.pulls.get(lane)!.trouble !== null) await noteTrouble(round, lane, null)
  await open(round, wanted)
}

async function noteTrouble(
  { run, ports }: Round,
  lane: LaneName,
  trouble: PullTrouble | null,
): Promise<void> {
  const before = run.pulls.get(lane)?.trouble ?? null
  if (JSON.stringify(before) !== JSON.stringify(trouble))
    await ports.tell(() => [{ type: 'pull-troubled', lane, trouble }])
}

function branchFor({ run, sight }: Round, lane: LaneName): BranchPlace {
  const pull = run.pulls.get(lane)
  const place = (branch: string) => ({ branch, at: sight.heads.get(branch) ?? null })
  if (pull !== undefined && isPublished(pull)) {
    const here = place(pull.branch)
    const isForeign =
      here.at !== null &&
      here.at !== pull.head &&
      !pull.published.some(({ head }) => head === here.at)
    return { ...here, isForeign }
  }
  const [name, other] = namesFor(run, lane).map(place)
  if (name!.at === null) return { ...name!, isForeign: false }
  const seen = sight.pulls.get(name!.branch)
  const mark = seen?.state === 'open' ? markIn(seen.body) : null
  if (mark?.lane === lane) return { ...name!, isForeign: mark.head !== name!.at }
  return { ...other!, isForeign: false }
}

async function open({ run, wanted: all, sight, ports }: Round, wanted: WantedPull): Promise<void> {
  const { lane } = wanted
  const pull = run.pulls.get(lane)!
  if (pull.opened !== null) return
  const seen = sight.pulls.get(pull.branch)
  const answer: ForgeAnswer<SeenPull> =
    seen !== undefined && isOurs(run, lane, seen)
      ? { ok: true, value: seen }
      : await ports.forge.open({
          head: pull.branch,
          base: pull.base.branch,
          title: pullTitle(wanted),
          body: ourPart(run, { wanted, all, head: pull.head }),
          isDraft: !wanted.isReady,
        })
  if (!answer.ok)
    return noteTrouble({ run, wanted: all, sight, ports }, lane, {
      is: 'refused',
      problem: answer.problem,
    })
  const { number, url } = answer.value
  await ports.tell(() => [{ type: 'pull-opened', lane, number, url }])
  sight.pulls.set(pull.branch, answer.value)
  await recordSight({ run, wanted: all, sight, ports }, lane, answer.value)
}

/** The base, the text and the state that a pull request should have. */
async function bringUpToDate(round: Round, wanted: WantedPull): Promise<void> {
  const { run, sight, ports } = round
  const pull = run.pulls.get(wanted.lane)
  const seen = pull && sight.pulls.get(pull.branch)
  if (pull?.opened == null || seen?.state !== 'open' || seen.number !== pull.opened.number) return
  const change = changeFor({ ...round, wanted: wantedPulls(run) }, wanted, pull, seen)
  if (Object.keys(change).length === 0) return
  const answer = await ports.forge.change(seen.number, change)
  if (!answer.ok) return noteTrouble(round, wanted.lane, { is: 'refused', problem: answer.problem })
  const now = { ...seen, ...change, labels: [...seen.labels, ...(change.labels ?? [])] }
  sight.pulls.set(pull.branch, now)
  await recordSight(round, wanted.lane, now)
}

function changeFor(
  { run, wanted: all }: Round,
  wanted: WantedPull,
  pull: LanePull,
  seen: SeenPull,
): PullChange {
  const { labels, reviewers } = run.publishing!
  const body = withOurPart(seen.body, ourPart(run, { wanted, all, head: pull.head }))
  const missing = labels.filter((label) => !seen.labels.includes(label))
  const isToBeReady = seen.isDraft && wanted.isReady
  return {
    ...(seen.base === pull.base.branch ? {} : { base: pull.base.branch }),
    ...(seen.body === body ? {} : { body }),
    ...(missing.length === 0 ? {} : { labels: missing }),
    ...(isToBeReady ? { isDraft: false } : {}),
    // People are asked once, when there is something to review.
    ...(reviewers.length > 0 &&
    wanted.isReady &&
    pull.sight?.review === 'none' &&
    isToAsk(seen, reviewers)
      ? { reviewers }
      : {}),
  }
}

const isToAsk = (seen: SeenPull, reviewers: readonly string[]): boolean =>
  reviewers.some((name) => !seen.reviewers.includes(name)) && seen.comments.length === 0

async function answerFeedback({ run, sight, ports }: Round, lane: LaneName): Promise<void> {
  const pull = run.pulls.get(lane)
  const seen = pull && sight.pulls.get(pull.branch)
  if (pull?.opened == null || seen === undefined || seen.number !== pull.opened.number) return
  const feedback = newFeedback(seen, pull, run.publishing!)
  if (feedback.length === 0 || !isTimeToAnswer(run, pull, seen) || !hasRoundsLeft(run, pull)) return
  const logs = await logsOf(feedback, ports.forge)
  const task = followUpTask(run, pull, feedback, logs)
  if (task === null) return
  const ids = feedback.map(({ id }) => id)
  await ports.tell(() => [
    { type: 'tasks-added', tasks: [task], by: null },
    { type: 'feedback-handed', lane, task: task.id, ids },
  ])
}

/**
 * A conflict with the base branch goes to an agent once: it merges the base in the worktree, and the result lands like
 * any other work. One such task is enough for all lanes, because the base is then in the target.
 */
async function answerConflict({ run, sight, ports }: Round): Promise<void> {
  const { into: branch } = run.publishing!
  const commit = sight.heads.get(branch)
  const lanes = [...run.pulls.values()].filter(({ trouble }) => trouble?.is === 'conflict')
  const [pull] = lanes
  if (pull?.trouble?.is !== 'conflict' || commit === undefined || run.target === null) return
  const id = conflictId(commit)
  const isHanded = [...run.pulls.values()].some(({ handed }) => handed.includes(id))
  if (isHanded || !hasRoundsLeft(run, pull) || !isIdle(run, pull.lane)) return
  if (await ports.git.isAncestor(commit, run.target.tip)) return
  const files = pull.trouble.files.map(({ path }) => path)
  const task = updateTask(run, pull, { branch, commit, files })
  if (task === null) return
  await ports.tell(() => [
    { type: 'tasks-added', tasks: [task], by: null },
    { type: 'feedback-handed', lane: pull.lane, task: task.id, ids: [id] },
  ])
}

const LONGEST_LOG = 6000

async function logsOf(
  feedback: readonly Feedback[],
  forge: Forge,
): Promise<ReadonlyMap<string, string>> {
  const logs = new Map<string, string>()
  for (const each of feedback) {
    if (each.kind !== 'check' || each.check.log === null) continue
    const answer = await forge.logEnd(each.check.log, LONGEST_LOG)
    // A log that cannot be read is no reason to leave the agent without the rest.
    if (answer.ok) logs.set(each.check.name, answer.value)
  }
  return logs
}
