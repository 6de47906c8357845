/** Turns an issue of GitHub into a ForgeIssue. */
import type { ForgeIssue } from '../../../core/forge/issues/forge-issue.ts'
import { oneLineOf } from '../../../core/text/plain-text.ts'
import { maskOutput } from '../../../processes/mask-output.ts'
import { authorOf, isByMember } from '../call/author.ts'
import { mustNumber } from '../call/must-number.ts'
import {
  isTrueIn,
  nodesIn,
  numberIn,
  rowIn,
  textIn,
  timeIn,
  webAddressIn,
  type Row,
} from '../call/sent.ts'

/** repository: as owner/name; references to other repositories are left out. Throws OddAnswer. */
export function issueOf(row: Row, repository: string): ForgeIssue {
  return {
    number: mustNumber(row),
    title: maskOutput(oneLineOf(textIn(row, 'title'))),
    body: maskOutput(textIn(row, 'body')),
    url: webAddressIn(row, 'url'),
    isOpen: isOpen(row),
    labels: nodesIn(row, 'labels').map((each) => textIn(each, 'name')),
    assignees: nodesIn(row, 'assignees').map((each) => textIn(each, 'login')),
    isMine: nodesIn(row, 'assignees').some((each) => isTrueIn(each, 'isViewer')),
    author: authorOf(row),
    isByMember: isByMember(row),
    blockedBy: numbersIn(row, 'blockedBy').filter(isOpen).map(mustNumber),
    parts: numbersIn(row, 'subIssues').map(mustNumber),
    pulls: numbersIn(row, 'closedByPullRequestsReferences').filter(isOpen).map(mustNumber),
    updatedAt: timeIn(row, 'updatedAt'),
  }

  function numbersIn(issue: Row, field: string): readonly Row[] {
    const others = nodesIn(issue, field).filter((each) => numberIn(each, 'number') !== null)
    return others.filter(
      (each) => textIn(rowIn(each, 'repository'), 'nameWithOwner') === repository,
    )
  }
}

const isOpen = (row: Row): boolean => textIn(row, 'state') === 'OPEN'
