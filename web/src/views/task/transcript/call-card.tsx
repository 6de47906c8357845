/** A call of a tool as a card: what it is, about what, how long, how it ended, and the first lines of what came of it. */
import { formatDuration } from '../../../../../src/core/value/duration.ts'
import type { CallItem, Item } from '../../../../../src/core/transcript/conversation.ts'
import type { CallKind } from '../../../../../src/core/transcript/entry.ts'
import { sayCount } from '../../../../../src/core/say/say-count.ts'
import { Elapsed } from '../../../parts/time.tsx'
import { Clock } from './clock.tsx'
import { CopyButton } from './copy-button.tsx'
import { KindIcon } from './kind-icon.tsx'
import { Lines } from '../../../parts/lines.tsx'
import { bodyOf, previewOf } from './rows.ts'
import { sayInput } from './say-input.ts'

export interface CallCardProps {
  readonly call: Item & CallItem
  readonly isOpen: boolean
  /** The attempt is over, so a call without an end was cut off. */
  readonly isOver: boolean
  readonly onToggle: () => void
}

const DID: Readonly<Record<CallKind, string>> = {
  command: 'Ran a command',
  read: 'Read',
  edit: 'Edited',
  search: 'Searched',
  web: 'Looked on the web',
  mcp: 'Used',
  agent: 'Started a sub-agent',
  todo: 'Planned',
  other: 'Used',
}

export function CallCard({ call, isOpen, isOver, onToggle }: CallCardProps) {
  const { lines, isDiff, total } = previewOf(call)
  const hasMore = total > lines.length
  // A call of which nothing is shown yet takes one line.
  const isCompact = lines.length === 0
  const status = statusOf(call, isOver)
  return (
    <article className="call" data-status={status} data-open={isOpen} aria-label={nameOf(call)}>
      <header>
        <KindIcon kind={call.kind} />
        <h3>
          <span className="call-did">{didOf(call)}</span> <Title title={call.title} />
        </h3>
        <span className="call-facts quiet">
          {hasMore && isCompact && (
            <button type="button" className="call-show" aria-expanded={isOpen} onClick={onToggle}>
              {isOpen ? 'Show less' : `Show ${sayLines(total)}`}
            </button>
          )}
          <Status call={call} status={status} />
          <Clock at={call.at} />
          <CopyButton text={() => copyOf(call)} what="call" />
        </span>
      </header>
      {!isOpen && lines.length > 0 && (
        <div className="call-preview">
          <Lines lines={lines} isDiff={isDiff} />
        </div>
      )}
      {hasMore && !isCompact && (
        <button type="button" className="call-more" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? 'Show less' : `Show all ${sayLines(total)}`}
        </button>
      )}
    </article>
  )
}

/** What an unknown tool was given takes one line; the whole is in the card when it is open. */
function Title({ title }: { readonly title: string }) {
  const input = sayInput(title)
  if (input === null) return <code className="call-title">{title}</code>
  return (
    <span className="call-input cut" title={title}>
      {input}
    </span>
  )
}

const sayLines = (count: number): string => sayCount(count, 'line')

const nameOf = (call: CallItem): string => `${didOf(call)} ${call.title}`.trim()

const didOf = ({ kind, name, isCut }: CallItem): string => {
  if (isCut) return 'A call that began further up'
  const did = DID[kind] ?? DID.other
  return kind === 'mcp' || kind === 'other' ? `${did} ${readable(name)}` : did
}

/** Claude Code calls the tool `look` of the server `shop` mcp__shop__look. */
const readable = (name: string): string => name.replace(/^mcp__(.+?)__/, '$1: ')

type Status = 'running' | 'well' | 'failed' | 'cut-off'

function statusOf({ ended }: CallItem, isOver: boolean): Status {
  if (ended !== null) return ended.failed ? 'failed' : 'well'
  return isOver ? 'cut-off' : 'running'
}

function Status({ call, status }: { readonly call: Item & CallItem; readonly status: Status }) {
  switch (status) {
    case 'running':
      return (
        <span className="call-running">
          running, <Elapsed since={call.at} />
        </span>
      )
    case 'cut-off':
      return <span>cut off</span>
    case 'failed':
    case 'well': {
      const seconds = (call.ended!.at - call.at) / 1000
      const took = seconds < 0.1 || call.isCut ? '' : formatDuration(seconds)
      return status === 'failed' ? (
        <strong className="call-failed">failed {took && `after ${took}`}</strong>
      ) : (
        <span>{took}</span>
      )
    }
  }
}

const copyOf = (call: Item & CallItem): string =>
  [call.title, ...bodyOf(call).map(({ text }) => text)].join('\n')
