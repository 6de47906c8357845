/** Asks GitHub for issues: open ones, the newest first, or those with certain numbers. */
import type { IssuesWanted } from '../../../conduct/forge-ports.ts'
import type { ForgeIssue } from '../../../core/forge/issues/forge-issue.ts'
import type { Github } from '../call/connection.ts'
import { queryRepository, type MissingPart, type Question } from '../call/query.ts'
import { isRow, isTrueIn, nodesIn, rowIn, rowsIn, textIn, type Row } from '../call/sent.ts'
import { issueOf } from './issue-of.ts'
import {
  aliasOf,
  LATER_FIELDS,
  numberedIssuesQuery,
  openIssuesQuery,
  type LaterField,
} from './issues-query.ts'

const MOST_AT_ONCE = 50

/** knownFields: fields that the server does not know are removed from this set. Rejects with errors of Octokit, or with OddAnswer. */
export async function askIssues(
  github: Github,
  wanted: IssuesWanted,
  knownFields: Set<LaterField>,
): Promise<readonly ForgeIssue[]> {
  return 'numbers' in wanted
    ? await numbered(github, wanted.numbers, knownFields)
    : await openOnes(github, wanted, knownFields)
}

export const allLaterFields = (): Set<LaterField> => new Set(LATER_FIELDS)

/** Returns only issues that have all of the labels. */
async function openOnes(
  github: Github,
  { labels, most }: { readonly labels: readonly string[]; readonly most: number },
  knownFields: Set<LaterField>,
): Promise<readonly ForgeIssue[]> {
  const taken: ForgeIssue[] = []
  let after: string | null = null
  do {
    const first = Math.min(MOST_AT_ONCE, most)
    const variables = { labels: labels.length === 0 ? null : labels, first, after }
    const page = await ask(github, knownFields, () => ({
      query: openIssuesQuery(knownFields),
      variables,
    }))
    const issues = nodesIn(page, 'issues').map((each) =>
      issueOf(each, textIn(page, 'nameWithOwner')),
    )
    taken.push(...issues.filter((issue) => hasAll(issue, labels)))
    after = nextIn(rowIn(page, 'issues'))
  } while (after !== null && taken.length < most)
  return taken.slice(0, most)
}

/** GitHub ignores upper and lower case in labels. */
const hasAll = (issue: ForgeIssue, labels: readonly string[]): boolean => {
  const has = new Set(issue.labels.map((each) => each.toLowerCase()))
  return labels.every((each) => has.has(each.toLowerCase()))
}

/** null: there is no further page. */
const nextIn = (connection: Row): string | null => {
  const info = rowIn(connection, 'pageInfo')
  const next = textIn(info, 'endCursor')
  return isTrueIn(info, 'hasNextPage') && next !== '' ? next : null
}

/** A number without an issue, or of a pull request, is not in the answer. */
async function numbered(
  github: Github,
  numbers: readonly number[],
  knownFields: Set<LaterField>,
): Promise<readonly ForgeIssue[]> {
  const issues: ForgeIssue[] = []
  for (let start = 0; start < numbers.length; start += MOST_AT_ONCE) {
    const some = numbers.slice(start, start + MOST_AT_ONCE)
    const variables = Object.fromEntries(some.map((number, n) => [aliasOf(n), number]))
    const answer = await ask(github, knownFields, () => ({
      query: numberedIssuesQuery(some.length, knownFields),
      variables,
      canMiss: isOneIssue,
    }))
    const rows = some.map((_, n) => answer[aliasOf(n)]).filter(isRow)
    issues.push(...rows.map((each) => issueOf(each, textIn(answer, 'nameWithOwner'))))
  }
  return issues
}

const isOneIssue = ({ type, path }: MissingPart): boolean =>
  type === 'NOT_FOUND' && path.length === 2

/** Asks again without the fields that the server does not know. */
async function ask(
  github: Github,
  knownFields: Set<LaterField>,
  question: () => Question,
): Promise<Row> {
  try {
    return await queryRepository(github, question())
  } catch (error) {
    const unknown = unknownFieldsIn(error).filter((field) => knownFields.delete(field))
    if (unknown.length === 0) throw error
    return await ask(github, knownFields, question)
  }
}

function unknownFieldsIn(error: unknown): readonly LaterField[] {
  const named = rowsIn(error, 'errors')
    .map((each) => rowIn(each, 'extensions'))
    .filter((each) => textIn(each, 'code') === 'undefinedField')
    .map((each) => textIn(each, 'fieldName'))
  return LATER_FIELDS.filter((field) => named.includes(field))
}
