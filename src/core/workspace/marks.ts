/** What people have recorded about workspaces: what blocks them from outside, and what they depend on elsewhere. */

/** By branch; a branch without a mark is not in it. */
export type WorkspaceMarks = ReadonlyMap<string, BranchMarks>

export interface BranchMarks {
  /** Reasons in a person's words, for example "waits for the design review". */
  readonly blockers: readonly string[]
  /** `repository:branch` of other workspaces. */
  readonly dependsOn: readonly string[]
}

export const NO_MARKS: WorkspaceMarks = new Map()
const UNMARKED: BranchMarks = { blockers: [], dependsOn: [] }

export type MarkChange =
  | { readonly do: 'block' | 'unblock'; readonly branch: string; readonly reason: string }
  | { readonly do: 'depend' | 'undepend'; readonly branch: string; readonly on: string }

export const marksOf = (marks: WorkspaceMarks, branch: string): BranchMarks =>
  marks.get(branch) ?? UNMARKED

/** Returns the same value if the change changes nothing. */
export function changeMarks(marks: WorkspaceMarks, change: MarkChange): WorkspaceMarks {
  const before = marksOf(marks, change.branch)
  const after = changed(before, change)
  if (after === before) return marks
  const rest = [...marks].filter(([branch]) => branch !== change.branch)
  const isEmpty = after.blockers.length === 0 && after.dependsOn.length === 0
  return new Map(isEmpty ? rest : [...rest, [change.branch, after]])
}

function changed(marks: BranchMarks, change: MarkChange): BranchMarks {
  const { blockers, dependsOn } = marks
  switch (change.do) {
    case 'block':
      return withOne(marks, 'blockers', blockers, change.reason)
    case 'unblock':
      return without(marks, 'blockers', blockers, change.reason)
    case 'depend':
      return withOne(marks, 'dependsOn', dependsOn, change.on)
    case 'undepend':
      return without(marks, 'dependsOn', dependsOn, change.on)
  }
}

function withOne(
  marks: BranchMarks,
  field: keyof BranchMarks,
  list: readonly string[],
  entry: string,
): BranchMarks {
  return list.includes(entry) ? marks : { ...marks, [field]: [...list, entry] }
}

function without(
  marks: BranchMarks,
  field: keyof BranchMarks,
  list: readonly string[],
  entry: string,
): BranchMarks {
  return list.includes(entry) ? { ...marks, [field]: list.filter((each) => each !== entry) } : marks
}

/** What takes the change back. */
export function oppositeOf(change: MarkChange): MarkChange {
  switch (change.do) {
    case 'block':
      return { ...change, do: 'unblock' }
    case 'unblock':
      return { ...change, do: 'block' }
    case 'depend':
      return { ...change, do: 'undepend' }
    case 'undepend':
      return { ...change, do: 'depend' }
  }
}
