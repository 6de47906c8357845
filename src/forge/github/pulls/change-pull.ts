/** Changes a pull request: text and base, draft or ready, labels and reviewers. Repeating a change does nothing more. */
import type { PullChange } from '../../../core/forge/pull-change.ts'
import { oneLineOf } from '../../../core/text/plain-text.ts'
import type { Github } from '../call/connection.ts'
import { queryRepository } from '../call/query.ts'
import { isTrueIn, rowIn, textIn } from '../call/sent.ts'
import { DRAFT_OF, TO_DRAFT, TO_READY } from './draft-queries.ts'
import { refusalIn } from './open-pull.ts'

/** Returns sentences about steps that were left out. Rejects with errors of Octokit, or with OddAnswer. */
export async function changePull(
  github: Github,
  number: number,
  change: PullChange,
): Promise<readonly string[]> {
  await changeTexts(github, number, change)
  if (change.isDraft !== undefined) await changeDraft(github, number, change.isDraft)
  await addLabels(github, number, change.labels ?? [])
  return await requestReviews(github, number, change.reviewers ?? [])
}

async function changeTexts(
  { octokit, repository }: Github,
  number: number,
  { title, body, base }: PullChange,
): Promise<void> {
  const texts = Object.entries({ title, body, base }).filter(([, text]) => text !== undefined)
  if (texts.length === 0) return
  await octokit.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
    ...repository,
    pull_number: number,
    ...Object.fromEntries(texts),
  })
}

/** GraphQL, because REST cannot change the draft state. */
async function changeDraft(github: Github, number: number, isDraft: boolean): Promise<void> {
  const pull = rowIn(
    await queryRepository(github, { query: DRAFT_OF, variables: { number } }),
    'pullRequest',
  )
  if (isTrueIn(pull, 'isDraft') === isDraft) return
  await github.octokit.graphql(isDraft ? TO_DRAFT : TO_READY, { id: textIn(pull, 'id') })
}

async function addLabels(
  { octokit, repository }: Github,
  number: number,
  labels: readonly string[],
): Promise<void> {
  if (labels.length === 0) return
  await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
    ...repository,
    issue_number: number,
    labels: [...labels],
  })
}

/** If GitHub refuses one reviewer, it refuses all, so each is then requested alone. */
async function requestReviews(
  github: Github,
  number: number,
  reviewers: readonly string[],
): Promise<readonly string[]> {
  if (reviewers.length === 0) return []
  try {
    await postReviewers(github, number, reviewers)
    return []
  } catch (error) {
    const refusal = refusalIn(error)
    if (refusal === '') throw error
    if (reviewers.length === 1) return [noteOf(reviewers[0]!, refusal)]
  }
  const notes: string[] = []
  for (const each of reviewers) notes.push(...(await requestReviews(github, number, [each])))
  return notes
}

const noteOf = (reviewer: string, refusal: string): string =>
  `${reviewer} cannot be asked for a review: ${oneLineOf(refusal).slice(0, 200)}`

async function postReviewers(
  { octokit, repository }: Github,
  number: number,
  reviewers: readonly string[],
): Promise<void> {
  const teams = reviewers.filter((each) => each.includes('/'))
  await octokit.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers', {
    ...repository,
    pull_number: number,
    reviewers: reviewers.filter((each) => !each.includes('/')),
    team_reviewers: teams.map((each) => each.slice(each.indexOf('/') + 1)),
  })
}
