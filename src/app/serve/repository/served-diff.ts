/** What a task changed and whether it would land, for a review in the browser. */
import { readFileSync } from 'node:fs'
import { inRun } from '../../../core/value/home-paths.ts'
import { diffSource } from '../../../core/landing/diff-source.ts'
import type { TaskId } from '../../../core/value/ids.ts'
import { attemptsAt, type Run } from '../../../core/run/run.ts'
import { learnSecrets, maskOutput } from '../../../processes/mask-output.ts'
import { asBefore } from '../../../git/keep/settings-before.ts'
import { isRefusal } from '../../../git/call/git-command.ts'
import { checkMerge } from '../../../git/land/merge-check.ts'
import type { Repository } from '../../../git/call/repository.ts'
import { taskDiff } from '../../../git/diff/task-diff.ts'
import type {
  DiffDocument,
  DiffRequest,
  ValidationDocument,
} from '../../../server/served/served-worktrees.ts'
import { configOfRun } from '../../place/config-of-run.ts'
import { openChecksFor } from '../../conduct/open-workshop.ts'
import type { Workspace } from '../../place/workspace.ts'

interface Looked {
  readonly run: Run
  readonly task: TaskId
  readonly look: DiffRequest
}

/** null: the task has changed nothing, or its changes cannot be told apart. */
export async function diffServed(
  repository: Repository,
  { home }: Workspace,
  { run, task, look }: Looked,
): Promise<DiffDocument | null> {
  const attempt = look.attempt === null ? undefined : attemptsAt(run, task)[look.attempt - 1]
  if (run.settings.isolation === 'none' || (look.attempt !== null && !attempt)) return null
  const subject = diffSource(run, task, attempt)
  if (subject === null) return null
  const place = {
    repository: asBefore(repository, home, run.id),
    scratch: inRun(home, run.id, 'diff'),
  }
  const target = look.against === 'target' ? (run.target?.branch ?? null) : null
  try {
    return await taskDiff(place, subject, {
      target,
      ...(look.file === null ? {} : { file: look.file }),
    })
  } catch (error) {
    // The worktree may be removed at this very moment.
    if (!isRefusal(error)) throw error
    return null
  }
}

interface Tried {
  readonly run: Run
  readonly task: TaskId
  /** Ends the check. */
  readonly signal: AbortSignal
}

/** null: there is no delivery to try, or no target to try it on. */
export async function validateServed(
  repositoryNow: Repository,
  workspace: Workspace,
  { run, task, signal }: Tried,
): Promise<ValidationDocument | null> {
  const repository = asBefore(repositoryNow, workspace.home, run.id)
  const { config } = await configOfRun(run, workspace)
  // The secrets of the run must be masked in the output of a check, too.
  for (const { environment } of [...Object.values(config.agents), ...run.plan.tasks])
    learnSecrets(environment)
  const checks = openChecksFor(run, repository, { workspace, config })
  const scratch = inRun(workspace.home, run.id, 'mergeCheck')
  try {
    const tried = await checkMerge({ repository, scratch, checks }, run, task, signal)
    if (!tried.ok) return null
    const { mergesCleanly, conflicts, check, log, seconds } = tried
    return { mergesCleanly, conflicts, check, log: log === null ? '' : endOf(log), seconds }
  } finally {
    await checks.close()
  }
}

/** A check may print without end; the reason for a failure is in the last lines. */
const MOST_CHARACTERS = 200_000

const endOf = (log: string): string => maskOutput(readFileSync(log, 'utf8').slice(-MOST_CHARACTERS))
