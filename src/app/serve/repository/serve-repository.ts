/** Implements ServedRepository: everything is read from disk, and asks go to the coordinator. */
import { reviewPull } from '../../pull-requests/review-command.ts'
import { pullDocument } from '../../../core/forge/pull-document.ts'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { attemptFolder, inRun } from '../../../core/value/home-paths.ts'
import { transcriptFile } from '../../../agents/transcript/transcript-file.ts'
import { NOT_MEASURED } from '../../../core/report/summary.ts'
import type { ServedRepository } from '../../../server/served/served-repository.ts'
import type { ServedTracker } from '../../../server/served/served-workspaces.ts'
import { findCoordinator, findFrozen } from '../../../store/coordinator-lock.ts'
import { openEventLog } from '../../../store/event-log.ts'
import { keptDrafts } from '../../../store/kept-drafts.ts'
import { exportHere } from '../../expertise/export-here.ts'
import { answerComplaints } from './answer-complaints.ts'
import { keptInteractions } from './kept-interactions.ts'
import { measuredIn } from '../../look/summary-file.ts'
import { addServed, askServed } from './served-asks.ts'
import { serveFiles } from './served-files.ts'
import { serveForesight } from './served-foresight.ts'
import { serveIssues } from './served-issues.ts'
import { readServedPlan } from './served-plan.ts'
import { serveStartOptions } from './served-start-options.ts'
import { serveSuggestions } from '../../suggest/serve-suggestions.ts'
import { serveNewTask } from './served-new-task.ts'
import { servePlanning } from './served-planning.ts'
import { resumeServed, startServed } from './served-starts.ts'
import { serveTerminals } from './served-terminals.ts'
import { serveWorktrees } from './served-worktrees.ts'
import { serveResults } from '../../take/serve-results.ts'
import { VERSION } from '../../place/version.ts'
import type { Workspace } from '../../place/workspace.ts'

export interface OpenedRepository extends AsyncDisposable {
  readonly served: ServedRepository
}

/** id: what the project is called in paths. tracker: of all repositories that are served together. */
export function serveRepository(
  workspace: Workspace,
  id: string,
  tracker: ServedTracker,
): OpenedRepository {
  const { home, root, database } = workspace
  const opened = new AsyncDisposableStack()
  const log = opened.use(openEventLog(database))
  const worktrees = opened.use(serveWorktrees(workspace))
  const results = opened.use(serveResults(workspace))
  const foresight = opened.use(serveForesight(workspace))
  const suggestions = opened.use(serveSuggestions(workspace))
  const terminals = opened.use(serveTerminals(workspace))
  const served: ServedRepository = {
    id,
    name: basename(root),
    folder: root,
    version: VERSION,
    log,
    conductedRun: () => findCoordinator(home)?.run ?? null,
    frozen: (run) => findFrozen(home, run),
    ask: (ask) => askServed(ask, workspace, log),
    add: (tasks) => addServed(tasks, workspace),
    startOptions: serveStartOptions(workspace),
    start: (request) => startServed(request, workspace),
    resume: (run) => resumeServed(run, workspace),
    plan: (file) => readServedPlan(file, workspace, foresight),
    planning: opened.use(servePlanning(workspace)),
    issues: serveIssues(workspace, foresight),
    newTask: serveNewTask(workspace),
    files: serveFiles(workspace, () => terminals.isOn()),
    terminals,
    transcript: (run, attempt) =>
      transcriptFile(attemptFolder(home, { ...run.attempts.get(attempt)!, run: run.id })),
    measured(run) {
      const file = inRun(home, run, 'summary')
      return existsSync(file) ? measuredIn(file) : NOT_MEASURED
    },
    drafts: keptDrafts(database, basename(root)),
    exportExpertise: (expertise, wish) =>
      answerComplaints(() => exportHere(expertise, workspace, wish)),
    reviewPull: (run, task, decision) =>
      answerComplaints(async () => {
        const { after, lane } = await reviewPull(run, task, decision, workspace)
        return pullDocument(after, lane)
      }),
    interactions: keptInteractions(home),
    tracker,
    suggestions: {
      ...suggestions,
      standing: () => answerComplaints(() => suggestions.standing()),
      suggest: (asked) => answerComplaints(() => suggestions.suggest(asked)),
    },
    get results() {
      return results.current()
    },
    get worktrees() {
      return worktrees.current()
    },
  }
  return { served, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
