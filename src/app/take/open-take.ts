/** Opens what taking the result of a run needs: git, the checks, and the store with its lock. */
import type { TakePorts } from '../../conduct/take-ports.ts'
import { lookAtUndo } from '../../conduct/take-result.ts'
import { NOT_MEASURED, summarise } from '../../core/report/summary.ts'
import type { Run } from '../../core/run/run.ts'
import { sayEndState } from '../../core/say/say-end-state.ts'
import { resultDocument, type ResultDocument } from '../../core/take/result-document.ts'
import type { FastForward } from '../../core/take/take-choices.ts'
import type { Repository } from '../../git/call/repository.ts'
import { openResultGit } from '../../git/take/result-git.ts'
import { learnSecrets } from '../../processes/mask-output.ts'
import { findCoordinator } from '../../store/coordinator-lock.ts'
import { workAlone } from '../ask/work-alone.ts'
import { openChecksFor } from '../conduct/open-workshop.ts'
import { lookAtRun } from '../look/read-runs.ts'
import { configOfRun } from '../place/config-of-run.ts'
import { repositoryOfRun } from '../place/repository-of-run.ts'
import type { Workspace } from '../place/workspace.ts'

export interface OpenTake extends AsyncDisposable {
  readonly ports: TakePorts
  readonly repository: Repository
  /** What landed and what can be done with it. */
  look(ff?: FastForward): Promise<ResultDocument>
}

export interface TakeOptions {
  readonly signal: AbortSignal
  onCheck(check: string): void
}

export async function openTake(
  workspace: Workspace,
  seen: Run,
  { signal, onCheck }: TakeOptions,
): Promise<OpenTake> {
  const repository = await repositoryOfRun(seen, workspace.home)
  const { config } = await configOfRun(seen, workspace)
  // The secrets of the run must be masked in the output of a check, too.
  for (const { environment } of [...Object.values(config.agents), ...seen.plan.tasks])
    learnSecrets(environment)
  const checks = openChecksFor(seen, repository, { workspace, config })
  const git = openResultGit(repository)
  const look = () => ({
    run: lookAtRun(workspace, seen.id),
    conducted: findCoordinator(workspace.home)?.run ?? null,
  })
  const ports: TakePorts = {
    git,
    checks,
    signal,
    onCheck,
    look,
    alone: (work) => workAlone(workspace, seen.id, work),
  }
  return {
    ports,
    repository,
    async look(ff = 'auto') {
      const { run, conducted } = look()
      const sight = await git.look(run)
      const undo = await lookAtUndo(run, ports)
      const headline = sayEndState(summarise(run, NOT_MEASURED))
      const now = Date.now()
      return resultDocument(run, { sight, conduct: { conducted }, ff, undo, now, headline })
    },
    [Symbol.asyncDispose]: () => checks.close(),
  }
}
