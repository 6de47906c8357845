/** What a model is shown of a graph: all of a small one, and of a large one what matters most, within a budget. */
import { extractGraph } from './extract-graph.ts'
import type { Trees, WorkspaceGraph } from './workspace-graph.ts'

export interface ShownGraph {
  readonly text: string
  /** The workspaces that are shown, by the names that the model sees. */
  readonly idOf: ReadonlyMap<string, number>
  /** Whether only a part is shown; the rest is placed by our own rules. */
  readonly isSummary: boolean
}

/** From so many workspaces on, a graph is summarised. */
const MANY = 50
/** About four characters are a token. An answer has 4096 of them for all its orderings. */
const BUDGET_CHARACTERS = 16_000
const LONGEST_IDS = 2000

export function showToModel(trees: Trees, graph: WorkspaceGraph): ShownGraph {
  const shown = graph.items.flatMap(({ isGhost }, i) =>
    isGhost || graph.leftOut.has(i) ? [] : [i],
  )
  const idLength = shown.reduce((sum, i) => sum + graph.items[i]!.id.length, 0)
  if (shown.length >= MANY || idLength > LONGEST_IDS) return summary(graph, shown)
  const text = JSON.stringify(extractGraph(trees, graph), null, 1)
  return text.length > BUDGET_CHARACTERS
    ? summary(graph, shown)
    : { text, idOf: new Map(shown.map((i) => [graph.items[i]!.id, i])), isSummary: false }
}

/** What others wait for comes first, so that a parent is always shown before its children. */
function summary(graph: WorkspaceGraph, all: readonly number[]): ShownGraph {
  const byWeight = all.toSorted((a, b) => graph.waiting[b]! - graph.waiting[a]! || a - b)
  const names = new Map<number, string>()
  const lines: string[] = []
  let length = 0
  for (const i of byWeight.slice(0, MANY)) {
    names.set(i, `w${names.size + 1}`)
    const line = lineOf(graph, i, names)
    if ((length += line.length) > BUDGET_CHARACTERS) {
      names.delete(i)
      break
    }
    lines.push(line)
  }
  const rest = byWeight.slice(names.size)
  return {
    text: [HEADER, ...lines, ...sayRest(graph, rest)].join('\n'),
    idOf: new Map([...names].map(([i, name]) => [name, i])),
    isSummary: rest.length > 0,
  }
}

const HEADER = 'id | repository | branch | pull request | CI | waits for | how many wait for it'
const LONGEST_NAME = 80

function lineOf(
  { items, before, waiting }: WorkspaceGraph,
  i: number,
  names: ReadonlyMap<number, string>,
): string {
  const { repository, branch, pr, ci } = items[i]!
  const waitsFor = before[i]!.map(
    (one) => names.get(one) ?? items[one]!.branch.slice(0, LONGEST_NAME),
  )
  return [
    names.get(i)!,
    repository.slice(0, LONGEST_NAME),
    branch.slice(0, LONGEST_NAME),
    pr === null ? '-' : `#${pr}`,
    ci || 'unknown',
    waitsFor.join(' ') || '-',
    waiting[i]!,
  ].join(' | ')
}

/** One line for each repository, as long as there are not too many. */
function sayRest(graph: WorkspaceGraph, rest: readonly number[]): readonly string[] {
  if (rest.length === 0) return []
  const byRepository = [...Map.groupBy(rest, (i) => graph.items[i]!.repository)]
  return [
    `${rest.length} more workspaces are not listed, because fewer others wait for them; they are placed later, by rules:`,
    ...byRepository.slice(0, MANY).map(([repository, places]) => {
      const counts = Map.groupBy(places, (i) => graph.items[i]!.ci || 'unknown')
      const ci = [...counts].map(([word, { length }]) => `${length} ${word}`).join(', ')
      return `${repository.slice(0, LONGEST_NAME)}: ${places.length} (CI: ${ci})`
    }),
  ]
}
