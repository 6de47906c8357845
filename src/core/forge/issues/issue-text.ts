/** The title and the text of an issue, without hidden comments and cut to a readable size. */
import { cleanLine, cleanText, cutText } from '../../planning/check/draft-text.ts'
import { withoutComments } from '../../planning/offline/read-spec.ts'
import type { ForgeIssue } from './forge-issue.ts'

export interface IssueText {
  /** The title, as one line. */
  readonly title: string
  readonly body: string
  /** How many characters were cut because the text is too long. */
  readonly leftOut: number
  /** How many HTML comments, which the page of the issue does not show, were removed. */
  readonly hidden: number
}

/** GitHub allows 65,536 characters. */
const LONGEST_BODY = 16_000
const LONGEST_TITLE = 100
/** The rules that read a text become slow on longer texts. */
const MOST_READ = 100_000

export function issueText({ number, title, body }: Pick<ForgeIssue, 'number' | 'title' | 'body'>) {
  const read = cleanText(body.slice(0, MOST_READ))
  const shown = withoutComments(read).trim()
  const cut = cutText(shown, LONGEST_BODY)
  const text: IssueText = {
    title: cutText(cleanLine(title.slice(0, 1000)), LONGEST_TITLE) || `Issue ${number}`,
    body: cut,
    leftOut: cut === shown && body.length <= MOST_READ ? 0 : body.length - cut.length,
    hidden: read.match(/<!--/g)?.length ?? 0,
  }
  return text
}
