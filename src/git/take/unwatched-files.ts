/** Files that git was told not to look at: it shows no changes in them, and refuses to overwrite those. */
import { mustGit, type GitOptions } from '../call/git-command.ts'

export interface Unwatched {
  /** Marked with `skip-worktree`: a file that is absent is to stay absent. */
  readonly skipped: ReadonlySet<string>
  /** Those, and the files that are marked with `assume-unchanged`. */
  readonly all: ReadonlySet<string>
}

export async function unwatchedFiles(git: GitOptions): Promise<Unwatched> {
  const listing = await mustGit(['ls-files', '-v', '-z'], git)
  const marked = listing.split('\0').filter((row) => /^(S|[a-z]) /.test(row))
  const pathOf = (row: string): string => row.slice(2)
  const skipped = marked.filter((row) => /^s/i.test(row)).map(pathOf)
  return { skipped: new Set(skipped), all: new Set(marked.map(pathOf)) }
}
