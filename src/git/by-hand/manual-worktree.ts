/** A worktree that a person asks for by hand: made as those of lanes are, and for no run. */
import { existsSync } from 'node:fs'
import type { Worktree } from '../../conduct/worktree-ports.ts'
import { commitId, laneName, type CommitId, type LaneName } from '../../core/value/ids.ts'
import { sayFailure } from '../../core/say/say-failure.ts'
import { NoFreeName } from '../worktree/free-name.ts'
import { freePorts } from '../worktree/free-ports.ts'
import { furnishWorktree, handOver } from '../worktree/furnish-worktree.ts'
import { runGit } from '../call/git-command.ts'
import { dropWorktree, makeWorktree } from '../worktree/make-worktree.ts'
import { notDone, type NotDone } from '../call/not-done.ts'
import type { Repository } from '../call/repository.ts'
import { whyNotOpened } from '../worktree/why-not-opened.ts'
import type { WorktreeRecord } from '../worktree/worktree-record.ts'
import { withSite, worktreeOf, type Site } from '../worktree/worktree-site.ts'
import type { WorktreesOptions } from '../worktree/worktrees.ts'

export interface WantedWorktree {
  /** Of its branch and, behind that of the repository, of its folder. */
  readonly name: string
  /** A branch, a tag or a commit. */
  readonly from: string
  /** The batch it is meant for, from 1; nothing is done with it but to tell it again. */
  readonly batch?: number | null
  readonly signal: AbortSignal
}

export type MadeByHand = { readonly ok: true; readonly worktree: Worktree } | NotDone

/** Nothing that has the name is overwritten, and nothing half-made stays. */
export async function makeManualWorktree(
  options: Omit<WorktreesOptions, 'max'>,
  { name, from, batch = null, signal }: WantedWorktree,
): Promise<MadeByHand> {
  if (!NAME.test(name)) return notDone(`"${name}" cannot be the name of a worktree`, NAMES)
  const commit = await commitNamed(from, options.repository)
  if (commit === null) return notDone(`there is no commit "${from}"`, COMMITS)
  return withSite(options, async (site) => {
    try {
      return await make(site, options, { lane: laneName(name), commit, batch, signal })
    } catch (error) {
      if (error instanceof NoFreeName) return notDone(error.message, 'choose another name')
      const { failure } = whyNotOpened(error, options.root)
      const why = failure.is === 'cannot-start' ? failure.reason : sayFailure(failure)
      return notDone(why, 'no worktree was made')
    }
  })
}

/** As lanes are called; a "-" in front would be an option to git. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,59}$/
const NAMES = 'up to 60 letters, digits, "-" and "_", such as fix-login'
const COMMITS = 'the name of a branch, a tag or a commit is needed'

/** What stands in front must not be an option to git, and no name has a control character in it. */
async function commitNamed(name: string, { root }: Repository): Promise<CommitId | null> {
  if (/^-|[\x00-\x1f\x7f]/.test(name)) return null
  const words = ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]
  const said = await runGit(words, { in: root })
  return said === null ? null : commitId(said.trim())
}

interface Making {
  readonly lane: LaneName
  readonly commit: CommitId
  readonly batch: number | null
  readonly signal: AbortSignal
}

async function make(
  site: Site,
  { setup, ports }: Pick<WorktreesOptions, 'setup' | 'ports'>,
  { lane, commit, batch, signal }: Making,
): Promise<MadeByHand> {
  const request = { run: null, task: null, attempt: null, lane, from: commit }
  const made = await makeWorktree(site, request, signal)
  const port = await freePorts(ports, portsInUse(site), null)
  const record: WorktreeRecord = { ...made.record, port }
  try {
    const refused = await furnishWorktree(site, record, { setup, portsEach: ports.each, signal })
    if (refused === null) {
      const handed = await handOver(record)
      const kept = site.records.write({ ...handed, status: 'manual', batch })
      return { ok: true, worktree: worktreeOf(site, kept, { each: ports.each, notes: made.notes }) }
    }
    await dropWorktree(site, record)
    const last = refused.lastLines.at(-1)
    return notDone(
      sayFailure(refused.failure),
      `no worktree was made${last ? `; it said: ${last}` : ''}`,
    )
  } catch (error) {
    await dropWorktree(site, record)
    throw error
  }
}

/** Of whatever has a folder: a run may go on with it. */
export const portsInUse = ({ records }: Pick<Site, 'records'>): ReadonlySet<number> =>
  new Set(
    records
      .all()
      .filter(({ path }) => existsSync(path))
      .flatMap(({ port }) => port ?? []),
  )
