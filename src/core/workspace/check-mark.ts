/** Whether a person may record this about a workspace. */
import { closestWord } from '../value/closest-word.ts'
import { wayBetween } from './dependency-cycles.ts'
import type { MarkChange } from './marks.ts'
import { orbId } from './orb-id.ts'
import type { Tracker, TreeNode } from './tracker.ts'
import { nodesOf, treeOf } from './tracker-of.ts'

export interface MarkRefusal {
  /** unknown: there is no such repository or workspace. */
  readonly is: 'unknown' | 'refused'
  readonly message: string
  readonly hint: string | null
}

/** null: nothing speaks against it. A mark can always be taken back, also when its branch is gone. */
export function checkMark(
  { trees }: Tracker,
  repository: string,
  change: MarkChange,
): MarkRefusal | null {
  const root = treeOf({ trees }, repository)
  if (root === null) return noRepository(repository, Object.keys(trees))
  if (change.do === 'unblock' || change.do === 'undepend') return null
  const branches = nodesOf(root)
    .slice(1)
    .map(({ branch }) => branch)
  if (!branches.includes(change.branch)) return noWorkspace(change.branch, branches)
  if (!('on' in change)) return null
  const ids = Object.entries(trees).flatMap(([name, tree]) => idsIn(name, tree))
  if (!ids.includes(change.on)) return noWorkspace(change.on, ids)
  const own = orbId(repository, change.branch)
  const way = wayBetween(trees, change.on, own)
  return way === null ? null : cycle([own, ...way])
}

const idsIn = (repository: string, root: TreeNode): readonly string[] =>
  nodesOf(root)
    .slice(1)
    .map(({ branch }) => orbId(repository, branch))

export const noRepository = (name: string, known: readonly string[]): MarkRefusal => ({
  is: 'unknown',
  message: `there is no repository "${name}" here`,
  hint: known.length === 0 ? null : `repositories here: ${known.join(', ')}`,
})

const MOST_NAMED = 20

function noWorkspace(name: string, known: readonly string[]): MarkRefusal {
  const meant = closestWord(name, known)
  const names = known.slice(0, MOST_NAMED).join(', ')
  return {
    is: 'unknown',
    message: `there is no workspace "${name}"`,
    hint:
      meant === null
        ? `workspaces here: ${names === '' ? 'none yet' : names}`
        : `did you mean "${meant}"?`,
  }
}

const cycle = (ids: readonly string[]): MarkRefusal => ({
  is: 'refused',
  message: `they would depend on each other: ${ids.join(' -> ')}`,
  hint: 'take one of these dependencies back first',
})
