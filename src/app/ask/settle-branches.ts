/** Records what a user has settled about moved branches while no coordinator runs, without conducting the run. */
import { answerAsk, type Ask } from '../../core/ask/ask.ts'
import { branchFacts, openMoves } from '../../core/landing/branch-moves.ts'
import type { Fact } from '../../core/run/event.ts'
import type { Run } from '../../core/run/run.ts'
import type { RunId } from '../../core/value/ids.ts'
import { sightsOfMoved } from '../../git/land/branch-watch.ts'
import { findRepository } from '../../git/call/repository.ts'
import { takeCoordinatorLock } from '../../store/coordinator-lock.ts'
import type { Workspace } from '../place/workspace.ts'
import { openRunAlone } from './open-run-alone.ts'

/** After a crash agents may still be working, so the branches are left to the coordinator that resumes the run. */
export const isAtRest = ({ coordinator }: Run): boolean => coordinator === null

/** The run once it is recorded what its user did about the branches. */
export async function withBranchesSettled(workspace: Workspace, run: Run): Promise<Run> {
  const open = openMoves(run)
  if (!isAtRest(run) || open.length === 0) return run
  const lookup = await findRepository(run.settings.directory)
  if (!lookup.ok) return run
  const seen = await sightsOfMoved(lookup.repository, open)
  if (branchFacts(run, seen).length === 0) return run
  return recordAlone(workspace, run.id, (now) => branchFacts(now, seen)) ?? run
}

/** null: a coordinator has started by now, and is to be asked instead. */
export function answerAlone(workspace: Workspace, run: Run, ask: Ask): Run | null {
  return recordAlone(workspace, run.id, (now) => {
    const answer = answerAsk(now, ask)
    return answer.accepted ? answer.facts : []
  })
}

/** null: a coordinator has the run, or is about to take it. */
export function recordAlone(
  workspace: Workspace,
  id: RunId,
  facts: (run: Run) => readonly Fact[],
): Run | null {
  const lock = takeCoordinatorLock(workspace.home)
  if (lock === null) return null
  using alone = openRunAlone(workspace, id, lock)
  alone.record(facts(alone.run))
  alone.summarise()
  return alone.run
}
