/** conductor plan: from what the user wants to a task file, with what would happen if it were run. */
import type { Console } from '../console/console.ts'
import { interruptible } from '../console/interruptible.ts'
import { findWorkspace } from '../place/workspace.ts'
import { askInTerminal } from './ask-in-terminal.ts'
import { planHere, type PlanOptions } from './plan-here.ts'
import { planningRequest } from './planning-request.ts'
import { sayPlanningProgress } from './say-planning-progress.ts'

export async function planCommand(
  words: readonly string[],
  options: PlanOptions & { readonly interactive: boolean },
  console: Console,
): Promise<number> {
  const asked = await planningRequest(words, console.folder)
  const { text, nextSteps, document } = await interruptible((signal) =>
    planHere(asked, options, findWorkspace(console.folder), {
      onProgress: sayPlanningProgress(console),
      signal,
      ...(options.interactive
        ? { askBack: (request, planner) => askInTerminal(request, planner, console, signal) }
        : {}),
    }),
  )
  console.answer(`${text}\n\n${nextSteps}`, document)
  return 0
}
