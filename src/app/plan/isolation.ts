/** Where the tasks of a run will work: in worktrees of the repository, or in the folder itself. */
import { existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { RunSettings } from '../../core/run/event.ts'
import { batches, planGraph } from '../../core/plan/graph.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { runGit } from '../../git/call/git-command.ts'
import { findRepository, type FoundRepository } from '../../git/call/repository.ts'
import { whyNotTarget } from '../../git/land/target.ts'
import { Complaint } from '../console/complain.ts'
import type { Finding } from '../setup/finding.ts'

export async function isolationFor(
  config: Config,
  folder: string,
): Promise<RunSettings['isolation']> {
  const lookup = await findRepository(folder)
  // A bare repository is refused for isolation `none`, too.
  if (!lookup.ok && lookup.why === 'bare') throw refusal('bare')
  if (config.isolation === 'none') return 'none'
  if (!lookup.ok) {
    if (config.isolation === 'auto' && isElsewhere(lookup.why)) return 'none'
    throw refusal(lookup.why)
  }
  await mustBeNewEnough(folder)
  mustHaveRoom(resolve(lookup.repository.root, config.worktrees.root))
  const { into } = config.land
  const reason = into === null ? null : await whyNotTarget(lookup.repository, into)
  if (reason !== null) throw new Complaint(reason)
  return 'worktree'
}

/** A bare repository has no folder that a task file would be a part of. */
export async function refuseBare(folder: string): Promise<void> {
  const lookup = await findRepository(folder)
  if (!lookup.ok && lookup.why === 'bare') throw refusal('bare')
}

/** Checked now instead of at each task. Node retries for ever to make a folder where none can be made. */
function mustHaveRoom(root: string): void {
  const missing = firstMissing(root)
  if (missing === null) return
  try {
    mkdirSync(missing)
    rmdirSync(missing)
  } catch (error) {
    throw new Complaint(
      `worktrees cannot be made in ${root} (${(error as NodeJS.ErrnoException).code})`,
      'set worktrees.root to a writable folder',
    )
  }
}

/** The topmost folder of the path that does not exist. */
function firstMissing(folder: string): string | null {
  if (existsSync(folder)) return null
  return firstMissing(dirname(folder)) ?? folder
}

/** The first version that can merge in memory. */
const OLDEST_GIT = [2, 38] as const

async function mustBeNewEnough(folder: string): Promise<void> {
  const version = (await runGit(['--version'], { in: folder })) ?? ''
  if (isNewEnough(version)) return
  throw new Complaint(
    `${version.trim()} is too old to work in worktrees: ${OLDEST_GIT.join('.')} or newer is needed`,
    'update git, or work in place with --isolation none',
  )
}

export function isNewEnough(version: string): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? []
  const [most, least] = OLDEST_GIT
  return Number(major) > most || (Number(major) === most && Number(minor) >= least)
}

/** Where tasks would work if everything needed were there. */
export async function likelyIsolation(
  config: Config,
  folder: string,
): Promise<RunSettings['isolation']> {
  if (config.isolation !== 'auto') return config.isolation
  const lookup = await findRepository(folder)
  return !lookup.ok && isElsewhere(lookup.why) ? 'none' : 'worktree'
}

type WhyNot = Exclude<FoundRepository, { ok: true }>['why']

const REFUSALS: Readonly<Record<WhyNot, readonly [string, string]>> = {
  'no-git': ['git is not installed', 'install it, or work in place with --isolation none'],
  'no-repository': [
    'this is not a git repository',
    'make it one (git init, and a first commit), or work in place with --isolation none',
  ],
  bare: [
    'this repository is bare: it has no files to work on',
    'clone it and start there (git clone . ../work)',
  ],
  'no-commit': [
    'this repository has no commit yet, and agents start from one',
    'commit something (git commit --allow-empty -m "begin"), or work in place with --isolation none',
  ],
}

/** The folder was not meant as a repository, so tasks may work in the folder itself. */
const isElsewhere = (why: WhyNot): boolean => why === 'no-git' || why === 'no-repository'

const refusal = (why: WhyNot): Complaint => new Complaint(...REFUSALS[why])

/** Notes about what a user may not expect. */
export async function worktreeNotes(folder: string): Promise<readonly string[]> {
  const args = ['status', '--porcelain', '--untracked-files=no', '--ignore-submodules=all']
  const changes = await runGit(args, { in: folder })
  if (!changes) return []
  return ['agents do not see your uncommitted changes: they start from the last commit']
}

/** The same without a repository: tasks that run at once work on the same files. */
export function sharingNotes(
  { isolation, parallel }: Config,
  plan: Plan,
  settings: RunSettings,
): readonly string[] {
  if (isolation === 'none' || parallel === 1 || !hasTasksAtOnce(plan, settings)) return []
  return [`${SHARED} (${HOW_TO_PART}; -p 1 lets them run one after another)`]
}

/** False when each task comes after another. */
const hasTasksAtOnce = (plan: Plan, settings: RunSettings): boolean =>
  batches(plan, planGraph(plan, settings)).some((tasks) => tasks.length > 1)

const SHARED = 'this is not a git repository: tasks that run at once share this folder'
const HOW_TO_PART =
  'for one worktree per task, make it a repository: git init && git add --all && git commit --allow-empty -m "begin"'

/** For doctor: where the tasks of a run would work. */
export async function lookAtPlace(
  { isolation }: Pick<Config, 'isolation'>,
  folder: string,
): Promise<Finding> {
  const what = 'repository'
  const lookup = await findRepository(folder)
  if (isolation === 'none' && (lookup.ok || lookup.why !== 'bare'))
    return {
      what,
      is: 'note',
      says: 'isolation: none, so tasks that run at once share this folder',
    }
  if (lookup.ok) return { what, is: 'ok', says: `${sayPlace(lookup)}: every task gets a worktree` }
  if (isolation === 'auto' && isElsewhere(lookup.why))
    return { what, is: 'note', says: SHARED, remedy: HOW_TO_PART }
  const [says, remedy] = REFUSALS[lookup.why]
  return { what, is: 'bad', says, remedy }
}

export const RUN_REFUSES = 'a run would be refused: '

/** Why a run would be refused in that folder, and the remedy. */
export async function refusedHere(
  config: Pick<Config, 'isolation'>,
  folder: string,
): Promise<readonly string[]> {
  const { is, says, remedy } = await lookAtPlace(config, folder)
  return is === 'bad' ? [`${RUN_REFUSES}${says} (${remedy})`] : []
}

/** Nothing must be written among the files of git itself. */
export async function mustNotBeBare(folder: string): Promise<void> {
  const lookup = await findRepository(folder)
  if (!lookup.ok && lookup.why === 'bare') throw refusal('bare')
}

const sayPlace = ({ branch, head }: Extract<FoundRepository, { ok: true }>): string =>
  branch === null ? `at ${head.slice(0, 9)}, on no branch` : `on ${branch}`
