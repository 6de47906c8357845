/** Which backend plans when the user has not chosen one. */
import type { PlanningBackend } from '../core/planning/plan-draft.ts'

export interface BackendsAtHand {
  readonly hasKey: boolean
  /** Whether `claude` is installed and a user is logged in there, as far as this machine can tell. */
  readonly claude: 'missing' | 'unusable' | 'yes' | 'no' | 'unknown'
}

export interface BackendChoice {
  readonly backend: PlanningBackend
  /** Why no model plans; null: one does. */
  readonly because: string | null
}

/** A key first, because the API answers sooner than a program that has to be started. */
export function chooseBackend({ hasKey, claude }: BackendsAtHand): BackendChoice {
  if (hasKey) return { backend: 'api', because: null }
  if (claude === 'yes' || claude === 'unknown') return { backend: 'cli', because: null }
  return { backend: 'offline', because: `ANTHROPIC_API_KEY is not set, and ${WHY[claude]}` }
}

const WHY = {
  missing: 'claude is not installed',
  unusable: 'claude does not work (see `conductor doctor`)',
  no: 'nobody is logged in to claude',
} as const
