/** The requests for a plan that the server makes from requirements or issues, and for the issues to choose from. */
import type { IssueListDocument } from '../../../../src/core/forge/issues/issue-document.ts'
import type { Planning } from '../../../../src/server/served/served-plans.ts'
import { answer, api } from './client.ts'

export type { Planning } from '../../../../src/server/served/served-plans.ts'

export interface Wish {
  /** Not used with issues. */
  readonly requirements: string
  /** null: the requirements are planned. */
  readonly issues: readonly number[] | null
  /** null: the setting decides. */
  readonly agents: number | null
  readonly isOffline: boolean
}

/** null: no plan was made since the server started. */
export const readPlanning = (): Promise<Planning | null> =>
  answer<Planning | null>(api.api.planning.$get())

/** Refused while a plan is being made already, for example from another browser. */
export function startPlanning({
  requirements,
  issues,
  agents,
  isOffline,
}: Wish): Promise<Planning> {
  const json = {
    ...(issues === null ? { requirements } : { issues: [...issues] }),
    ...(agents === null ? {} : { parallel: agents }),
    ...(isOffline ? { backend: 'offline' as const } : {}),
  }
  return answer<Planning>(api.api.planning.$post({ json }))
}

export const cancelPlanning = (): Promise<Planning> => answer<Planning>(api.api.planning.$delete())

export const isMaking = ({ state }: Planning): boolean => state !== 'ready' && state !== 'failed'

export interface IssuesWanted {
  /** The newest so many. */
  readonly most: number
  /** Also if they were asked for a moment ago. */
  readonly isFresh: boolean
}

export const readIssues = ({ most, isFresh }: IssuesWanted): Promise<IssueListDocument> =>
  answer<IssueListDocument>(
    api.api.issues.$get({ query: { limit: most, refresh: isFresh ? 'true' : 'false' } }),
  )
