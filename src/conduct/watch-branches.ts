/** W26: notices when a branch of the user's was moved while agents worked, and when that has been settled. */
import { branchFacts } from '../core/landing/branch-moves.ts'
import type { Run } from '../core/run/run.ts'
import type { Tell } from './recorder.ts'
import type { Workshop } from './git-workshop.ts'

export async function lookAtBranches(
  run: Run,
  { branches }: Pick<Workshop, 'branches'>,
  tell: Tell,
): Promise<void> {
  // Landing itself watches the target.
  const moved = [...run.movedBranches.keys()].filter((branch) => branch !== run.target?.branch)
  const seen = await branches.look(moved)
  const facts = branchFacts(run, seen)
  await branches.keep(facts.filter((fact) => fact.type === 'branch-moved'))
  // The facts are computed again when they are recorded, because another look may have come first.
  if (facts.length > 0) await tell(() => branchFacts(run, seen))
}
