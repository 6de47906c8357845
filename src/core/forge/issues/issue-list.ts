/** The issues of a repository as a list to choose from: the class of each issue, what can start now, and what comes next. */
import type { ForeseenFile } from '../../foresight/foreseen-file.ts'
import type { CollisionPolicy } from '../../plan/collision-settings.ts'
import { planGraph } from '../../plan/graph.ts'
import { makeTask } from '../../plan/plan.ts'
import { reachability } from '../../planning/check/break-cycles.ts'
import { cleanLine } from '../../planning/check/draft-text.ts'
import type { DraftFlag } from '../../planning/plan-draft.ts'
import { pairsToTell } from '../../say/plan/say-pairs.ts'
import { predictedConflicts } from '../../schedule/predicted-conflicts.ts'
import { taskId } from '../../value/ids.ts'
import { idOf } from './issue-draft.ts'
import { inOrder, skipsByOrder } from './issue-order.ts'
import { saySkip, type Skip } from './issue-skip.ts'
import type { StudiedIssue } from './issue-study.ts'

/** ready: an agent can start. conflicting: the issue will probably change the same files as another one. */
export const ISSUE_CLASSES = [
  'ready',
  'not_ready',
  'needs_design',
  'independent',
  'depends',
  'conflicting',
  'sensitive',
] as const
type IssueClass = (typeof ISSUE_CLASSES)[number]

export interface IssueRow {
  readonly number: number
  /** One line, without control characters. */
  readonly title: string
  readonly url: string
  readonly author: string
  readonly labels: readonly string[]
  readonly assignees: readonly string[]
  readonly updated_at: string
  /** The id of the task that would be made from the issue. */
  readonly task: string
  readonly classes: readonly IssueClass[]
  /** Why the issue is not taken; null: it can be taken. */
  readonly skipped: { readonly because: Skip['is']; readonly sentence: string } | null
  readonly depends_on: readonly number[]
  readonly parts: readonly number[]
  readonly conflicts: readonly IssueConflict[]
  readonly flags: readonly DraftFlag[]
  readonly priority: number
  readonly estimate_s: number | null
  readonly files: readonly string[]
  /** The issue is ready and depends on no open issue. */
  readonly can_start: boolean
  readonly notes: readonly string[]
}

export interface IssueConflict {
  readonly number: number
  /** The probability, from 0 to 1. */
  readonly probability: number
  readonly files: readonly string[]
}

export interface Chosen {
  readonly rows: readonly IssueRow[]
  /** Issues that agents can work on now, at the same time: the most urgent first, and no two that will probably collide. */
  readonly startNow: readonly number[]
  /** Issues that one run can do: they are ready, and so is every issue that they depend on. */
  readonly inOneRun: readonly number[]
}

export function issueRows(
  studied: readonly StudiedIssue[],
  foreseen: ReadonlyMap<string, readonly ForeseenFile[]>,
  policy: CollisionPolicy,
): Chosen {
  const conflicts = conflictsOf(
    studied.filter(({ skip }) => skip === null),
    foreseen,
    policy,
  )
  const rows = studied.map((one) => rowOf(one, conflicts.get(one.number) ?? []))
  return { rows, startNow: startNow(rows), inOneRun: inOneRun(rows) }
}

