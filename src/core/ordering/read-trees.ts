/** Reads trees from outside, and keeps only the fields that orderings need. Each problem is named with its place. */
import { cleanLine } from '../planning/check/draft-text.ts'
import type { CiStatus, TreeNode } from '../workspace/tracker.ts'
import type { RequestedNode } from './suggestion.ts'
import type { Trees } from './workspace-graph.ts'

export type ReadTrees =
  | { readonly ok: true; readonly trees: Trees }
  | {
      readonly ok: false
      readonly problems: readonly string[]
      /** There are more nodes than the caller wants to read. */
      readonly isTooLarge?: true
    }

const MOST_NODES = 50_000
const MOST_PROBLEMS = 20
const LONGEST = 500
const DEFAULT_BRANCH = 'main'

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }
type Node = Mutable<RequestedNode>

interface Unread {
  readonly value: unknown
  readonly place: Place
  readonly isRoot: boolean
  readonly put: (node: Node) => void
}

/** Worked out only when something is wrong there. */
interface Place {
  readonly name: string
  readonly above: Place | null
}

function sayPlace(place: Place): string {
  const names: string[] = []
  for (let at: Place | null = place; at !== null; at = at.above) names.push(at.name)
  return names.toReversed().join('.')
}

/** Without recursion: stacks from outside may be deeper than the call stack. */
export function readTrees(value: unknown, mostNodes = MOST_NODES): ReadTrees {
  if (!isObject(value))
    return { ok: false, problems: ['trees: an object with a tree for each repository is needed'] }
  const problems: string[] = []
  const trees: [string, RequestedNode][] = []
  const left: Unread[] = Object.entries(value)
    .map(([name, root]): Unread => ({
      value: root,
      place: { name, above: null },
      isRoot: true,
      put: (node) => trees.push([cleanLine(name), node]),
    }))
    .toReversed()
  let count = 0
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (++count > mostNodes)
      return { ok: false, problems: [`trees: more than ${mostNodes} nodes`], isTooLarge: true }
    readNode(next, left, problems)
    if (problems.length >= MOST_PROBLEMS) break
  }
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, trees: Object.fromEntries(trees) }
}

function readNode({ value, place, isRoot, put }: Unread, left: Unread[], problems: string[]): void {
  if (!isObject(value)) return void problems.push(`${sayPlace(place)}: a node is an object`)
  const field = fieldsOf(value, place, problems)
  const branch = field.line('branch') ?? (isRoot ? DEFAULT_BRANCH : null)
  if (!branch) return void problems.push(`${sayPlace(place)}: a node needs a branch`)
  const children = value['children'] ?? []
  if (!Array.isArray(children))
    return void problems.push(`${sayPlace(place)}.children: a list is needed`)
  const below: RequestedNode[] = []
  put({
    branch,
    name: field.line('name') ?? branch,
    workspace_id: field.line('workspace_id') || null,
    pr_number: field.number('pr_number'),
    ci_status: ciOf(field.line('ci_status')),
    status: statusOf(field.line('status')),
    blockers: field.lines('blockers'),
    depends_on: field.lines('depends_on'),
    children: below,
  })
  children.forEach((_, i) => {
    const at = children.length - 1 - i
    left.push({
      value: children[at],
      place: { name: `children[${at}]`, above: place },
      isRoot: false,
      put: (node) => below.push(node),
    })
  })
}

function fieldsOf(node: Readonly<Record<string, unknown>>, place: Place, problems: string[]) {
  const wrong = (name: string, needed: string): null => {
    problems.push(`${sayPlace(place)}.${name}: ${needed} is needed`)
    return null
  }
  const text = (name: string, value: unknown): string | null => {
    if (typeof value !== 'string' || value.length > LONGEST)
      return wrong(name, `a text of at most ${LONGEST} characters`)
    return cleanLine(value)
  }
  return {
    line: (name: string): string | null => {
      const value = node[name]
      return value === undefined || value === null ? null : text(name, value)
    },
    number: (name: string): number | null => {
      const value = node[name] ?? null
      if (value === null || (Number.isSafeInteger(value) && (value as number) > 0))
        return value as number | null
      return wrong(name, 'a whole number above 0')
    },
    lines: (name: string): readonly string[] => {
      const value = node[name] ?? []
      if (!Array.isArray(value)) return wrong(name, 'a list of texts') ?? []
      return value.flatMap((one) => text(name, one) || [])
    },
  }
}

/** Some programs say passing and failing; an unknown status has many names. */
const ciOf = (said: string | null): CiStatus => CI_WORDS.get(said ?? '') ?? ''

const CI_WORDS: ReadonlyMap<string, CiStatus> = new Map([
  ['pass', 'pass'],
  ['passing', 'pass'],
  ['fail', 'fail'],
  ['failing', 'fail'],
  ['pending', 'pending'],
])

const statusOf = (said: string | null): TreeNode['status'] =>
  said === 'merged' || said === 'working' || said === 'stuck' ? said : 'idle'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
