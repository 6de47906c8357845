/** The menu of a card: the actions of its task, each with its letter. */
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { cardMove } from '../../../../../src/core/ask/allowed-drags.ts'
import { COLUMN_NAMES, COLUMNS } from '../../../../../src/core/ask/board-columns.ts'
import type { TaskId } from '../../../../../src/core/value/ids.ts'
import {
  ACTION_KEYS,
  actionsFor,
  type TaskAction,
} from '../../../../../src/core/ask/task-actions.ts'
import { stepInMenu } from '../../../parts/keys/step-in-menu.ts'
import type { ShownRun } from '../../../data/live/shown-run.tsx'
import type { Act } from '../use-act.ts'
import '../../../parts/menu.css'
import './card-menu.css'

export interface CardMenuProps {
  readonly shown: ShownRun
  readonly task: TaskId
  /** The element that it opens beside. */
  readonly from: HTMLElement
  readonly act: Act
  readonly onClose: () => void
}

/** Open as long as it is rendered; when it closes, the browser gives the focus back to where it was. */
export function CardMenu({ shown, task, from, act, onClose }: CardMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const { run, now } = shown
  const actions = actionsFor(run, task, now())
  usePopover(menu, from, onClose)
  const choose = (action: TaskAction): void => {
    menu.current!.hidePopover()
    act(task, action)
  }
  const press = (event: KeyboardEvent): void => {
    const chosen = actions.find(({ name }) => ACTION_KEYS[name] === event.key)
    if (chosen !== undefined) choose(chosen)
    else if (event.key === 'Tab') menu.current!.hidePopover()
    else if (event.key === 'Enter' || event.key === ' ')
      (document.activeElement as HTMLElement | null)?.click()
    else stepInMenu(menu.current!, event.key)
    // Keys in an open menu are for the menu alone.
    event.stopPropagation()
    if (event.key !== 'Escape') event.preventDefault()
  }
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      className="menu-list card-menu"
      aria-label={`Actions for ${task}`}
      onKeyDown={press}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      {actions.map((action) => (
        <Item
          key={action.name}
          label={action.label}
          letter={ACTION_KEYS[action.name]}
          isDanger={action.confirm !== null}
          onChoose={() => choose(action)}
        />
      ))}
      {actions.length === 0 && <p className="quiet">There are no actions in its current state.</p>}
      <Moves shown={shown} task={task} choose={choose} />
    </div>
  )
}

/** Does what a drag to another column does, where there is no room to drag. */
function Moves({
  shown: { run, now },
  task,
  choose,
}: Pick<CardMenuProps, 'shown' | 'task'> & { readonly choose: (action: TaskAction) => void }) {
  const moves = COLUMNS.flatMap((column) => {
    const move = cardMove(run, task, column, now())
    return move.is === 'action' ? [{ column, action: move.action }] : []
  })
  if (moves.length === 0) return null
  return (
    <div role="group" aria-label="Move to" className="card-moves">
      {moves.map(({ column, action }) => (
        <Item
          key={column}
          label={`Move to ${COLUMN_NAMES[column]}`}
          isDanger={false}
          onChoose={() => choose(action)}
        />
      ))}
    </div>
  )
}

interface ItemProps {
  readonly label: string
  readonly letter?: string
  readonly isDanger: boolean
  readonly onChoose: () => void
}

function Item({ label, letter, isDanger, onChoose }: ItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={isDanger ? 'danger' : undefined}
      aria-keyshortcuts={letter}
      onClick={onChoose}
    >
      {label}
      {letter !== undefined && <kbd aria-hidden="true">{letter}</kbd>}
    </button>
  )
}

function usePopover(
  menu: { readonly current: HTMLElement | null },
  from: HTMLElement,
  onClose: () => void,
): void {
  useLayoutEffect(() => {
    const { current } = menu
    if (current === null) return
    current.showPopover()
    putBeside(current, from.getBoundingClientRect())
    ;(current.querySelector<HTMLElement>('[role=menuitem]') ?? current).focus()
  }, [menu, from])
  // After a resize `from` may be elsewhere.
  useEffect(() => {
    const close = (): void => onClose()
    window.addEventListener('resize', close)
    return () => window.removeEventListener('resize', close)
  }, [onClose])
}

const MARGIN = 8

/** Puts the menu below and to the left of the button, but never outside of the window. */
function putBeside(menu: HTMLElement, { bottom, top, right }: DOMRect): void {
  const { width, height } = menu.getBoundingClientRect()
  const below = bottom + height + MARGIN <= innerHeight ? bottom : Math.max(MARGIN, top - height)
  menu.style.top = `${below}px`
  menu.style.left = `${Math.max(MARGIN, Math.min(right, innerWidth - MARGIN) - width)}px`
}
