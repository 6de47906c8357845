/** The submodules that a move has left where they were, because Conductor does not touch their folders. */
import type { BranchStep } from '../../core/take/taking.ts'
import type { Repository } from '../call/repository.ts'
import { diffRows } from '../diff/diff-rows.ts'
import { placeOf } from '../land/checked-out.ts'

export async function staleSubmodules(
  repository: Repository,
  { branch, from, to }: BranchStep,
): Promise<readonly string[]> {
  if (placeOf(repository, branch) === null) return []
  const sides = { from, to, git: { in: repository.root } }
  const rows = await diffRows(sides, { renames: false })
  return rows.filter(({ after }) => after.mode === SUBMODULE).map(({ path }) => path)
}

const SUBMODULE = '160000'
