/** conductor merge --check: whether the delivery of a task would land now, without landing it. */
import { relative } from 'node:path'
import { inRun } from '../../core/value/home-paths.ts'
import { formatDuration } from '../../core/value/duration.ts'
import { tellingLines } from '../../core/text/telling-lines.ts'
import type { TaskId } from '../../core/value/ids.ts'
import type { Run } from '../../core/run/run.ts'
import { checkMerge, type MergeCheck, type MergeCheckPlace } from '../../git/land/merge-check.ts'
import type { NotDone } from '../../git/call/not-done.ts'
import {
  ALL_LANDED,
  BAD_INPUT,
  Complaint,
  COULD_NOT_GO_ON,
  INTERRUPTED,
  SOME_DID_NOT_LAND,
} from '../console/complain.ts'
import { configOfRun } from '../place/config-of-run.ts'
import type { Console } from '../console/console.ts'
import { interruptible } from '../console/interruptible.ts'
import { repositoryOfRun } from '../place/repository-of-run.ts'
import { mustKnowOrInReview } from '../look/find-task.ts'
import { lookAtRun } from '../look/read-runs.ts'
import { openChecksFor } from '../conduct/open-workshop.ts'
import { findWorkspace } from '../place/workspace.ts'

/** Without a task: checks every task in review, each merged with the present target and not with the other tasks. */
export async function mergeCheckCommand(
  task: string | undefined,
  wanted: string | undefined,
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const run = lookAtRun(workspace, wanted)
  const tasks = mustKnowOrInReview(run, task)
  const repository = await repositoryOfRun(run, workspace.home)
  const { config } = await configOfRun(run, workspace)
  const checks = openChecksFor(run, repository, { workspace, config })
  const scratch = inRun(workspace.home, run.id, 'mergeCheck')
  try {
    const place = { repository, scratch, checks }
    const tried = await interruptible((signal) => tryAll(place, run, tasks, signal))
    return answer(run, tried, console)
  } finally {
    await checks.close()
  }
}

interface Tried {
  readonly task: TaskId
  readonly merge: MergeCheck
}

async function tryAll(
  place: MergeCheckPlace,
  run: Run,
  tasks: readonly TaskId[],
  signal: AbortSignal,
): Promise<readonly Tried[]> {
  const tried: Tried[] = []
  for (const task of tasks) {
    const merge = await checkMerge(place, run, task, signal)
    if (!merge.ok) throw new Complaint(merge.why, merge.remedy, exitCodeOf(merge, signal))
    tried.push({ task, merge })
  }
  return tried
}

function answer(run: Run, tried: readonly Tried[], console: Console): number {
  const wouldLand = tried.every(({ merge }) => merge.mergesCleanly && merge.check !== 'failed')
  const target = run.target?.branch ?? null
  const text = tried.flatMap(({ task, merge }) =>
    sayMerge(task, merge, { target, folder: console.folder }),
  )
  console.answer(tried.length === 0 ? 'Nothing waits to be merged.' : text.join('\n'), {
    run: run.id,
    target,
    would_land: wouldLand,
    tasks: tried.map(({ task, merge }) => documentOf(task, merge)),
  })
  return wouldLand ? ALL_LANDED : SOME_DID_NOT_LAND
}

/** folder: paths are printed relative to it. */
function sayMerge(
  task: TaskId,
  merge: MergeCheck,
  { target, folder }: { readonly target: string | null; readonly folder: string },
): readonly string[] {
  const { mergesCleanly, conflicts, check, command, seconds, log, lastLines } = merge
  if (!mergesCleanly) return [`${task}  conflicts with ${target} in ${conflicts.join(', ')}`]
  const merges = `${task}  merges cleanly into ${target}`
  const took = `${formatDuration(seconds)}: ${command}`
  switch (check) {
    case 'none':
      return [`${merges}; no check is configured`]
    case 'passed':
      return [`${merges}, and the check passed in ${took}`]
    case 'failed':
      return [
        `${merges}, but the check failed after ${took}`,
        ...tellingLines(lastLines, 5).map((line) => `    ${line}`),
        `    full output: ${relative(folder, log ?? '')}`,
      ]
  }
}

function exitCodeOf({ hindrance }: NotDone, { aborted }: AbortSignal): number {
  if (aborted) return INTERRUPTED
  return hindrance === undefined ? BAD_INPUT : COULD_NOT_GO_ON
}

const documentOf = (task: TaskId, { ok: _, mergesCleanly, lastLines, ...merge }: MergeCheck) => ({
  task,
  merges_cleanly: mergesCleanly,
  ...merge,
  last_lines: lastLines,
})
