/**
 * Workspaces in a short form, for tests and pictures. Each line is a branch on the branch above it:
 *
 *   storefront main
 *     #385 batch-refund pass 7m
 *       #390 sync-nav fail 2h
 *         type-billing stuck 9m says which currency?
 *       #389 guard-tax ghost pass
 *     task-api task:api after:lib:one
 */
import { parseDuration } from '../../src/core/value/duration.ts'
import { bareNode } from '../../src/core/workspace/tree-node.ts'
import type { CiStatus, Tracker, TreeNode } from '../../src/core/workspace/tracker.ts'

export const PLAYED_NOW = Date.UTC(2026, 10, 17, 12)

export function trackerFrom(text: string, now = PLAYED_NOW): Tracker {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const least = Math.min(...lines.map(indentOf))
  const trees: Record<string, TreeNode> = {}
  let root = ''
  /** The nodes that the next line may stand on, with their indents. */
  let above: { readonly indent: number; readonly node: Growing }[] = []
  for (const line of lines) {
    const indent = indentOf(line)
    const words = line.trim()
    if (indent === least) {
      const [name = '', branch = 'main'] = words.split(' ')
      root = name
      const node = nodeOf(branch, { name })
      trees[name] = node
      above = [{ indent, node }]
      continue
    }
    while (above.at(-1)!.indent >= indent) above.pop()
    const parent = above.at(-1)!.node
    const node = branchOf(words, { repository: root, parent: parent.branch, now })
    parent.children.push(node)
    above.push({ indent, node })
  }
  return plainTracker(trees)
}

export const plainTracker = (trees: Tracker['trees']): Tracker => ({
  trees,
  session_statuses: {},
  session_start: new Date(PLAYED_NOW).toISOString(),
  session_duration_seconds: 60,
  worktree_count: 0,
  stale_minutes: 30,
  notices: [],
})

type Growing = TreeNode & { readonly children: TreeNode[] }

const indentOf = (line: string): number => line.length - line.trimStart().length

interface Place {
  readonly repository: string
  readonly parent: string
  readonly now: number
}

function branchOf(words: string, { repository, parent, now }: Place): Growing {
  const [head = '', says = ''] = words.split(' says ')
  const [plain = '', blocker] = head.split(' blocked by ')
  const parts = plain.split(' ')
  const pr = parts[0]!.startsWith('#') ? Number(parts.shift()!.slice(1)) : null
  const branch = parts.shift()!
  const has = (word: string): boolean => parts.includes(word)
  const task = parts.find((part) => part.startsWith('task:'))?.slice(5)
  const seconds = parts.map(parseDuration).find((found) => found !== null)
  return nodeOf(branch, {
    pr_number: pr,
    pr_title: pr === null ? '' : branch,
    pr_author_login: pr === null ? '' : 'sven',
    workspace_id: has('ghost') ? null : `${repository}/${branch}`,
    ci_status: CI.find(has) ?? '',
    status: STATUSES.find(has) ?? 'idle',
    parent_branch_name: parent,
    github_url: `https://github.com/acme/${repository}/${pr === null ? `tree/${branch}` : `pull/${pr}`}`,
    last_active_at: seconds === undefined ? null : now - seconds * 1000,
    worktree_path: has('ghost') ? null : `/work/${repository}-${branch}`,
    says,
    task: task === undefined ? null : { project: repository, run: '1', task },
    blockers: blocker === undefined ? [] : [blocker],
    depends_on: parts.filter((part) => part.startsWith('after:')).map((part) => part.slice(6)),
  })
}

const CI: readonly CiStatus[] = ['pass', 'fail', 'pending']
const STATUSES = ['working', 'stuck', 'merged'] as const

const nodeOf = (branch: string, fields: Partial<TreeNode>): Growing => ({
  ...bareNode(branch),
  ...fields,
  children: [],
})
