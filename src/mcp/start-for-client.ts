/** A run that a client has asked for, and that outlives the client. */
import type { Console } from '../cli/console.ts'
import { lookAtRun } from '../cli/open-runs.ts'
import { startApart, type Typed } from '../cli/start-apart.ts'
import { findWorkspace } from '../cli/workspace.ts'

const IN_PLACE = 'Its tasks work in the folder itself.'

export async function startForClient(typed: Typed, console: Console): Promise<void> {
  const { run, pid } = await startApart(typed, console.folder)
  const branch = lookAtRun(findWorkspace(console.folder), run).target?.branch ?? null
  const where = branch === null ? IN_PLACE : `What lands is on the branch ${branch}.`
  console.answer(`Run ${run} is conducted by process ${pid}. ${where}`, { run, pid, branch })
}
