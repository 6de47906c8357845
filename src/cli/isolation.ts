/** Where the tasks of a run will work: in worktrees of the repository, or in the folder itself. */
import { existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import type { RunSettings } from '../core/event.ts'
import { runGit } from '../git/git-command.ts'
import { findRepository, type FoundRepository } from '../git/repository.ts'
import { whyNotTarget } from '../git/target.ts'
import { Complaint } from './complain.ts'

export async function isolationFor(
  config: Config,
  folder: string,
): Promise<RunSettings['isolation']> {
  if (config.isolation === 'none') return 'none'
  const found = await findRepository(folder)
  if (!found.ok) {
    const isElsewhere = found.why === 'no-git' || found.why === 'no-repository'
    if (config.isolation === 'auto' && isElsewhere) return 'none'
    throw refusal(found.why)
  }
  await mustBeNewEnough(folder)
  mustHaveRoom(resolve(found.repository.root, config.worktrees.root))
  const { into } = config.land
  const reason = into === null ? null : await whyNotTarget(found.repository, into)
  if (reason !== null) throw new Complaint(reason)
  return 'worktree'
}

/** Found out now instead of at each task. Node itself tries for ever to make a folder where none can be. */
function mustHaveRoom(root: string): void {
  const missing = firstMissing(root)
  if (missing === null) return
  try {
    mkdirSync(missing)
    rmdirSync(missing)
  } catch (error) {
    throw new Complaint(
      `worktrees cannot be made in ${root} (${(error as NodeJS.ErrnoException).code})`,
      'set worktrees.root to a folder that can be written to',
    )
  }
}

/** The one nearest to the top that is not there. */
function firstMissing(folder: string): string | null {
  if (existsSync(folder)) return null
  return firstMissing(dirname(folder)) ?? folder
}

/** Merging in memory came with this one. */
const OLDEST_GIT = [2, 38] as const

async function mustBeNewEnough(folder: string): Promise<void> {
  const said = (await runGit(['--version'], { in: folder })) ?? ''
  if (isNewEnough(said)) return
  throw new Complaint(
    `${said.trim()} is too old to work in worktrees: ${OLDEST_GIT.join('.')} or newer is needed`,
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
  const found = await findRepository(folder)
  return found.ok || found.why === 'no-commit' ? 'worktree' : 'none'
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

const refusal = (why: WhyNot): Complaint => new Complaint(...REFUSALS[why])

/** What a user may not expect. */
export async function worktreeNotes(folder: string): Promise<readonly string[]> {
  const asked = ['status', '--porcelain', '--untracked-files=no', '--ignore-submodules=all']
  const changes = await runGit(asked, { in: folder })
  if (!changes) return []
  return ['your uncommitted changes are not seen by agents: they start from the last commit']
}
