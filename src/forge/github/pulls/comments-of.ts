/** What people and bots have said about a pull request, the oldest first, without what Conductor itself has said. */
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

/** A review that its author has not sent yet is shown to the author alone. */
const isSent = (told: Row): boolean => textIn(told, 'state') !== 'PENDING'

/** A review without a text is only an approval, or the cover of its threads. */
const isNews = ({ text }: SeenComment): boolean => text.trim() !== '' && !OURS.test(text)

/** At the start of a line: somebody may quote us. */
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
    // GitHub shows deleted accounts under this name.
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
