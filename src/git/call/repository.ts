/** The user's repository, and whether agents can work in worktrees of it. */
import { resolve } from 'node:path'
import { commitId, type CommitId } from '../../core/value/ids.ts'
import { askGit, type GitOptions } from './git-command.ts'

export interface Repository {
  /** The top of the user's checkout; Conductor never writes there. */
  readonly root: string
  /** What all worktrees share: objects, refs, configuration. */
  readonly common: string
  /**
   * The settings that decide about the content of files, as our own calls of git shall see them. Absent:
   * as git sees them.
   */
  readonly asBefore?: () => AsBefore
}

export interface AsBefore {
  /** Environment variables for git; empty: no setting has been changed. */
  readonly environment: Readonly<Record<string, string>>
  /** Sentences: which settings have been changed, and what to type. */
  readonly notes: readonly string[]
}

/**
 * For calls that change, merge or compare the content of files: git uses the settings from before the
 * agents of the run began.
 */
export const contentGit = (
  repository: Repository,
  folder: string,
): Required<Pick<GitOptions, 'in' | 'environment'>> => ({
  in: folder,
  environment: repository.asBefore?.().environment ?? {},
})

export type FoundRepository =
  | {
      readonly ok: true
      readonly repository: Repository
      readonly head: CommitId
      /** null: HEAD is detached. */
      readonly branch: string | null
    }
  | { readonly ok: false; readonly why: 'no-git' | 'no-repository' | 'bare' | 'no-commit' }

/** One call of git answers everything: git prints its answers in this order, and stops at the first question that has none. */
const QUESTIONS = [
  '--is-bare-repository',
  '--is-inside-work-tree',
  '--git-common-dir',
  '--show-toplevel',
  'HEAD^{commit}',
  '--symbolic-full-name',
  'HEAD',
]

export async function findRepository(folder: string): Promise<FoundRepository> {
  const asked = await askGit(['rev-parse', ...QUESTIONS], { in: folder })
  if (asked.stderr.includes('ENOENT')) return { ok: false, why: 'no-git' }
  const [bare, inside, common, ...rest] = asked.stdout.replace(/\n$/, '').split('\n')
  if (common === undefined) return { ok: false, why: 'no-repository' }
  if (bare === 'true' || inside !== 'true') return { ok: false, why: 'bare' }
  if (rest.length === 0) return { ok: false, why: 'no-repository' }
  if (asked.code !== 0) return { ok: false, why: 'no-commit' }
  const [head, ref] = rest.slice(-2)
  return {
    ok: true,
    // The name of a folder may contain line breaks.
    repository: { root: rest.slice(0, -2).join('\n'), common: resolve(folder, common) },
    head: commitId(head!),
    branch: ref === 'HEAD' ? null : ref!.replace('refs/heads/', ''),
  }
}
