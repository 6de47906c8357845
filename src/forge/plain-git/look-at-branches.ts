/** Reads where the branches of pull requests are on the remote, which of them are merged, and which conflict with their base. */
import type { PublishGit } from '../../conduct/forge-ports.ts'
import type { ForgeAnswer } from '../../core/forge/forge-problem.ts'
import type { SeenPull } from '../../core/forge/seen-pull.ts'
import type { CommitId } from '../../core/value/ids.ts'
import type { PullFiles } from './pull-files.ts'
import type { PullEvent, PullRecord } from './pull-record.ts'

export type PlainGitPort = Pick<PublishGit, 'fetch' | 'isAncestor' | 'contains' | 'merge'>
type Heads = ReadonlyMap<string, CommitId>

/** Records what it finds, because the branch may be gone the next time. */
export function lookAtBranches(
  files: PullFiles,
  git: PlainGitPort,
  clock: () => number,
): (records: readonly PullRecord[]) => Promise<ForgeAnswer<readonly SeenPull[]>> {
  /** By base and head: two commits merge today as they did yesterday. */
  const merging = new Map<string, Promise<SeenPull['mergeable']>>()
  return async (records) => {
    const open = records.filter(({ pull }) => pull.state === 'open')
    const branches = new Set(open.flatMap(({ pull }) => [pull.head, pull.base]))
    if (branches.size === 0) return { ok: true, value: records.map(({ pull }) => pull) }
    const fetched = await git.fetch([...branches])
    if (!fetched.ok) return fetched
    const pulls = await Promise.all(records.map((record) => look(record, fetched.value)))
    return { ok: true, value: pulls }
  }

  async function look(record: PullRecord, heads: Heads): Promise<SeenPull> {
    const { pull } = record
    if (pull.state !== 'open') return pull
    const event = await noticed(record, heads)
    if (event !== null) await files.add(pull.number, event)
    const now = event === null ? pull : (await files.one(pull.number))!.pull
    return now.state === 'open' ? { ...now, mergeable: await mergeable(now, heads) } : now
  }

  async function mergeable({ headCommit: head, base: branch }: SeenPull, heads: Heads) {
    const base = heads.get(branch)
    if (head === null || base === undefined) return 'unknown'
    const key = `${base} ${head}`
    const merge = merging.get(key) ?? tryMerge(base, head)
    merging.set(key, merge)
    return merge
  }

  async function tryMerge(base: CommitId, head: CommitId): Promise<SeenPull['mergeable']> {
    if (await git.isAncestor(base, head)) return 'yes'
    const merged = await git.merge([base, head], 'Test whether it can be merged\n')
    return merged.is === 'made' ? 'yes' : 'conflict'
  }

  /** null: nothing has changed. */
  async function noticed(record: PullRecord, heads: Heads): Promise<PullEvent | null> {
    const { pull, onto } = record
    const head = heads.get(pull.head) ?? pull.headCommit
    const base = heads.get(pull.base)
    if (head === null || base === undefined) return null
    if (await isMerged(onto, head, base)) return decided('merged')
    // A person has deleted the branch: without a page, this is how people close a pull request.
    if (!heads.has(pull.head)) return decided('closed')
    const start = (await git.isAncestor(base, head)) ? base : (onto ?? base)
    return head === pull.headCommit && start === onto
      ? null
      : { is: 'seen', at: clock(), head, onto: start }
  }

  function decided(decision: 'merged' | 'closed'): PullEvent {
    return { is: 'decided', at: clock(), decision, text: '', by: '' }
  }

  /** The base has moved since the branch left it, and has everything that the branch changes. */
  async function isMerged(onto: CommitId | null, head: CommitId, base: CommitId): Promise<boolean> {
    if (onto === null || base === onto || head === onto) return false
    if (await git.isAncestor(head, base)) return true
    return await git.contains(base, [{ base: onto, commit: head }])
  }
}
