/** The ids of nodes, which GraphQL takes and REST tells: opaque, with a prefix for the kind. */
import type { World } from './world.ts'

export type NodeKind = keyof typeof PREFIXES

const PREFIXES = {
  User: 'U',
  Bot: 'BOT',
  Organization: 'O',
  Repository: 'R',
  Issue: 'I',
  PullRequest: 'PR',
  IssueComment: 'IC',
  PullRequestReview: 'PRR',
  PullRequestReviewComment: 'PRRC',
  PullRequestReviewThread: 'PRRT',
  Label: 'LA',
  CheckRun: 'CR',
  CheckSuite: 'CS',
  App: 'A',
  StatusContext: 'SC',
  Commit: 'C',
  Ref: 'REF',
} as const

export interface Node {
  readonly kind: NodeKind
  readonly value: unknown
}

export function nodeId(world: World, kind: NodeKind, value: { readonly id: number }): string {
  const id = `${PREFIXES[kind]}_${Buffer.from(`4:${kind}${value.id}`).toString('base64url')}`
  world.nodes.set(id, { kind, value })
  return id
}
