/** The conflict of a task with the target as it is now, and the commit that resolves it. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { resolvedAs } from '../../conduct/land/include-resolution.ts'
import type { Ask } from '../../core/ask/ask.ts'
import { conflictDocument, type ConflictDocument } from '../../core/conflict/conflict-document.ts'
import { applyDecisions, type Decisions } from '../../core/conflict/resolution.ts'
import { titleOf } from '../../core/landing/landing-message.ts'
import { stateOf, taskOf, type Run } from '../../core/run/run.ts'
import { sayDecisionProblem, sayNoConflict } from '../../core/say/landing/say-conflict.ts'
import { SAID_STATES } from '../../core/say/say-state.ts'
import { conductorLine } from '../../core/text/command-line.ts'
import { inRun } from '../../core/value/home-paths.ts'
import type { TaskId } from '../../core/value/ids.ts'
import { tipOf } from '../../git/call/commits.ts'
import { isRefusal } from '../../git/call/git-command.ts'
import { contentGit, type Repository } from '../../git/call/repository.ts'
import { scratchObjects } from '../../git/call/scratch-tree.ts'
import { readConflict, type Sides } from '../../git/conflict/read-conflict.ts'
import { commitResolution } from '../../git/conflict/write-resolution.ts'
import { openTarget } from '../../git/land/target.ts'
import { Complaint, COULD_NOT_GO_ON } from '../console/complain.ts'

export interface ConflictPlace {
  /** With the settings from before the agents began. */
  readonly repository: Repository
  readonly home: string
  readonly run: Run
  readonly task: TaskId
}

/** Throws a Complaint when the task has nothing that could be in conflict. Writes nothing into the repository. */
export async function conflictOf(place: ConflictPlace): Promise<ConflictDocument> {
  const about = await sidesOf(place)
  const { repository } = place
  return withScratch(place, async (scratch) => {
    const git = contentGit(repository, repository.root)
    const objects = scratchObjects(join(scratch, 'objects'), join(repository.common, 'objects'))
    const environment = { ...git.environment, ...objects }
    const conflict = await readConflict(
      { repository, scratch, git: { ...git, environment } },
      about,
    )
    return documentFor(place, about, conflict)
  })
}

export type MadeResolution =
  | {
      readonly ok: true
      readonly ask: Ask & { readonly ask: 'resolve' }
      /** Removes the commit after the ask was refused. */
      drop(): Promise<void>
    }
  /** The conflict is no longer as the token says. */
  | { readonly ok: false; readonly is: 'stale'; readonly now: ConflictDocument }
  | { readonly ok: false; readonly is: 'bad'; readonly message: string }

/** Makes the resolved merge, which no branch has yet: the coordinator decides what becomes of it. */
export async function makeResolution(
  place: ConflictPlace,
  token: string,
  decisions: Decisions,
): Promise<MadeResolution> {
  const about = await sidesOf(place)
  const { repository, run, task } = place
  return withScratch(place, async (scratch) => {
    const git = contentGit(repository, repository.root)
    const conflict = await readConflict({ repository, scratch, git }, about)
    const now = documentFor(place, about, conflict)
    if (conflict.token !== token) return { ok: false, is: 'stale', now }
    if (conflict.files.length === 0)
      return { ok: false, is: 'bad', message: sayNoConflict(run, task).message }
    const applied = applyDecisions(conflict, decisions)
    if (!applied.ok) return { ok: false, is: 'bad', message: sayDecisionProblem(applied.problem) }
    const message = `Resolve conflicts of ${titleOf(taskOf(run, task))} with ${about.target}\n`
    const resolving = { ...about, tree: conflict.tree, resolved: applied.resolved, message }
    const commit = await commitResolution(repository, scratch, resolving)
    const target = openTarget(repository, about.target)
    await target.keep(commit, resolvedAs(run.id, commit))
    const { onto, commit: delivery } = about
    return {
      ok: true,
      ask: { ask: 'resolve', task, delivery, onto, commit },
      drop: () => target.letGo(resolvedAs(run.id, commit)),
    }
  })
}

interface About extends Sides {
  readonly target: string
}

async function sidesOf({ run, task, repository }: ConflictPlace): Promise<About> {
  const state = stateOf(run, task)
  if (run.target === null)
    throw new Complaint(`run ${run.id} works in place, so nothing is merged`, null)
  if (state.is !== 'review')
    throw new Complaint(
      `"${task}" ${SAID_STATES[state.is]}: it has no conflict for you to solve`,
      `see \`${conductorLine('explain', task)}\``,
    )
  const { branch: target } = run.target
  const onto = await tipOf(target, repository.root)
  if (onto === null)
    throw new Complaint(`the branch ${target} is gone`, 'a resumed run makes it again')
  return { onto, commit: state.delivery.commit, target }
}

const documentFor = (
  { run, task }: ConflictPlace,
  { target, onto, commit: delivery }: About,
  found: Parameters<typeof conflictDocument>[0],
): ConflictDocument => conflictDocument(found, { run: run.id, task, target, onto, delivery })

async function withScratch<Result>(
  { home, run, task }: ConflictPlace,
  work: (scratch: string) => Promise<Result>,
): Promise<Result> {
  const folder = inRun(home, run.id, 'conflicts')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const scratch = mkdtempSync(join(folder, 'read-'))
    try {
      return await work(scratch)
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const why = `the conflict of "${task}" cannot be read: ${error.message}`
    throw new Complaint(why, 'nothing was changed', COULD_NOT_GO_ON)
  }
}
