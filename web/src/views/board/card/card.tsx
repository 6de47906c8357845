/** One task on the board: a link to its page that can be dragged, and a button that opens its menu. */
import { useDraggable } from '@dnd-kit/core'
import { memo, type CSSProperties } from 'react'
import { Link } from 'wouter'
import { sayCount } from '../../../../../src/core/say/say-count.ts'
import { lettersIn, PullChip } from '../../../parts/pull-chip.tsx'
import { WordMark } from '../../../parts/state-mark.tsx'
import type { CardFace } from './card-face.ts'
import './card.css'
import { useTaskPath } from '../../../data/live/use-task-path.ts'

/** The callbacks of a card; the object stays the same as long as the board is mounted. */
export interface CardHands {
  openMenu(card: number, from: HTMLElement): void
}

interface CardPlace {
  /** The index of its task in the plan. */
  readonly card: number
  /** The index in its column. */
  readonly at: number
  readonly of: number
  readonly top: number
  readonly height: number
}

export interface CardProps extends CardFace, CardPlace {
  readonly hands: CardHands
  /** The card can only be looked at. */
  readonly isStill: boolean
  /** Tab leads here. */
  readonly isStop: boolean
  /** An ask about the task has not been answered yet. */
  readonly isPending: boolean
}

export const Card = memo(function Card(props: CardProps) {
  const { card, at, of, top, height, hands, isStill, isStop, isPending, ...face } = props
  const drag = useDraggable({ id: face.id, disabled: isStill, data: { card } })
  const pathOf = useTaskPath()
  const tabIndex = isStop ? 0 : -1
  const style = {
    height,
    transform: `translateY(${top}px)`,
    // Leaves room for the chip beside the facts.
    '--pull-letters': face.pull === null ? undefined : lettersIn(face.pull),
  } as CSSProperties
  return (
    <li
      className="card"
      data-card={card}
      data-task={face.id}
      data-needs-you={face.needsYou || undefined}
      data-has-pull={face.pull !== null || undefined}
      data-arrived={face.arrived || undefined}
      data-dragged={drag.isDragging || undefined}
      aria-busy={isPending || undefined}
      aria-setsize={of}
      aria-posinset={at + 1}
      ref={drag.setNodeRef}
      style={style}
    >
      <Link
        ref={drag.setActivatorNodeRef}
        className="card-link"
        href={pathOf(face.id)}
        draggable={false}
        tabIndex={tabIndex}
        aria-describedby={isStill ? undefined : drag.attributes['aria-describedby']}
        {...drag.listeners}
      >
        <CardInside {...face} />
      </Link>
      {face.pull !== null && <PullChip pull={face.pull} tabIndex={tabIndex} />}
      {!isStill && (
        <button
          type="button"
          className="card-more"
          tabIndex={tabIndex}
          aria-haspopup="menu"
          aria-label={`Actions for ${face.id}`}
          onClick={(event) => hands.openMenu(card, event.currentTarget)}
        >
          ⋯
        </button>
      )}
    </li>
  )
})

/** The copy of a card that follows the pointer. */
export function CardInHand(face: CardFace) {
  return (
    <div className="card in-hand">
      <div className="card-link">
        <CardInside {...face} />
      </div>
    </div>
  )
}

function CardInside(face: CardFace) {
  const { id, name, word, needsYou, note, worktree, agent, time, timeMeans } = face
  return (
    <>
      <span className="card-head">
        <strong className="cut" title={name}>
          {name}
        </strong>
        {time !== '' && <time title={`${timeMeans} ${time}`}>{time}</time>}
      </span>
      <span className="card-note" data-word={word} title={note}>
        <WordMark word={word} /> {/* The edge of the card shows it. */}
        {needsYou && word !== 'needs you' && <span className="unseen">needs you</span>} {note}
      </span>
      <span className="card-facts">
        <span className="card-id cut">{id}</span>
        {worktree !== '' && !worktree.endsWith(`task-${id}`) && (
          <span className="cut worktree" title={`works in ${worktree}`}>
            {worktree}
          </span>
        )}
        {agent !== '' && <span className="cut">{agent}</span>}
        <Size {...face} />
      </span>
    </>
  )
}

function Size({ cost, added, removed, files }: CardFace) {
  return (
    <span className="card-size">
      {cost !== '' && <span title="cost so far">{cost}</span>}
      {files > 0 && (
        <span title={`${sayCount(files, 'file')} changed`}>
          <ins>+{added}</ins> <del>−{removed}</del>
        </span>
      )}
    </span>
  )
}
