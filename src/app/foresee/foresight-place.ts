/** Where foresight finds the past of a repository, and where it keeps its index for all worktrees. */
import { basename, dirname, join } from 'node:path'
import { absorbOutcomes } from '../../core/foresight/foresee-task.ts'
import type { Foresight } from '../../core/foresight/foresight.ts'
import { standingOf, type Standing } from '../../core/foresight/learn/standing.ts'
import { HOME, inForesight } from '../../core/value/home-paths.ts'
import { readOutcomes } from '../../foresight/outcomes.ts'
import type { PastOfRepository } from '../../foresight/ports.ts'
import { findRepository, type FoundRepository } from '../../git/call/repository.ts'
import { GitRefused } from '../../git/call/git-command.ts'
import { pastOfRepository } from '../../git/history/past-of-repository.ts'
import { Complaint } from '../console/complain.ts'
import { findWorkspace, prepareWorkspace } from '../place/workspace.ts'

export interface ForesightPlace {
  readonly past: PastOfRepository
  /** The commit that is checked out. */
  readonly head: string
  /** The `.conductor` of the main checkout; null: there is none, as in a bare repository. */
  readonly home: string | null
}

/** Complains when nothing can be foreseen there. */
export async function mustFindPlace(folder: string): Promise<ForesightPlace> {
  const repository = await findRepository(folder)
  if (!repository.ok && repository.why !== 'bare') throw new Complaint(...REFUSALS[repository.why])
  const past = pastOfRepository(folder)
  const head = await past.commitOf('HEAD')
  if (head === null) throw new Complaint(...REFUSALS['no-commit'])
  return { past, head, home: repository.ok ? homeOf(repository.repository) : null }
}

/** Complains when git cannot read the past, for example because its trees are not in this clone. */
export async function readingPast<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof GitRefused)) throw error
    throw new Complaint(
      `the history cannot be read: ${error.message}`,
      'see what git says: git log --raw. A clone without trees gets them with git fetch --refetch --filter=blob:none',
    )
  }
}

export interface KeptAt {
  /** null: the index cannot be kept. */
  readonly file: string | null
  readonly note: string | null
}

/** Makes the `.conductor` of the main checkout, if it can be made. */
export function keepAt({ home }: ForesightPlace): KeptAt {
  if (home === null) return { file: null, note: null }
  try {
    prepareWorkspace({ ...findWorkspace(dirname(home)), root: dirname(home), home })
    return { file: inForesight(home, 'index'), note: null }
  } catch (error) {
    return { file: null, note: (error as Error).message }
  }
}

export interface OwnStanding extends Standing {
  /** Tasks of runs that it has learnt from as well; they are no commits of this history, and not part of the figures. */
  readonly outcomes: number
}

/** How accurate foresight was on the commits of the history. Afterwards it learns from what attempts really changed. */
export function standThenLearn(
  foresight: Foresight,
  { home }: Pick<ForesightPlace, 'home'>,
): OwnStanding {
  const standing = standingOf(foresight.lessons)
  return { ...standing, outcomes: learnOutcomes(foresight, { home }) }
}

/** From how many outcomes of attempts foresight has learnt. */
export const learnOutcomes = (
  foresight: Foresight,
  { home }: Pick<ForesightPlace, 'home'>,
): number =>
  home === null ? 0 : absorbOutcomes(foresight, readOutcomes(inForesight(home, 'outcomes')))

type WhyNot = Exclude<Extract<FoundRepository, { ok: false }>['why'], 'bare'>

const REFUSALS: Readonly<Record<WhyNot, readonly [string, string]>> = {
  'no-git': [
    'git is not installed, and files are foreseen from the history of a repository',
    'install git',
  ],
  'no-repository': [
    'this is not a git repository, and files are foreseen from the history of one',
    'call it in a repository, or make one: git init, and a first commit',
  ],
  'no-commit': [
    'this repository has no commit yet, so there is no history to foresee anything from',
    'commit something first',
  ],
}

/** Beside the folder that all worktrees share, so that they share the index. */
function homeOf({ root, common }: { readonly root: string; readonly common: string }): string {
  const main = basename(common) === '.git' ? dirname(common) : root
  return join(main, HOME)
}
