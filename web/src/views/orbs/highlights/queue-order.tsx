/** Queue this order: shows what would change in the tasks that wait, changes it after a confirmation, and can take it back. */
import { useEffect, useState } from 'react'
import { sayCount } from '../../../../../src/core/say/say-count.ts'
import type { Orb } from '../../../../../src/core/workspace/orbs.ts'
import { Refused } from '../../../data/api/client.ts'
import { queueOrder, undoQueue, type QueuedOrder } from '../../../data/api/suggest.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { say } from '../../../parts/toasts.tsx'
import type { Ordering } from '../suggest/orderings.ts'

type Preview =
  | { readonly is: 'loading' }
  | { readonly is: 'ready'; readonly order: QueuedOrder }
  | { readonly is: 'refused'; readonly message: string; readonly hint: string | null }

export interface QueueOrderProps {
  readonly applied: Ordering
  readonly byWorkspace: ReadonlyMap<string, Orb>
  readonly onClose: () => void
}

export function QueueOrder({ applied, byWorkspace, onClose }: QueueOrderProps) {
  const [preview, setPreview] = useState<Preview>({ is: 'loading' })
  const [isSending, setSending] = useState(false)
  const wanted = wantedBy(applied)
  useEffect(() => {
    queueOrder(wanted, false).then(
      (order) => setPreview({ is: 'ready', order }),
      (error: unknown) => setPreview({ is: 'refused', ...wordsOf(error) }),
    )
    // The preview is of the order as it was when the dialog was opened.
  }, [])
  const confirm = async (): Promise<void> => {
    setSending(true)
    try {
      tellQueued(await queueOrder(wanted, true))
      onClose()
    } catch (error) {
      setPreview({ is: 'refused', ...wordsOf(error) })
      setSending(false)
    }
  }
  return (
    <Dialog title="Queue this order" onClose={onClose}>
      <p className="quiet">
        Nothing is started by this. Tasks that have not begun get dependencies and priorities, so
        that they start in the order of the phases.
      </p>
      <PreviewWords preview={preview} byWorkspace={byWorkspace} />
      <div className="choices">
        <Button onClick={onClose}>Close</Button>
        {preview.is === 'ready' && preview.order.changes.length > 0 && (
          <Button kind="primary" data-first disabled={isSending} onClick={() => void confirm()}>
            {`Change ${sayCount(preview.order.changes.length, 'task')}`}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function PreviewWords({
  preview,
  byWorkspace,
}: {
  readonly preview: Preview
  readonly byWorkspace: QueueOrderProps['byWorkspace']
}) {
  if (preview.is === 'loading') return <p role="status">Looking at the tasks …</p>
  if (preview.is === 'refused')
    return (
      <div role="alert">
        <p>{preview.message}</p>
        {preview.hint !== null && <p className="quiet">{preview.hint}</p>}
      </div>
    )
  const { changes, skipped } = preview.order
  return (
    <>
      {changes.length === 0 ? (
        <p role="status">No task has to change: none of these workspaces has a task that waits.</p>
      ) : (
        <ul className="queue-changes" aria-label="Changes">
          {changes.map(({ project, run, task, after, priority }) => (
            <li key={`${project} ${run} ${task}`}>
              <code>{task}</code>:{' '}
              {after.length === 0 ? 'starts first' : `after ${after.join(', ')}`}, priority{' '}
              {priority}
            </li>
          ))}
        </ul>
      )}
      {skipped.length > 0 && (
        <details>
          <summary>{`${sayCount(skipped.length, 'workspace')} without a change`}</summary>
          <ul>
            {skipped.map(({ workspace_id, reason }) => (
              <li key={workspace_id}>
                <code>{byWorkspace.get(workspace_id)?.node.branch ?? workspace_id}</code>: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function tellQueued({ changes, undo }: QueuedOrder): void {
  say(`The order is queued: ${sayCount(changes.length, 'task')} changed.`, {
    undo: undo === null ? null : () => void takeBack(undo),
  })
}

async function takeBack(undo: string): Promise<void> {
  try {
    await undoQueue(undo)
    say('The order is taken back.')
  } catch (error) {
    const { message, hint } = wordsOf(error)
    say(message, { kind: 'refused', hint })
  }
}

const wantedBy = ({ strategy }: Ordering) => ({
  strategy_id: strategy.strategy_id,
  phases: strategy.phases.map(({ workspace_ids }) => ({ workspace_ids })),
})

const wordsOf = (error: unknown): { message: string; hint: string | null } =>
  error instanceof Refused
    ? { message: error.message, hint: error.hint }
    : { message: String(error), hint: null }
