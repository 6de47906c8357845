/** The issues of a repository for the page: read again after half a minute, or when the user asks for it. */
import type { IssueListDocument } from '../../../core/forge/issues/issue-document.ts'
import type { ServedIssues } from '../../../server/served/served-plans.ts'
import { lookAtIssues, type LookedAtIssues } from '../../issues/look-at-issues.ts'
import { loadConfig } from '../../plan/load-plan.ts'
import type { Workspace } from '../../place/workspace.ts'
import { answerComplaints } from './answer-complaints.ts'
import type { ServedForesight } from './served-foresight.ts'

const KEPT_MS = 30_000

interface Kept {
  readonly answer: Promise<LookedAtIssues>
  readonly at: number
}

export function serveIssues(workspace: Workspace, foresight: ServedForesight): ServedIssues {
  const kept = new Map<string, Kept>()
  return async ({ refresh, ...wish }): Promise<IssueListDocument> => {
    const key = JSON.stringify(wish)
    const cached = kept.get(key)
    const now = Date.now()
    if (cached !== undefined && (await isStillGood(cached, { refresh, now })))
      return (await cached.answer).document
    const answer = look()
    kept.set(key, { answer, at: now })
    try {
      return (await answer).document
    } catch (error) {
      kept.delete(key)
      throw error
    }

    function look(): Promise<LookedAtIssues> {
      return answerComplaints(async () => {
        const { config } = await loadConfig(workspace)
        const foresee: ServedForesight['foresee'] = config.collisions.foresee
          ? (plan) => foresight.foresee(plan)
          : (plan) => Promise.resolve({ plan, note: null })
        return await lookAtIssues(wish, { config, workspace, foresee })
      })
    }
  }
}

/** A forge that has named a time is not asked before that time, not even by "Refresh". */
async function isStillGood(
  { answer, at }: Kept,
  { refresh, now }: { readonly refresh: boolean; readonly now: number },
): Promise<boolean> {
  const notBefore = (await answer).problem?.notBefore ?? 0
  return now < notBefore || (!refresh && now - at < KEPT_MS)
}
