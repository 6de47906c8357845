/** The requests for workspaces and for what blocks them. */
import type { Tracker } from '../../../../src/core/workspace/tracker.ts'
import { request } from './request.ts'

export const readTracker = (): Promise<Tracker> => request('GET', '/api/tracker')

export interface Blocker {
  readonly repository: string
  readonly branch: string
  readonly reason: string
}

export const addBlocker = (blocker: Blocker): Promise<unknown> =>
  request('POST', '/api/tracker/blockers', blocker)

export const removeBlocker = (blocker: Blocker): Promise<unknown> =>
  request('DELETE', `/api/tracker/blockers?${new URLSearchParams({ ...blocker }).toString()}`)
