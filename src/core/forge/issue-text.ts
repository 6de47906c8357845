/** The title and the text of an issue as data: without what nobody sees on its page, and of a size that can be read. */
import { cleanLine, cleanText, cutText } from '../planning/check/draft-text.ts'
import { withoutComments } from '../planning/offline/read-spec.ts'
import type { ForgeIssue } from './forge-issue.ts'

export interface IssueText {
  /** One line. */
  readonly title: string
  readonly body: string
  /** Characters of the text that are left out because it is too long. */
  readonly leftOut: number
  /** Comments in the text that its page does not show, and that are left out. */
  readonly hidden: number
}

/** GitHub allows 65,536; nobody wants to read more than this. */
const LONGEST_BODY = 16_000
const LONGEST_TITLE = 100
/** Rules take long on endless texts. */
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
