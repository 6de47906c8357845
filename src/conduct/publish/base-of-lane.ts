/** Finds the base of a lane: the base branch of the remote, or the heads of the lanes below it. */
import { publishedPull, type PullBase } from '../../core/forge/lane-pull.ts'
import { staysOnBase } from '../../core/forge/pull-base.ts'
import type { WantedPull } from '../../core/forge/wanted-pulls.ts'
import type { Conflict } from '../../core/landing/delivery.ts'
import type { CommitId } from '../../core/value/ids.ts'
import type { Round } from './publish-round.ts'

export type FoundBase =
  | { readonly is: 'base'; readonly base: PullBase }
  /** A lower lane of the stack has to be published first. */
  | { readonly is: 'not-yet' }
  | { readonly is: 'conflict'; readonly base: string; readonly files: readonly Conflict[] }

/** The base stays while the lower lanes stay: a base branch that has only moved needs no new commits. */
export async function baseFor(round: Round, wanted: WantedPull): Promise<FoundBase> {
  const { run, sight } = round
  const { into } = run.publishing!
  const lower = wanted.below.flatMap((lane) => publishedPull(run, lane) ?? [])
  if (lower.length < wanted.below.length) return { is: 'not-yet' }
  const below = lower.map(({ lane, head }) => ({ lane, head }))
  const branch = lower.at(-1)?.branch ?? into
  const before = publishedPull(run, wanted.lane)
  if (before !== null && staysOnBase(before, { branch, below }))
    return { is: 'base', base: before.base }
  if (below.length === 0)
    return { is: 'base', base: { branch, onto: sight.heads.get(into)!, below } }
  return onLanes(round, wanted, { branch, below })
}

async function onLanes(
  { ports: { git } }: Round,
  { lane }: WantedPull,
  { branch, below }: Omit<PullBase, 'onto'>,
): Promise<FoundBase> {
  const heads = below.map(({ head }): CommitId => head)
  if (heads.length === 1) return { is: 'base', base: { branch, onto: heads[0]!, below } }
  const merged = await git.merge(heads, `Begin ${lane} on what it builds on\n`)
  return merged.is === 'conflict'
    ? { is: 'conflict', base: branch, files: merged.conflicts }
    : { is: 'base', base: { branch, onto: merged.commit, below } }
}
