/** Dependencies between repositories that lead back to where they began. */
import { orbId } from './orb-id.ts'
import type { TrackerNotice, TreeNode } from './tracker.ts'

export function dependencyCycles(
  trees: Readonly<Record<string, TreeNode>>,
): readonly TrackerNotice[] {
  const needs = needsIn(trees)
  const isSound = new Set<string>()
  const notices: TrackerNotice[] = []
  for (const [id, { depends }] of needs) if (depends.length > 0) look(id, [])
  return notices

  function look(id: string, path: readonly string[]): void {
    if (isSound.has(id)) return
    const again = path.indexOf(id)
    if (again >= 0) {
      notices.push(noticeOf([...path.slice(again), id]))
      return
    }
    const need = needs.get(id)
    for (const each of need === undefined ? [] : need.all) look(each, [...path, id])
    isSound.add(id)
  }
}

/** The way from one workspace to another along parents and recorded dependencies; null: there is none. */
export function wayBetween(
  trees: Readonly<Record<string, TreeNode>>,
  from: string,
  to: string,
): readonly string[] | null {
  const needs = needsIn(trees)
  const cameFrom = new Map<string, string | null>([[from, null]])
  for (const id of cameFrom.keys()) {
    if (id === to) return wayBack(cameFrom, id)
    for (const each of needs.get(id)?.all ?? []) if (!cameFrom.has(each)) cameFrom.set(each, id)
  }
  return null
}

function wayBack(cameFrom: ReadonlyMap<string, string | null>, end: string): readonly string[] {
  const way: string[] = []
  for (let at: string | null = end; at !== null; at = cameFrom.get(at)!) way.unshift(at)
  return way
}

interface Needs {
  readonly depends: readonly string[]
  /** The parent as well. */
  readonly all: readonly string[]
}

function needsIn(trees: Readonly<Record<string, TreeNode>>): ReadonlyMap<string, Needs> {
  const needs = new Map<string, Needs>()
  for (const [repository, root] of Object.entries(trees))
    for (const child of root.children) add(repository, child, [])
  return needs

  function add(repository: string, node: TreeNode, parents: readonly string[]): void {
    const id = orbId(repository, node.branch)
    needs.set(id, { depends: node.depends_on, all: [...parents, ...node.depends_on] })
    for (const child of node.children) add(repository, child, [id])
  }
}

const noticeOf = (cycle: readonly string[]): TrackerNotice => ({
  repository: null,
  message: `these workspaces depend on each other: ${cycle.join(' -> ')}`,
  hint: 'take a recorded dependency back; to see all of them: conductor workspaces',
})
