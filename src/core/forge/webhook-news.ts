/** Which pull requests a webhook of GitHub is about. Its content is only a reason to look: nothing in it is believed. */
import type { WithPulls } from './lane-pull.ts'

export interface WebhookNews {
  /** As owner/name. */
  readonly repository: string
  readonly numbers: readonly number[]
  readonly branches: readonly string[]
}

/** null: the webhook is about nothing that could change a pull request. */
export function webhookNews(payload: unknown): WebhookNews | null {
  const repository = textIn(fieldOf(payload, 'repository'), 'full_name')
  if (repository === '') return null
  const holders = [payload, fieldOf(payload, 'check_run'), fieldOf(payload, 'check_suite')]
  const pulls = [
    fieldOf(payload, 'pull_request'),
    fieldOf(payload, 'issue'),
    ...holders.flatMap((holder) => listIn(holder, 'pull_requests')),
  ]
  const numbers = pulls
    .map((pull) => fieldOf(pull, 'number'))
    .filter((one) => typeof one === 'number')
  const branches = [
    textIn(payload, 'ref').replace(/^refs\/heads\//, ''),
    ...holders.map((holder) => textIn(holder, 'head_branch')),
    textIn(fieldOf(fieldOf(payload, 'check_run'), 'check_suite'), 'head_branch'),
    ...listIn(payload, 'branches').map((branch) => textIn(branch, 'name')),
  ].filter((name) => name !== '')
  return numbers.length + branches.length === 0 ? null : { repository, numbers, branches }
}

/** Whether the news are about the pull requests of a run. The repository is not compared: a look costs one request and finds out. */
export const isAbout = (
  { publishing, pulls }: WithPulls,
  { numbers, branches }: WebhookNews,
): boolean =>
  (publishing !== null && branches.includes(publishing.into)) ||
  [...pulls.values()].some(
    ({ branch, opened }) =>
      branches.includes(branch) || (opened !== null && numbers.includes(opened.number)),
  )

const fieldOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, name)
    ? (of as Readonly<Record<string, unknown>>)[name]
    : undefined

function textIn(of: unknown, name: string): string {
  const value = fieldOf(of, name)
  return typeof value === 'string' ? value : ''
}

function listIn(of: unknown, name: string): readonly unknown[] {
  const value = fieldOf(of, name)
  return Array.isArray(value) ? value : []
}
