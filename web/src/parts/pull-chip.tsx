/** Shows the pull request of a lane: its number, a shape for its checks, and its status in a word; a link to its page. */
import { ciWord, pullWord, type CiWord } from '../../../src/core/forge/pull-word.ts'
import type { LanePull } from '../../../src/core/forge/lane-pull.ts'
import { sayPullState } from '../../../src/core/say/pulls/say-pull.ts'
import { webLink } from './web-link.ts'
import './pull-chip.css'

export interface PullChipProps {
  readonly pull: LanePull
  /** Shows the word of the checks, too. */
  readonly isFull?: boolean
  readonly tabIndex?: number
}

export function PullChip({ pull, isFull = false, tabIndex }: PullChipProps) {
  const href = webLink(pull.opened?.url ?? '')
  const word = pullWord(pull)
  const about = { className: 'pull-chip', 'data-word': word, title: sayPullState(pull) }
  const inside = (
    <>
      <span className="unseen">Pull request </span>
      {numberOf(pull)} <CiMark word={ciWord(pull)} isFull={isFull} /> {isFull ? word : brief(pull)}
    </>
  )
  return href === null ? (
    <span {...about}>{inside}</span>
  ) : (
    <a {...about} href={href} target="_blank" rel="noreferrer" tabIndex={tabIndex}>
      {inside}
    </a>
  )
}

const numberOf = ({ opened }: LanePull): string => (opened === null ? 'PR' : `#${opened.number}`)

const brief = (pull: LanePull): string => pullWord(pull).replace(' requested', '')

/** The width of a chip without the word of its checks, in letters. */
export const lettersIn = (pull: LanePull): number => numberOf(pull).length + brief(pull).length

/** SVG paths in a box of 16 by 16. */
const SHAPES: Readonly<Record<CiWord, string>> = {
  'checks passed': 'M2.5 8.5L6.3 12.3L13.5 4',
  'checks failed': 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  'checks running': 'M8 2.5a5.5 5.5 0 1 0 5.5 5.5M8 5v3l2.5 1.5',
  'no checks': 'M4 8h8',
}

function CiMark({ word, isFull }: { readonly word: CiWord | null; readonly isFull: boolean }) {
  if (word === null) return null
  return (
    <span className="pull-ci" data-ci={word}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={SHAPES[word]} />
      </svg>
      <span className={isFull ? undefined : 'unseen'}>{word},</span>
    </span>
  )
}
