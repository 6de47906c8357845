/** Notices that the user has merged the result of a run without us, and records it, so that every view says so. */
import type { Run } from '../../core/run/run.ts'
import { isAncestor, tipOf } from '../../git/call/commits.ts'
import { findRepository } from '../../git/call/repository.ts'
import { isAtRest, recordAlone } from '../ask/settle-branches.ts'
import type { Workspace } from '../place/workspace.ts'

export async function withTakenNoticed(workspace: Workspace, run: Run): Promise<Run> {
  const { target, taken } = run
  if (!isAtRest(run) || target?.from == null || target.tip === target.base) return run
  const isKnown = taken.some(({ taking }) => taking.is === 'merge' || taking.is === 'by-hand')
  if (isKnown || run.takeUnderWay !== null) return run
  const lookup = await findRepository(run.settings.directory)
  if (!lookup.ok) return run
  const { root } = lookup.repository
  const { from: branch, tip: result } = target
  const tip = await tipOf(branch, root)
  if (tip === null || !(await isAncestor(result, tip, root))) return run
  const taking = { is: 'by-hand', branch, to: tip } as const
  return (
    recordAlone(workspace, run.id, (now) =>
      now.taken.length === taken.length
        ? [{ type: 'result-taken', taking, result, check: 'none' }]
        : [],
    ) ?? run
  )
}
