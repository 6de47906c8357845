/** A run that a client has asked for, and that outlives the client. */
import type { Console } from '../cli/console.ts'
import { startApart, type Typed } from '../cli/start-apart.ts'

export async function startForClient(typed: Typed, console: Console): Promise<void> {
  const { run, pid } = await startApart(typed, console.folder)
  console.answer(`Run ${run} is conducted by process ${pid}.`, { run, pid })
}
