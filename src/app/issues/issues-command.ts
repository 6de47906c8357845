/** conductor issues: lists the open issues, what can be worked on now, and what has to be decided first. */
import { sayIssues } from '../../report-text/say-issues.ts'
import type { Console } from '../console/console.ts'
import { foreseenPlan } from '../foresee/foreseen-plan.ts'
import { loadConfig } from '../plan/load-plan.ts'
import { findWorkspace } from '../place/workspace.ts'
import { lookAtIssues, type IssuesWish } from './look-at-issues.ts'
import { forgeComplaint } from './open-issues-forge.ts'
import { ASKING, toldWhenSlow } from './told-when-slow.ts'

export async function issuesCommand(wish: IssuesWish, console: Console): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const { config } = await loadConfig(workspace)
  using _told = toldWhenSlow(ASKING, console)
  const { document, problem } = await lookAtIssues(wish, {
    config,
    workspace,
    foresee: (plan) => foreseenPlan(plan, { workspace, isWanted: config.collisions.foresee }),
  })
  if (problem !== null) throw forgeComplaint(problem)
  console.answer(sayIssues(document, console.colour), document)
  return 0
}
