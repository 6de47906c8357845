/** "Closes #4" in a pull request: which issues it names. GitHub reads it only when the base is the default branch. */
import { issuesOf, pullsOf, type Issue, type Pull } from '../state/model.ts'

const KEYWORD = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+#(\d+)\b/gi

export function closingIssues({ body, baseBranch, repository }: Pull): readonly Issue[] {
  if (baseBranch !== repository.defaultBranch) return []
  const numbers = [...(body ?? '').matchAll(KEYWORD)].map(([, number]) => Number(number))
  return issuesOf(repository).filter(({ number }) => numbers.includes(number))
}

export const closedBy = (issue: Issue): readonly Pull[] =>
  pullsOf(issue.repository).filter((pull) => closingIssues(pull).includes(issue))
