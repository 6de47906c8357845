/** Turns an issue of GitHub into a ForgeIssue. */
import type { ForgeIssue } from '../../../core/forge/forge-issue.ts'
import { oneLineOf } from '../../../core/text/plain-text.ts'
import { isByMember } from '../call/is-by-member.ts'
import { OddAnswer } from '../call/odd-answer.ts'
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
export function issueOf(told: Row, repository: string): ForgeIssue {
  const number = numberIn(told, 'number')
  if (number === null) throw new OddAnswer('not-understood')
  return {
    number,
    title: oneLineOf(textIn(told, 'title')),
    body: textIn(told, 'body'),
    url: webAddressIn(told, 'url'),
    isOpen: isOpen(told),
    labels: nodesIn(told, 'labels').map((each) => textIn(each, 'name')),
    assignees: nodesIn(told, 'assignees').map((each) => textIn(each, 'login')),
    isMine: nodesIn(told, 'assignees').some((each) => isTrueIn(each, 'isViewer')),
    // GitHub shows deleted accounts as "ghost".
    author: textIn(rowIn(told, 'author'), 'login') || 'ghost',
    isByMember: isByMember(told),
    blockedBy: numbersIn(told, 'blockedBy').filter(isOpen).map(mustNumber),
    parts: numbersIn(told, 'subIssues').map(mustNumber),
    pulls: numbersIn(told, 'closedByPullRequestsReferences').filter(isOpen).map(mustNumber),
    updatedAt: timeIn(told, 'updatedAt'),
  }

  function numbersIn(issue: Row, field: string): readonly Row[] {
    const others = nodesIn(issue, field).filter((each) => numberIn(each, 'number') !== null)
    return others.filter(
      (each) => textIn(rowIn(each, 'repository'), 'nameWithOwner') === repository,
    )
  }
}

const isOpen = (told: Row): boolean => textIn(told, 'state') === 'OPEN'

const mustNumber = (told: Row): number => numberIn(told, 'number')!
