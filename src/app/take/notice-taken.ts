/** Notices that the user has merged the result of a run without us, and records it, so that every view says so. */
import type { Run } from '../../core/run/run.ts'
import { isAncestor, tipOf } from '../../git/call/commits.ts'
import { findRepository } from '../../git/call/repository.ts'
import { isAtRest, recordAlone } from '../ask/settle-branches.ts'
import type { Workspace } from '../place/workspace.ts'

export async function withTakenNoticed(workspace: Workspace, run: Run): Promise<Run> {
  const isKnown = run.taken.some(({ taking }) => taking.is === 'merge' || taking.is === 'by-hand')
  if (!isAtRest(run) || isKnown || run.takeUnderWay !== null) return run
  const found = await mergedByHand(run)
  if (found === null) return run
  const facts = [{ type: 'result-taken', ...found, check: 'none' } as const]
  return (
    recordAlone(workspace, run.id, (now) => (now.taken.length === run.taken.length ? facts : [])) ??
    run
  )
}

/** null: the branch that the run came from does not have the result. */
async function mergedByHand({ target, settings }: Run) {
  if (target?.from == null || target.tip === target.base) return null
  const lookup = await findRepository(settings.directory)
  if (!lookup.ok) return null
  const { root } = lookup.repository
  const { from: branch, tip: result } = target
  const tip = await tipOf(branch, root)
  if (tip === null || !(await isAncestor(result, tip, root))) return null
  return { taking: { is: 'by-hand', branch, to: tip } as const, result }
}
