/** Reads the comments of people and bots on a pull request, the oldest first, without those of Conductor. */
import type { SeenComment } from '../../../core/forge/seen-pull.ts'
import { maskOutput } from '../../../processes/mask-output.ts'
import { authorOf, isByMember } from '../call/author.ts'
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

export function commentsOf(pull: Row): readonly SeenComment[] {
  const all = [
    ...nodesIn(pull, 'comments').map((each) => commentOf(each, isTrueIn(each, 'isMinimized'))),
    ...nodesIn(pull, 'reviews').filter(isSent).map(reviewOf),
    ...nodesIn(pull, 'reviewThreads').flatMap(threadOf),
  ]
  return all.filter(isNews).sort((one, other) => one.at - other.at)
}

/** How many comments, reviews and comments of threads the answer leaves out, because it has only the newest ones. */
export const olderThanThose = (pull: Row): number =>
  ['comments', 'reviews', 'reviewThreads'].reduce((sum, field) => sum + leftOut(pull, field), 0) +
  nodesIn(pull, 'reviewThreads').reduce((sum, thread) => sum + leftOut(thread, 'comments'), 0)

const leftOut = (row: Row, field: string): number =>
  Math.max(0, (numberIn(rowIn(row, field), 'totalCount') ?? 0) - nodesIn(row, field).length)

/** Only its author sees a review that is not submitted. */
const isSent = (row: Row): boolean => textIn(row, 'state') !== 'PENDING'

/** A review without a text is only an approval, or only groups its comments on lines. */
const isNews = ({ text }: SeenComment): boolean => text.trim() !== '' && !OURS.test(text)

/** Only at the start of a line, because a person may quote our comment. */
const OURS = /^<!-- conductor/m

const reviewOf = (row: Row): SeenComment => ({
  ...commentOf(row, textIn(row, 'state') === 'DISMISSED'),
  isApproval: textIn(row, 'state') === 'APPROVED',
  at: timeIn(row, 'submittedAt') || timeIn(row, 'createdAt'),
})

function threadOf(thread: Row): readonly SeenComment[] {
  const line = numberIn(thread, 'line') ?? numberIn(thread, 'originalLine')
  const place = { path: textIn(thread, 'path'), line }
  const isSettled = isTrueIn(thread, 'isResolved') || isTrueIn(thread, 'isOutdated')
  const sent = nodesIn(thread, 'comments').filter(isSent)
  return sent.map((each) => ({ ...commentOf(each, isSettled), place }))
}

function commentOf(row: Row, isSettled: boolean): SeenComment {
  return {
    id: textIn(row, 'id'),
    by: authorOf(row),
    isBot: textIn(rowIn(row, 'author'), '__typename') === 'Bot',
    isByMember: isByMember(row),
    isApproval: false,
    text: maskOutput(textIn(row, 'body')),
    at: timeIn(row, 'createdAt'),
    url: webAddressIn(row, 'url'),
    place: null,
    isSettled,
  }
}
