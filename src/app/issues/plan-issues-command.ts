/** conductor plan --issues, --label: writes a task file from issues, and previews its run. */
import type { Console } from '../console/console.ts'
import type { PlanOptions } from '../planning/plan-here.ts'
import { findWorkspace } from '../place/workspace.ts'
import { planIssuesHere } from './plan-issues-here.ts'
import type { IssuesPicked } from './study-here.ts'

export async function planIssuesCommand(
  picked: IssuesPicked,
  options: Pick<PlanOptions, 'flags' | 'out'>,
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const { text, nextSteps, document } = await planIssuesHere(picked, options, workspace, console)
  console.answer(`${text}\n\n${nextSteps}`, document)
  return 0
}
