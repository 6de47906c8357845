/** L3: runs the checks of a train. A red check of a single delivery is tried once more before it counts. */
import type { Trouble } from '../../core/landing/delivery.ts'
import { killSignalOf } from '../../core/run/kill-exit-codes.ts'
import type { CommitId, RunId, TaskId } from '../../core/value/ids.ts'
import { taskOf, type Run } from '../../core/run/run.ts'
import type { Tell } from '../recorder.ts'
import type { CheckEnd } from '../worktree-ports.ts'
import type { Workshop } from '../git-workshop.ts'

export type Verdict =
  | { readonly is: 'green' }
  | { readonly is: 'red'; readonly trouble: Trouble }
  /** The checks could not be run. */
  | { readonly is: 'broken'; readonly reason: string }
  /** The merged commit no longer exists: it has to be built again. */
  | { readonly is: 'gone'; readonly reason: string }

/** A delivery in a train, and the commit that would be the target with it. */
export interface Member {
  readonly task: TaskId
  readonly delivery: CommitId
  readonly commit: CommitId
}

interface ToCheck {
  readonly members: readonly Member[]
  readonly onto: CommitId
  /** Resolves when no train is ahead. Until then a failure may be the fault of a train ahead, so no member is blamed. */
  readonly isFirst: Promise<void>
}

export interface TrainChecks {
  verdictOn(train: ToCheck, signal: AbortSignal): Promise<Verdict>
  /** The commit has landed, or never will. */
  letGo(commit: CommitId): Promise<void>
}

/** Refs below this name keep the commits that are being checked; a coordinator that was killed leaves them there. */
export const trainsOf = (run: RunId): string => `train/run-${run}/`

export function trainChecks(run: Run, workshop: Workshop, tell: Tell): TrainChecks {
  const { checks, target } = workshop
  /** Commits that are known to pass, with the check they passed. */
  const green = new Set<string>()
  const kept = new Set<CommitId>()
  const nameOf = (commit: CommitId): string => `${trainsOf(run.id)}${commit}`

  return {
    async verdictOn({ members, onto, isFirst }, signal) {
      const lines = linesFor(members)
      if (lines.length === 0) return { is: 'green' }
      const { commit } = members.at(-1)!
      const tasks = members.map(({ task }) => task)
      // No branch has the commit while it is being checked, and git collects commits that no ref reaches.
      await target.keep(commit, nameOf(commit))
      kept.add(commit)
      await tell(() => [{ type: 'landing-started', tasks, onto, commit }])
      const trouble = await firstTrouble(lines, { tasks, onto, commit, signal, isFirst })
      return trouble === null ? { is: 'green' } : { is: 'red', trouble }
    },
    letGo,
  }

  async function letGo(commit: CommitId): Promise<void> {
    if (kept.delete(commit)) await target.letGo(nameOf(commit))
  }

  function linesFor(members: readonly Member[]): readonly string[] {
    const lines = members.map(({ task }) => workshop.checkOf(taskOf(run, task)))
    return [...new Set(lines)].filter((line) => line !== null)
  }

  async function firstTrouble(
    lines: readonly string[],
    common: Omit<CheckRequest, 'line'>,
  ): Promise<Trouble | null> {
    for (const line of lines) {
      const trouble = await troubleWith({ ...common, line })
      if (trouble !== null) return trouble
    }
    return null
  }

  interface CheckRequest {
    readonly line: string
    readonly tasks: readonly TaskId[]
    readonly onto: CommitId
    readonly commit: CommitId
    readonly signal: AbortSignal
    readonly isFirst: Promise<void>
  }

  async function troubleWith(request: CheckRequest): Promise<Trouble | null> {
    const { line, tasks, commit, signal } = request
    let end = await runCheck(request, commit, false)
    const isDoubted = tasks.length === 1 || killSignalOf(end.code) !== null
    if (!end.passed && isDoubted && !signal.aborted) end = await runCheck(request, commit, true)
    if (end.passed) return null
    const killer = killSignalOf(end.code)
    if (killer !== null) return { is: 'broken', reason: sayKilled(line, killer, end.log) }
    const { code, log, lastLines } = end
    const before = tasks.length === 1 && !signal.aborted && !(await passesWithout(request))
    return { is: 'red-check', check: line, code, before, log, lastLines }
  }

  /** Asked only after a failure: whether the target passes without the delivery. */
  async function passesWithout(request: CheckRequest): Promise<boolean> {
    const { onto, line } = request
    if (green.has(`${onto} ${line}`)) return true
    return (await runCheck({ ...request, tasks: [] }, onto, false)).passed
  }

  async function runCheck(
    { line, tasks, signal, isFirst }: CheckRequest,
    commit: CommitId,
    again: boolean,
  ): Promise<CheckEnd> {
    const end = await checks.run(commit, line, signal)
    if (!end.passed) await isFirst
    if (signal.aborted) return end
    const { passed, seconds, log } = end
    const coverage = end.coverage === null ? {} : { coverage: end.coverage }
    if (passed) green.add(`${commit} ${line}`)
    const killer = killSignalOf(end.code)
    // A check that was killed has no result, so it does not count as red.
    if (killer !== null) {
      await tell(() => [{ type: 'noticed', about: null, what: sayKilled(line, killer, log) }])
      return end
    }
    await tell(() => [
      { type: 'check-ended', tasks, commit, check: line, passed, again, seconds, log, ...coverage },
    ])
    return end
  }
}

const sayKilled = (line: string, killer: string, log: string): string =>
  `the check \`${line}\` was killed (${killer}), perhaps because memory ran out; its output is in ${log}`
