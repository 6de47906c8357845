/** The tree of one repository: which workspace stands on which, with the default branch at its root. */
import { relationsIn, treeCommits, type BranchRelations } from './branch-history.ts'
import { cutCycles, type Parents } from './cut-cycles.ts'
import type { FoundRepository, FoundWorkspace, PullRequest } from './found.ts'
import { marksOf } from './marks.ts'
import { latest, mergeByBranch } from './merge-sources.ts'
import { orbId } from './orb-id.ts'
import { bareNode, branchPage, ofPull, ofWorkspace } from './tree-node.ts'
import type { TrackerNotice, TreeNode } from './tracker.ts'

export interface BuiltTree {
  readonly root: TreeNode
  readonly notices: readonly TrackerNotice[]
}

export function buildTree(repository: FoundRepository): BuiltTree {
  const { name, defaultBranch, page } = repository
  const all = mergeByBranch(repository.workspaces)
  const workspaces = new Map([...all].filter(([branch]) => branch !== defaultBranch))
  const pulls = pullsByHead(repository)
  const relations = relationsIn(repository.history)
  const { parents, notices } = parentsOf({ repository, relations, workspaces, pulls })
  const children = Map.groupBy(parents.keys(), (branch) => parents.get(branch) ?? null)
  return { root: rootNode(), notices }

  function rootNode(): TreeNode {
    const checkout = all.get(defaultBranch)
    return {
      ...bareNode(defaultBranch),
      name,
      github_url: page ?? '',
      worktree_path: checkout?.path ?? null,
      last_active_at: checkout?.lastActiveAt ?? null,
      children: nodesOn(null),
    }
  }

  function nodesOn(parent: string | null): readonly TreeNode[] {
    return (children.get(parent) ?? []).toSorted().map(nodeOf)
  }

  function nodeOf(branch: string): TreeNode {
    const workspace = workspaces.get(branch)
    const pull = pulls.get(branch)
    const parent = parents.get(branch) ?? null
    const marks = marksOf(repository.marks, branch)
    const needs = (workspace?.dependsOn ?? []).map((each) => orbId(name, each))
    return {
      ...bareNode(branch),
      ...(workspace && ofWorkspace(name, workspace)),
      ...(pull && ofPull(pull)),
      name: pull?.title || workspace?.name || branch,
      last_active_at: latest(workspace?.lastActiveAt ?? null, pull?.updatedAt ?? null),
      commits_from_parent: treeCommits(relations.commitsFrom(branch, parent), page),
      parent_branch_name: parent ?? defaultBranch,
      github_url: pull?.url ?? branchPage(page, branch),
      children: nodesOn(branch),
      blockers: marks.blockers,
      depends_on: [...new Set([...needs, ...marks.dependsOn])],
    }
  }
}

/** Of several pull requests of one branch, the newest counts. */
function pullsByHead({ pulls, defaultBranch }: FoundRepository): ReadonlyMap<string, PullRequest> {
  const oldestFirst = pulls.toSorted((one, other) => one.number - other.number)
  const byHead = new Map(oldestFirst.map((pull) => [pull.head, pull]))
  byHead.delete(defaultBranch)
  return byHead
}

interface Told {
  readonly repository: FoundRepository
  readonly relations: BranchRelations
  readonly workspaces: ReadonlyMap<string, FoundWorkspace>
  readonly pulls: ReadonlyMap<string, PullRequest>
}

/**
 * The parent of every branch, and of the bases of pull requests that have no workspace. The base of the pull request
 * counts first, then what was recorded, then the history; without any of them it is the default branch.
 */
function parentsOf({ repository, relations, workspaces, pulls }: Told): Parents {
  const { name, defaultBranch } = repository
  const bases = [...pulls.values()].map(({ base }) => base).filter((base) => base !== defaultBranch)
  const branches = new Set([...workspaces.keys(), ...pulls.keys(), ...bases])
  return cutCycles(name, new Map([...branches].toSorted().map((each) => [each, parentOf(each)])))

  function parentOf(branch: string): string | null {
    const base = pulls.get(branch)?.base
    if (base !== undefined) return base === defaultBranch ? null : base
    const recorded = workspaces.get(branch)?.parent ?? null
    if (recorded === defaultBranch) return null
    if (recorded !== null && branches.has(recorded)) return recorded
    return relations.closestBelow(branch, branches)
  }
}
