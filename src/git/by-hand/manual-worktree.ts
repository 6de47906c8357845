/** Makes a worktree that a person asks for: in the same way as for lanes, but for no run. */
import { existsSync } from 'node:fs'
import type { Worktree } from '../../conduct/worktree-ports.ts'
import { commitId, laneName, type CommitId, type LaneName } from '../../core/value/ids.ts'
import { sayFailure } from '../../core/say/say-failure.ts'
import { NoFreeName } from '../worktree/free-name.ts'
import { freePorts } from '../worktree/free-ports.ts'
import { furnishWorktree, handOver } from '../worktree/furnish-worktree.ts'
import { runGit } from '../call/git-command.ts'
import { dropWorktree, makeWorktree } from '../worktree/make-worktree.ts'
import { notDone, notDoneBy, type NotDone } from '../call/not-done.ts'
import type { Repository } from '../call/repository.ts'
import { whyNotOpened } from '../worktree/why-not-opened.ts'
import type { WorktreeRecord } from '../worktree/worktree-record.ts'
import { withSite, worktreeOf, type Site } from '../worktree/worktree-site.ts'
import type { WorktreesOptions } from '../worktree/worktrees.ts'

export interface WantedWorktree {
  /** The name of the branch and, after the name of the repository, of the folder. */
  readonly name: string
  /** A branch, a tag or a commit. */
  readonly from: string
  /** The batch that the worktree is meant for, from 1; it is only recorded and shown. */
  readonly batch?: number | null
  readonly signal: AbortSignal
}

export type MadeByHand = { readonly ok: true; readonly worktree: Worktree } | NotDone

/** Overwrites nothing that has the name, and leaves nothing half-made. */
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
      return notDoneBy(error, why, 'no worktree was made')
    }
  })
}

/** The same characters as in the names of lanes; git would take a leading "-" for an option. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,59}$/
const NAMES = 'up to 60 letters, digits, "-" and "_", such as fix-login'
const COMMITS = 'the name of a branch, a tag or a commit is needed'

/** The name must not begin like an option to git, and no name contains a control character. */
async function commitNamed(name: string, { root }: Repository): Promise<CommitId | null> {
  if (/^-|[\x00-\x1f\x7f]/.test(name)) return null
  const words = ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]
  const id = await runGit(words, { in: root })
  return id === null ? null : commitId(id.trim())
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
      const handedOver = await handOver(record)
      const kept = site.records.write({ ...handedOver, status: 'manual', batch })
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

/** The ports of every worktree that has a folder: a run may go on with it. */
export const portsInUse = ({ records }: Pick<Site, 'records'>): ReadonlySet<number> =>
  new Set(
    records
      .all()
      .filter(({ path }) => existsSync(path))
      .flatMap(({ port }) => port ?? []),
  )
