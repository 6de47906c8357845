/** Reads the comments of people and bots on a pull request, the oldest first, without those of Conductor. */
import type { SeenComment } from '../../../core/forge/seen-pull.ts'
import { isByMember } from '../call/is-by-member.ts'
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

/** Only its author sees a review that is not submitted. */
const isSent = (told: Row): boolean => textIn(told, 'state') !== 'PENDING'

/** A review without a text is only an approval, or only groups its comments on lines. */
const isNews = ({ text }: SeenComment): boolean => text.trim() !== '' && !OURS.test(text)

/** Only at the start of a line, because a person may quote our comment. */
const OURS = /^<!-- conductor/m

const reviewOf = (told: Row): SeenComment => ({
  ...commentOf(told, textIn(told, 'state') === 'DISMISSED'),
  isApproval: textIn(told, 'state') === 'APPROVED',
  at: timeIn(told, 'submittedAt') || timeIn(told, 'createdAt'),
})

function threadOf(thread: Row): readonly SeenComment[] {
  const line = numberIn(thread, 'line') ?? numberIn(thread, 'originalLine')
  const place = { path: textIn(thread, 'path'), line }
  const isSettled = isTrueIn(thread, 'isResolved') || isTrueIn(thread, 'isOutdated')
  const sent = nodesIn(thread, 'comments').filter(isSent)
  return sent.map((each) => ({ ...commentOf(each, isSettled), place }))
}

function commentOf(told: Row, isSettled: boolean): SeenComment {
  const author = rowIn(told, 'author')
  return {
    id: textIn(told, 'id'),
    // GitHub shows deleted accounts as "ghost".
    by: textIn(author, 'login') || 'ghost',
    isBot: textIn(author, '__typename') === 'Bot',
    isByMember: isByMember(told),
    isApproval: false,
    text: textIn(told, 'body'),
    at: timeIn(told, 'createdAt'),
    url: webAddressIn(told, 'url'),
    place: null,
    isSettled,
  }
}