/** Leaves out pairs in which one issue depends on the other: they do not work at the same time anyway. */
function conflictsOf(
  taken: readonly StudiedIssue[],
  foreseen: ReadonlyMap<string, readonly ForeseenFile[]>,
  policy: CollisionPolicy,
): ReadonlyMap<number, readonly IssueConflict[]> {
  const tasks = taken.map(({ number, files }) =>
    makeTask({
      id: taskId(idOf(number)),
      work: { is: 'prompt', text: '' },
      files,
      foreseen: foreseen.get(idOf(number)) ?? [],
    }),
  )
  const plan = { name: '', groups: [], tasks }
  const { conflicts } = predictedConflicts(plan, planGraph(plan, policy))
  const isOrdered = ordered(taken)
  const byIssue = new Map<number, IssueConflict[]>(taken.map(({ number }) => [number, []]))
  for (const pair of pairsToTell(conflicts, policy.collisions.warnAbove).told) {
    const [a, b] = pair.task_ids.map((id) => Number(id.slice('issue-'.length))) as [number, number]
    if (isOrdered(a, b)) continue
    const { probability, predicted_files: files } = pair
    byIssue.get(a)!.push({ number: b, probability, files: files.slice(0, MOST_FILES) })
    byIssue.get(b)!.push({ number: a, probability, files: files.slice(0, MOST_FILES) })
  }
  return byIssue
}

const MOST_FILES = 5

function ordered(taken: readonly StudiedIssue[]): (a: number, b: number) => boolean {
  const places = new Map(taken.map(({ number }, at) => [number, at]))
  const reaches = reachability(
    taken.map(({ dependsOn }) => dependsOn.flatMap((each) => places.get(each) ?? [])),
  )
  return (a, b) => {
    const [from, to] = [places.get(a)!, places.get(b)!]
    return reaches(from, to) || reaches(to, from)
  }
}

function rowOf(studied: StudiedIssue, conflicts: readonly IssueConflict[]): IssueRow {
  const { number, issue, text, skip, dependsOn, parts, flags } = studied
  const classes = classesOf(studied, conflicts)
  return {
    number,
    title: text.title,
    url: cleanLine(issue.url),
    author: cleanLine(issue.author),
    labels: issue.labels.map(cleanLine),
    assignees: issue.assignees.map(cleanLine),
    updated_at: new Date(issue.updatedAt).toISOString(),
    task: idOf(number),
    classes,
    skipped: skip === null ? null : { because: skip.is, sentence: saySkip(number, skip) },
    depends_on: dependsOn,
    parts,
    conflicts,
    flags,
    priority: studied.priority ?? 3,
    estimate_s: studied.estimateSeconds,
    files: studied.files,
    can_start: classes.includes('ready') && dependsOn.length === 0,
    notes: studied.notes,
  }
}

function classesOf(
  { skip, dependsOn, flags }: StudiedIssue,
  conflicts: readonly IssueConflict[],
): readonly IssueClass[] {
  const isFlagged = (flag: DraftFlag['flag']): boolean => flags.some((one) => one.flag === flag)
  const isReady = skip === null && !isFlagged('not_ready') && !isFlagged('needs_design')
  const has: Readonly<Record<IssueClass, boolean>> = {
    ready: isReady,
    not_ready: isFlagged('not_ready'),
    needs_design: isFlagged('needs_design'),
    independent: dependsOn.length === 0,
    depends: dependsOn.length > 0,
    conflicting: conflicts.length > 0,
    sensitive: isFlagged('sensitive'),
  }
  return ISSUE_CLASSES.filter((name) => has[name])
}

function startNow(rows: readonly IssueRow[]): readonly number[] {
  const able = rows.filter(({ can_start }) => can_start).toSorted(urgentFirst)
  const chosen: IssueRow[] = []
  for (const row of able)
    if (!chosen.some((one) => row.conflicts.some(({ number }) => number === one.number)))
      chosen.push(row)
  return chosen.map(({ number }) => number)
}

/** The scheduler of the run orders these issues and keeps collisions apart. */
function inOneRun(rows: readonly IssueRow[]): readonly number[] {
  const ready = rows.filter(({ classes }) => classes.includes('ready')).toSorted(urgentFirst)
  const able = ready.map(({ number, depends_on }) => ({ number, dependsOn: depends_on }))
  const skips = skipsByOrder(able)
  return inOrder(able.filter(({ number }) => !skips.has(number))).map(({ number }) => number)
}

const urgentFirst = (a: IssueRow, b: IssueRow): number =>
  a.priority - b.priority || a.number - b.number
