/** conductor plan: from what the user wants to a task file, with what would happen if it were run. */
import { formatDuration } from '../../core/value/duration.ts'
import type { OnProgress } from '../../planning/planning-session.ts'
import type { Console } from '../console/console.ts'
import { interruptible } from '../console/interruptible.ts'
import { findWorkspace } from '../place/workspace.ts'
import { askInTerminal } from './ask-in-terminal.ts'
import { planHere, type PlanOptions } from './plan-here.ts'
import { planningRequest } from './planning-request.ts'

export async function planCommand(
  words: readonly string[],
  options: PlanOptions & { readonly interactive: boolean },
  console: Console,
): Promise<number> {
  const asked = await planningRequest(words, console.folder)
  const { text, document } = await interruptible((signal) =>
    planHere(asked, options, findWorkspace(console.folder), {
      onProgress: sayProgress(console),
      signal,
      ...(options.interactive
        ? { askBack: (request, planner) => askInTerminal(request, planner, console, signal) }
        : {}),
    }),
  )
  console.answer(text, document)
  return 0
}

/** Only for people, on standard error: the document of --json comes alone. */
const sayProgress =
  (console: Console): OnProgress =>
  ({ state, says, elapsedSeconds }) =>
    console.remark(`${state.padEnd(11)} ${says} (${formatDuration(Math.round(elapsedSeconds))})`)
