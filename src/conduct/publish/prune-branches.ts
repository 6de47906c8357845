/** Deletes branches of the remote whose pull requests are merged. Every commit of theirs is kept here first. */
import {
  branchFate,
  isMergedNow,
  type BranchFate,
  type PruneSight,
} from '../../core/forge/branch-fate.ts'
import type { ForgeAnswer } from '../../core/forge/forge-problem.ts'
import { isDone, isPublished, type LanePull } from '../../core/forge/lane-pull.ts'
import type { Run } from '../../core/run/run.ts'
import type { CommitId } from '../../core/value/ids.ts'
import type { Forge, Pushed, PublishGit } from '../forge-ports.ts'
import { keptName } from './make-head.ts'

export interface PruneLook {
  readonly branches: readonly SeenBranch[]
  /** The lanes whose pull requests are merged. */
  readonly merged: readonly LanePull[]
  /** The commits of the branches that pull requests go into. */
  readonly bases: readonly CommitId[]
}

export interface SeenBranch {
  readonly pull: LanePull
  readonly fate: BranchFate
}

interface Ports {
  readonly forge: Pick<Forge, 'pulls' | 'openInto'>
  readonly git: Pick<PublishGit, 'fetch' | 'contains' | 'keep' | 'push'>
}

/** Finds the branches and deletes nothing. */
export async function lookToPrune(run: Run, ports: Ports): Promise<ForgeAnswer<PruneLook>> {
  const pulls = [...run.pulls.values()].filter(isPublished)
  const { into } = run.publishing!
  const looked = await look(pulls, into, ports)
  if (!looked.ok) return looked
  const sight = looked.value
  const branches: SeenBranch[] = []
  for (const pull of pulls)
    branches.push({ pull, fate: await checked(branchFate(pull, into, sight), sight, ports) })
  const merged = pulls.filter((pull) => isMergedNow(pull, sight))
  const names = new Set([into, ...merged.map(({ base }) => base.branch)])
  const bases = [...names].flatMap((name) => sight.heads.get(name) ?? [])
  return { ok: true, value: { branches, merged, bases } }
}

async function look(
  pulls: readonly LanePull[],
  into: string,
  { forge, git }: Ports,
): Promise<ForgeAnswer<PruneSight>> {
  const bases = pulls.map(({ base }) => base.branch)
  const fetched = await git.fetch([
    ...new Set([into, ...bases, ...pulls.map(({ branch }) => branch)]),
  ])
  if (!fetched.ok) return fetched
  const heads = fetched.value
  // A pull request that is over, and whose branch is gone, is not read again.
  const asked = pulls.filter((pull) => heads.has(pull.branch) || !isDone(pull))
  const seen = await forge.pulls(asked.map(({ branch }) => branch))
  if (!seen.ok) return seen
  const there = pulls.map(({ branch }) => branch).filter((branch) => heads.has(branch))
  const openInto = await forge.openInto(there)
  if (!openInto.ok) return openInto
  const byBranch = new Map(seen.value.map((pull) => [pull.head, pull]))
  return { ok: true, value: { heads, pulls: byBranch, openInto: openInto.value } }
}

/** That the forge calls it merged is not enough: a base branch must have the work, as commits or by content. */
async function checked(
  fate: BranchFate,
  { heads }: PruneSight,
  { git }: Ports,
): Promise<BranchFate> {
  if (fate.is !== 'goes') return fate
  const work = [{ base: fate.onto, commit: fate.at }]
  for (const name of fate.bases) {
    const tip = heads.get(name)
    if (tip !== undefined && (await git.contains(tip, work))) return fate
  }
  return { is: 'stays', why: { is: 'not-contained', base: fate.bases.at(-1)! } }
}

/** The remote refuses the deletion if the branch has moved since the look (`--force-with-lease`). */
export async function deleteBranch(
  run: Run,
  { lane, branch }: LanePull,
  at: CommitId,
  { git }: Pick<Ports, 'git'>,
): Promise<Pushed> {
  await git.keep(at, keptName(run, lane, at))
  return git.push({ branch, commit: null, expected: at })
}
