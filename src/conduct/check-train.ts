/** L3: what the checks say of a train. A red check of a single delivery is tried once more before it counts. */
import type { Trouble } from '../core/landing/delivery.ts'
import { killerIn } from '../core/run/killed.ts'
import type { CommitId, RunId, TaskId } from '../core/value/ids.ts'
import { taskOf, type Run } from '../core/run/run.ts'
import type { Tell } from './tell.ts'
import type { CheckEnd } from './worktree-ports.ts'
import type { Workshop } from './workshop.ts'

export type Verdict =
  | { readonly is: 'green' }
  | { readonly is: 'red'; readonly trouble: Trouble }
  /** The checks could not be run. */
  | { readonly is: 'broken'; readonly reason: string }
  /** What was to be checked is not there any more: it has to be built again. */
  | { readonly is: 'gone'; readonly reason: string }

/** A delivery on its way: what it is, and the commit that would be the target with it. */
export interface Member {
  readonly task: TaskId
  readonly delivery: CommitId
  readonly commit: CommitId
}

interface ToCheck {
  readonly members: readonly Member[]
  readonly onto: CommitId
  /** Until then a failure may be that of a train ahead, and is nobody's. */
  readonly isFirst: Promise<void>
}

export interface TrainChecks {
  verdictOn(train: ToCheck, signal: AbortSignal): Promise<Verdict>
  /** The commit is in the target, or will never be. */
  letGo(commit: CommitId): Promise<void>
}

/** Under this what is being checked is kept; a coordinator that was killed leaves it there. */
export const trainsOf = (run: RunId): string => `train/run-${run}/`

export function trainChecks(run: Run, workshop: Workshop, tell: Tell): TrainChecks {
  const { checks, target } = workshop
  /** What is known to pass, by commit and check. */
  const green = new Set<string>()
  const kept = new Set<CommitId>()
  const nameOf = (commit: CommitId): string => `${trainsOf(run.id)}${commit}`

  return {
    async verdictOn({ members, onto, isFirst }, signal) {
      const lines = linesFor(members)
      if (lines.length === 0) return { is: 'green' }
      const { commit } = members.at(-1)!
      const tasks = members.map(({ task }) => task)
      // Nobody else knows of it while it is being checked, and git collects what nobody knows of.
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
    about: Omit<Question, 'line'>,
  ): Promise<Trouble | null> {
    for (const line of lines) {
      const trouble = await troubleWith({ ...about, line })
      if (trouble !== null) return trouble
    }
    return null
  }

  interface Question {
    readonly line: string
    readonly tasks: readonly TaskId[]
    readonly onto: CommitId
    readonly commit: CommitId
    readonly signal: AbortSignal
    readonly isFirst: Promise<void>
  }

  async function troubleWith(question: Question): Promise<Trouble | null> {
    const { line, tasks, commit, signal } = question
    let end = await ran(question, commit, false)
    const isDoubted = tasks.length === 1 || killerIn(end.code) !== null
    if (!end.passed && isDoubted && !signal.aborted) end = await ran(question, commit, true)
    if (end.passed) return null
    const killer = killerIn(end.code)
    if (killer !== null) return { is: 'broken', reason: sayKilled(line, killer, end.log) }
    const { code, log, lastLines } = end
    const before = tasks.length === 1 && !signal.aborted && !(await passesWithout(question))
    return { is: 'red-check', check: line, code, before, log, lastLines }
  }

  /** Asked only when something failed: whether it is the delivery's fault at all. */
  async function passesWithout(question: Question): Promise<boolean> {
    const { onto, line } = question
    if (green.has(`${onto} ${line}`)) return true
    return (await ran({ ...question, tasks: [] }, onto, false)).passed
  }

  async function ran(
    { line, tasks, signal, isFirst }: Question,
    commit: CommitId,
    again: boolean,
  ): Promise<CheckEnd> {
    const end = await checks.run(commit, line, signal)
    if (!end.passed) await isFirst
    if (signal.aborted) return end
    const { passed, seconds, log } = end
    const coverage = end.coverage === null ? {} : { coverage: end.coverage }
    if (passed) green.add(`${commit} ${line}`)
    const killer = killerIn(end.code)
    // It has found out nothing: that is no red check.
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
  `the check \`${line}\` was killed (${killer}), perhaps for want of memory; what it printed is in ${log}`
