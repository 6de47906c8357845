/** A digest of a run: as long as it is the same, no branch of the run has moved and git need not be asked again. */
import type { Run } from '../../../../src/core/run/run.ts'

export function gitDigest(run: Run): string {
  let ended = 0
  for (const attempt of run.attempts.values()) if (attempt.ended !== null) ended++
  let lines = 0
  for (const { changes } of run.touched.values()) lines += changes.linesAdded + changes.linesDeleted
  const worktrees = [...run.worktrees.values()]
    .map(({ lane, branch, isOpen }) => `${lane} ${branch} ${isOpen}`)
    .join()
  return [run.id, run.startedAt, run.target?.tip, ended, run.counts.landed, lines, worktrees].join(
    ' ',
  )
}
