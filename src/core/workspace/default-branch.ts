/** The branch that everything else stands on. */

export interface DefaultBranchSigns {
  /** What the HEAD of each remote points to, the most important remote first. */
  readonly remoteHeads: readonly string[]
  /** git's setting init.defaultBranch; null: it is not set. */
  readonly configured: string | null
  /** The branch of the checkout; null: HEAD is detached. */
  readonly current: string | null
  /** All branches, also those that only a remote has. */
  readonly branches: ReadonlySet<string>
}

const USUAL = ['main', 'master', 'trunk', 'develop']

export function defaultBranchOf({
  remoteHeads,
  configured,
  current,
  branches,
}: DefaultBranchSigns): string {
  const named = [...(configured === null ? [] : [configured]), ...USUAL]
  return (
    remoteHeads[0] ?? named.find((name) => branches.has(name)) ?? current ?? configured ?? 'main'
  )
}
