/** Starts a run for a client, which the run outlives. */
import type { Foreseen } from '../app/ask/ask-commands.ts'
import type { Console } from '../app/console/console.ts'
import { lookAtRun } from '../app/look/read-runs.ts'
import { startDetachedRun, type Typed } from '../app/conduct/start-detached-run.ts'
import { findWorkspace } from '../app/place/workspace.ts'

const IN_PLACE = 'Its tasks work in the folder itself.'

/** foreseen: the expected answer to the first ask of the run. */
export async function startForClient(
  typed: Typed,
  console: Console,
  foreseen: Foreseen | null = null,
): Promise<void> {
  const { run, pid } = await startDetachedRun(typed, console.folder)
  const branch = lookAtRun(findWorkspace(console.folder), run).target?.branch ?? null
  const where = branch === null ? IN_PLACE : `What lands is on the branch ${branch}.`
  const text = `Run ${run} is conducted by process ${pid}. ${where}`
  if (foreseen === null) return console.answer(text, { run, pid, branch })
  const { says, affected } = foreseen
  console.answer(`${says}\n${text}`, { run, pid, branch, affected })
}
