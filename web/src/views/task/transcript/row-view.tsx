/** One row of the conversation: a message, a card of a call, or a block of what is open. */
import { memo, type ReactNode } from 'react'
import type { Item } from '../../../../../src/core/transcript/conversation.ts'
import { sayDecision, sayUsed } from '../../../../../src/core/transcript/text.ts'
import { Markdown } from '../../../parts/markdown/markdown.tsx'
import { CallCard } from './call-card.tsx'
import { CopyButton } from './copy-button.tsx'
import { Lines } from '../../../parts/lines.tsx'
import { bodyOf, keyOf, type Row } from './rows.ts'
import { Told } from './told.tsx'
import { TodoList } from './todo-list.tsx'
import { Clock } from './clock.tsx'

export interface RowViewProps {
  readonly row: Row
  readonly isOver: boolean
  readonly onToggle: (key: string) => void
}

export const RowView = memo(function RowView({ row, isOver, onToggle }: RowViewProps) {
  const { item } = row
  const isHelper = 'within' in item && item.within !== null
  return (
    <div className={isHelper ? 'of-helper' : undefined}>
      {row.is === 'block' ? (
        <Block row={row} />
      ) : (
        <ItemView
          item={item}
          isOpen={row.isOpen}
          isOver={isOver}
          onToggle={() => onToggle(row.key)}
        />
      )}
    </div>
  )
})

/** A block of a program that is not an agent stands alone; any other is the inside of a card. */
function Block({ row }: { readonly row: Row & { readonly is: 'block' } }) {
  const { item, text, isDiff, isLast } = row
  const isBare = item.is === 'output' && item.side !== 'folded'
  const kind = item.is === 'output' ? item.side : 'card'
  return (
    <div className={isBare ? 'bare-block' : 'card-block'} data-kind={kind} data-last={isLast}>
      <Lines lines={text.split('\n')} isDiff={isDiff} />
    </div>
  )
}

interface ItemProps {
  readonly item: Item
  readonly isOpen: boolean
  readonly isOver: boolean
  readonly onToggle: () => void
}

function ItemView({ item, isOpen, isOver, onToggle }: ItemProps): ReactNode {
  switch (item.is) {
    case 'said': {
      const text = item.texts.join('')
      return (
        <article className="said" aria-label="The agent said">
          <Markdown text={text} />
          <footer>
            <Clock at={item.at} />
            <CopyButton text={() => text} what="message" />
          </footer>
        </article>
      )
    }
    case 'told':
      return <Told item={item} />
    case 'thought':
    case 'output':
      return <Folded item={item} isOpen={isOpen} onToggle={onToggle} />
    case 'call':
      return <CallCard call={item} isOpen={isOpen} isOver={isOver} onToggle={onToggle} />
    case 'todos':
      return <TodoList todos={item.todos} />
    case 'permission':
      return (
        <p className="asked">
          Asked for permission to use <strong>{item.name}</strong>{' '}
          {item.what !== '' && <code>{item.what}</code>}{' '}
          <span className="quiet">{item.decided === null ? '' : sayDecision(item.decided)}</span>
        </p>
      )
    case 'question':
      return (
        <div className="asked">
          <p>
            <strong>Asked: {item.question}</strong>
          </p>
          {item.options.length > 0 && <p className="quiet">{item.options.join(' · ')}</p>}
        </div>
      )
    case 'used':
      return (
        <p className="used" data-turn={item.turnSeconds !== null}>
          {sayUsed(item.used, item.turnSeconds ?? undefined)}
        </p>
      )
    case 'nothing':
      return null
    case 'note':
      return <p className="conductor-note">{item.text}</p>
  }
}

/** Thinking, and the input and output of tools in transcripts of earlier versions. */
function Folded({ item, isOpen, onToggle }: Pick<ItemProps, 'item' | 'isOpen' | 'onToggle'>) {
  const text = bodyOf(item)[0]?.text ?? ''
  return (
    <button
      type="button"
      className="folded"
      data-key={keyOf(item)}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <span className="folded-mark" aria-hidden="true">
        {isOpen ? '▾' : '▸'}
      </span>
      {item.is === 'thought' ? 'Thinking' : 'Input or output of a tool'}
      {!isOpen && <span className="quiet cut">{text.slice(0, 160)}</span>}
    </button>
  )
}
