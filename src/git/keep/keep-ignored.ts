/**
 * W9, W25: moves files that may be someone's work, and that git ignores or passes over, to
 * `.conductor/kept/` before a worktree is cleaned.
 */
import { hiddenAmong } from './hidden-work.ts'
import type { Contents } from './inspect-worktree.ts'
import { keepLooseFiles } from './loose-files.ts'
import { sharedRulesIn } from './shared-rules.ts'
import { unholdableIn } from './unholdable.ts'
import { worktreeGit } from '../worktree/worktree-git.ts'
import type { WorktreeRecord } from '../worktree/worktree-record.ts'
import type { Site } from '../worktree/worktree-site.ts'

interface KeptIgnored {
  /** The folder in which the files are kept; null: there was nothing to keep. */
  readonly in: string | null
  /** The contents of the worktree afterwards. */
  readonly contents: Contents
}

/** Folders that were ignored before any agent worked can be made again; the others are kept like loose files. */
export async function keepIgnored(
  { repository, home }: Site,
  record: WorktreeRecord,
  contents: Contents,
): Promise<KeptIgnored> {
  const { path, run, base, rulesFrom, handedOverAt } = record
  const { ignoredFiles: files, ignoredFolders, repositories } = contents
  const rules = { base: rulesFrom ?? base, shared: sharedRulesIn(home, run) }
  const hidden =
    run === null ? [] : await hiddenAmong(worktreeGit(repository, path), ignoredFolders, rules)
  const folders = hidden.map((one) => one.path)
  const passed = [...ignoredFolders, ...repositories.map((name) => `${name}/`)]
  const stray = await unholdableIn(path, { without: passed, since: handedOverAt })
  const loose = [...files, ...stray]
  const kept = await keepLooseFiles(home, { path, files: loose, since: handedOverAt, folders })
  const left = ignoredFolders.filter((folder) => !folders.includes(folder))
  return { in: kept, contents: { ...contents, ignoredFolders: left } }
}
