/** The requests for a plan that the server makes from requirements. */
import type { Planning } from '../../../../src/server/served-repository.ts'
import { answer, api, Refused } from './client.ts'

export type { Planning } from '../../../../src/server/served-repository.ts'

export interface Wish {
  readonly requirements: string
  /** null: the setting decides. */
  readonly agents: number | null
  readonly isOffline: boolean
}

/** null: no plan was made since the server started. */
export async function readPlanning(): Promise<Planning | null> {
  try {
    return await answer<Planning>(api.api.planning.$get())
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null
    throw error
  }
}

/** Refused while a plan is being made already, for example from another browser. */
export function startPlanning({ requirements, agents, isOffline }: Wish): Promise<Planning> {
  const json = {
    requirements,
    ...(agents === null ? {} : { parallel: agents }),
    ...(isOffline ? { backend: 'offline' as const } : {}),
  }
  return answer<Planning>(api.api.planning.$post({ json }))
}

export const cancelPlanning = (): Promise<Planning> => answer<Planning>(api.api.planning.$delete())

export const isMaking = ({ state }: Planning): boolean => state !== 'ready' && state !== 'failed'
