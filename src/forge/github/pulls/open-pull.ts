/** Opens a pull request, or returns the one that is already open for the branch. */
import type { PullToOpen } from '../../../core/forge/pull-change.ts'
import type { SeenPull } from '../../../core/forge/seen-pull.ts'
import type { Github } from '../call/connection.ts'
import { isRow, rowIn } from '../call/sent.ts'
import { wordsIn } from '../call/words-in.ts'
import { askPulls } from './ask-pulls.ts'
import { openedPullOf } from './seen-pull-of.ts'

/**
 * Looks first, because GitHub refuses a second pull request only if it has the same base. Rejects with errors of
 * Octokit, or with OddAnswer.
 */
export async function openPull(github: Github, request: PullToOpen): Promise<SeenPull> {
  const [existing] = await askPulls(github, [request.head])
  if (existing?.state === 'open') return existing
  try {
    return await post(github, request)
  } catch (error) {
    const refusal = refusalIn(error)
    if (refusal.includes('already exists')) return await findOpen(github, request.head, error)
    // Some plans of GitHub do not support drafts.
    if (request.isDraft && /draft pull requests are not supported/i.test(refusal))
      return await openPull(github, { ...request, isDraft: false })
    throw error
  }
}

async function post({ octokit, repository }: Github, request: PullToOpen): Promise<SeenPull> {
  const { head, base, title, body, isDraft } = request
  const { data } = await octokit.request('POST /repos/{owner}/{repo}/pulls', {
    ...repository,
    head,
    base,
    title,
    body,
    draft: isDraft,
  })
  return openedPullOf(isRow(data) ? data : {})
}

/** The message with which GitHub refuses a request (422); empty: another error. */
export function refusalIn(error: unknown): string {
  if (!isRow(error) || error['status'] !== 422) return ''
  return wordsIn(rowIn(error['response'], 'data')).join('; ')
}

async function findOpen(github: Github, head: string, refusal: unknown): Promise<SeenPull> {
  const [existing] = await askPulls(github, [head])
  if (existing?.state !== 'open') throw refusal
  return existing
}
