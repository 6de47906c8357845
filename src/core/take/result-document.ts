/** The result of a run and what can be done with it, as `conductor take --json` and the API return it. */
import { countPulls, type PullCounts } from '../forge/count-pulls.ts'
import { summarise, NOT_MEASURED, type TakenSummary } from '../report/summary.ts'
import { tasksWhere, type Run } from '../run/run.ts'
import { deliveryOf, stateOf } from '../run/run.ts'
import { sayMergeAhead, sayResult, sayTakeRefusal, sayTaking } from '../say/say-take.ts'
import { sayResultInPulls } from './result-in-pulls.ts'
import type { ResultSight } from './result-sight.ts'
import {
  mergeOf,
  remoteOf,
  resultOf,
  type Conduct,
  type Decision,
  type FastForward,
} from './take-choices.ts'
import { lastTaken, lastToUndo, type Taken } from './taking.ts'

type WayName = 'merge' | 'branch' | 'patches' | 'push'

/** One thing that can be done, or why it cannot be. */
export interface WayDocument {
  readonly way: WayName
  readonly possible: boolean
  /** What would happen. */
  readonly says: string
  /** A word for programs; null: it is possible. */
  readonly refused: string | null
  readonly why: string | null
  readonly next_step: string | null
}

export interface ResultDocument {
  readonly run: string
  readonly target: string | null
  /** The branch that the run came from; null: HEAD was detached. */
  readonly into: string | null
  readonly base: string | null
  /** The newest commit of the target; null: the branch is gone. */
  readonly result: string | null
  readonly tasks: readonly {
    readonly task: string
    readonly name: string
    readonly commit: string | null
    readonly checked: boolean
  }[]
  /** Tasks that have landed without a change. */
  readonly unchanged: readonly string[]
  readonly not_landed: number
  readonly commits: number
  readonly files_created: number
  readonly files_changed: number
  readonly lines_added: number
  readonly lines_deleted: number
  readonly is_checked: boolean
  readonly checks: Readonly<Record<'passed' | 'failed' | 'flakes', number>>
  readonly conflicts: number
  readonly wall_s: number
  readonly sequential_s: number
  /** The whole run in one line, to be proud of. */
  readonly headline: string
  readonly taken: TakenSummary | null
  /** How the result stands, in words; null: there is none. */
  readonly says: string | null
  /** How it was taken, without the time; null: nothing was taken. */
  readonly taken_as: string | null
  /** The pull requests of its lanes: what they merge is not to be merged here, too. */
  readonly pull_requests: PullCounts
  /** How much of it pull requests have merged, or will; null: it has none. */
  readonly in_pull_requests: string | null
  /** An earlier take was cut off; the next one continues. */
  readonly cut_off: boolean
  /** The most likely first. */
  readonly ways: readonly WayDocument[]
  /** null: nothing was taken. */
  readonly undo: Omit<WayDocument, 'way'> | null
}

export interface ResultView {
  readonly sight: ResultSight
  readonly conduct: Conduct
  readonly ff: FastForward
  readonly undo: Decision<{ readonly taken: Taken }>
  readonly now: number
  /** In one line; see core/say. */
  readonly headline: string
}

export function resultDocument(run: Run, view: ResultView): ResultDocument {
  const { sight, now, headline } = view
  const summary = summarise(run, NOT_MEASURED)
  const { landing } = summary
  const landed = tasksWhere(run, ({ is }) => is === 'landed')
  const { filesCreated, filesChanged, linesAdded, linesDeleted } = sight.changes
  return {
    run: run.id,
    target: run.target?.branch ?? null,
    into: run.target?.from ?? null,
    base: run.target?.base ?? null,
    result: sight.result,
    tasks: landed
      .filter(({ id }) => deliveryOf(run, id) !== null)
      .map(({ id, name }) => {
        const state = stateOf(run, id)
        const commit = state.is === 'landed' ? state.commit : null
        return { task: id, name, commit, checked: run.checked.has(id) }
      }),
    unchanged: landed.filter(({ id }) => deliveryOf(run, id) === null).map(({ id }) => id),
    not_landed: run.plan.tasks.length - landed.length,
    commits: sight.commits,
    files_created: filesCreated,
    files_changed: filesChanged,
    lines_added: linesAdded,
    lines_deleted: linesDeleted,
    is_checked: landing?.is_checked ?? false,
    checks: landing?.checks ?? { passed: 0, failed: 0, flakes: 0 },
    conflicts: landing?.conflicts ?? 0,
    wall_s: summary.wall_s,
    sequential_s: summary.sequential_s,
    headline,
    taken: landing?.taken ?? null,
    says: sayResult(run, now),
    taken_as: takenAs(run),
    pull_requests: countPulls(run),
    in_pull_requests: sayResultInPulls(run, sight.missing),
    cut_off: run.takeUnderWay !== null,
    ways: waysFor(run, view),
    undo: run.taken.length === 0 ? null : undoDocument(run, view.undo),
  }
}

function takenAs(run: Run): string | null {
  const taken = lastTaken(run)
  return taken === null ? null : sayTaking(taken.taking)
}

function waysFor(run: Run, { sight, conduct, ff }: ResultView): readonly WayDocument[] {
  const result = resultOf(run, conduct, sight)
  const merge = result.ok ? mergeOf(sight, ff) : result
  const push = result.ok ? remoteOf(sight, null) : result
  return [
    wayOf(run, 'merge', merge, merge.ok ? sayMergeAhead(merge) : 'merge it'),
    wayOf(run, 'branch', result, 'make a new branch at the result; nothing else changes'),
    wayOf(run, 'patches', result, 'write one patch for each landing, for `git am --keep-cr`'),
    wayOf(run, 'push', push, sayPush(run, push)),
  ]
}

const sayPush = (run: Run, push: Decision<{ readonly remote: string }>): string =>
  `push ${run.target?.branch ?? 'it'} to ${push.ok ? push.remote : 'a remote'}`

const wayOf = (run: Run, way: WayName, decision: Decision<object>, says: string): WayDocument => ({
  way,
  ...choiceOf(run, decision, says),
})

function choiceOf(run: Run, decision: Decision<object>, says: string): Omit<WayDocument, 'way'> {
  if (decision.ok) return { possible: true, says, refused: null, why: null, next_step: null }
  const { why, remedy } = sayTakeRefusal(run, decision.refusal)
  return { possible: false, says, refused: decision.refusal.is, why, next_step: remedy }
}

function undoDocument(
  run: Run,
  undo: Decision<{ readonly taken: Taken }>,
): Omit<WayDocument, 'way'> {
  const last = lastToUndo(run)!.taking
  const back = last.is === 'merge' ? `${last.branch} goes back to ${last.from.slice(0, 9)}` : null
  const gone = last.is === 'branch' ? `the branch ${last.branch} is deleted` : null
  return choiceOf(run, undo, back ?? gone ?? `it was ${sayTaking(last)}`)
}
