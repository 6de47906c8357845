/** The landed tasks of a run whose work the branch that the run came from does not have. */
import type { Run } from '../../core/run/run.ts'
import type { TaskId } from '../../core/value/ids.ts'
import { tipOf } from '../../git/call/commits.ts'
import { findRepository } from '../../git/call/repository.ts'
import { missingFrom } from '../../git/take/holding.ts'

/** Only texts about pull requests need this, so a run without pull requests is not read. */
export async function missingHere(run: Run): Promise<ReadonlySet<TaskId>> {
  const nothing = new Set<TaskId>()
  if (run.pulls.size === 0 || run.target?.from == null) return nothing
  const lookup = await findRepository(run.settings.directory)
  if (!lookup.ok) return nothing
  const tip = await tipOf(run.target.from, lookup.repository.root)
  return tip === null ? nothing : missingFrom(lookup.repository, run, tip)
}
