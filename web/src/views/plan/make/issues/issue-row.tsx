/** An issue to choose: its number, title and labels, how it stands, and why. */
import { useId, type ChangeEvent } from 'react'
import type { IssueRow } from '../../../../../../src/core/forge/issues/issue-list.ts'
import { issueStanding } from '../../../../../../src/core/forge/issues/issue-standing.ts'
import { webLink } from '../../../../parts/web-link.ts'
import { sayStanding, whyStanding } from './say-standing.ts'

export interface IssueRowProps {
  readonly row: IssueRow
  readonly chosen: ReadonlySet<number>
  /** isRange: also everything between it and the one before. */
  readonly onToggle: (isRange: boolean) => void
}

export function IssueRowView({ row, chosen, onToggle }: IssueRowProps) {
  const { number, title, labels, skipped } = row
  const about = useId()
  const standing = issueStanding(row, chosen)
  const toggle = ({ nativeEvent }: ChangeEvent): void =>
    onToggle((nativeEvent as MouseEvent).shiftKey)
  return (
    <li className="issue-row" data-issue={number} data-standing={standing.is}>
      <label>
        <input
          type="checkbox"
          checked={chosen.has(number)}
          // Not disabled: keys shall reach it, so that one hears why it is skipped.
          aria-disabled={skipped !== null}
          aria-describedby={about}
          onChange={skipped === null ? toggle : undefined}
          readOnly={skipped !== null}
        />
        <span className="issue-title">
          <Number row={row} /> {title}
        </span>
        <span className="issue-labels">
          {labels.map((label) => (
            <span key={label} className="issue-label">
              {label}
            </span>
          ))}
        </span>
      </label>
      <div className="issue-about" id={about}>
        <em className="issue-standing">{sayStanding(standing)}</em>
        {whyStanding(row).map((why) => (
          <p key={why}>{why}</p>
        ))}
      </div>
    </li>
  )
}

/** Tab does not stop at it: the checkboxes are what is gone through. */
function Number({ row: { number, url } }: Pick<IssueRowProps, 'row'>) {
  const href = webLink(url)
  if (href === null) return <span className="issue-number">#{number}</span>
  return (
    <a className="issue-number" href={href} target="_blank" rel="noreferrer" tabIndex={-1}>
      #{number}
    </a>
  )
}
