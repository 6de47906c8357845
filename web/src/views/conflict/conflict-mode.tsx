/** The conflict of a task: each hunk with its three versions side by side, decided one after the other. */
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ConflictDocument } from '../../../../src/core/conflict/conflict-document.ts'
import type { Delivery } from '../../../../src/core/landing/delivery.ts'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import { useShownRun } from '../../data/live/shown-run.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { readConflict } from './ask-conflict.ts'
import { ConflictBar } from './conflict-bar.tsx'
import { ConflictFile } from './conflict-file.tsx'
import { decidedIn, partsOf, type Drafts } from './decided.ts'
import { useConflictKeys } from './use-conflict-keys.ts'
import './conflict.css'

export interface ConflictModeProps {
  readonly task: TaskId
  readonly delivery: Delivery
  /** Whether the user has decided something that is not sent yet. */
  readonly onBegun: (isBegun: boolean) => void
}

export function ConflictMode({ task, delivery, onBegun }: ConflictModeProps) {
  const { run } = useShownRun()
  // Whenever work lands, the conflict may be another one.
  const conflict = useQuery({
    queryKey: ['conflict', run.id, task, delivery.commit, run.target?.tip],
    queryFn: () => readConflict(run.id, task),
    placeholderData: (old) => old,
    retry: false,
  })
  const [drafts, setDrafts] = useState<Drafts>(new Map())
  const view = useRef<HTMLDivElement>(null)
  useConflictKeys(view)
  const draft = (change: (before: Drafts) => Drafts): void => {
    onBegun(true)
    setDrafts(change)
  }
  if (conflict.isError) return <p role="alert">{conflict.error.message}</p>
  if (conflict.data === undefined) return <p className="loading quiet">Loading …</p>
  const { files } = conflict.data
  return (
    <div className="conflict" ref={view}>
      {files.length === 0 ? (
        <EmptyState title="Git can merge it by itself now">
          <p>What has landed since no longer conflicts with it. Its diff shows what would land.</p>
        </EmptyState>
      ) : (
        <>
          <Overview conflict={conflict.data} drafts={drafts} />
          {files.map((file) => (
            <ConflictFile key={file.path} file={file} drafts={drafts} onDraft={draft} />
          ))}
        </>
      )}
      <ConflictBar
        conflict={conflict.data}
        drafts={drafts}
        onSending={(isSent) => onBegun(!isSent)}
        onStale={() => void conflict.refetch()}
      />
    </div>
  )
}

function Overview({
  conflict,
  drafts,
}: {
  readonly conflict: ConflictDocument
  readonly drafts: Drafts
}) {
  return (
    <nav className="conflict-files" aria-label="Files in conflict">
      <ul>
        {conflict.files.map((file) => {
          const isDone = decidedIn(drafts, file) === partsOf(file)
          return (
            <li key={file.path}>
              <span aria-hidden="true">{isDone ? '✓' : '○'}</span>{' '}
              <a
                href={`#${idOf(file.path)}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(idOf(file.path))?.focus()
                }}
              >
                {file.path}
              </a>{' '}
              <span className="quiet">
                {decidedIn(drafts, file)} of {partsOf(file)} decided
              </span>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const idOf = (path: string): string => `conflict ${path}`.replaceAll(/\s/g, '-')
