/** Queue this order: shows what would change in the tasks that wait, changes it after a confirmation, and can take it back. */
import { useEffect, useState } from 'react'
import { sayCount } from '../../../../../src/core/say/say-count.ts'
import type { Ask } from '../../../../../src/core/ask/ask.ts'
import { ask, Refused } from '../../../data/api/client.ts'
import { queueOrder, tellUse, type QueuedOrder } from '../../../data/api/suggest.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { say } from '../../../parts/toasts.tsx'
import { nameIn, type NamedOrbs } from '../suggest/named-orbs.ts'
import type { Ordering } from '../suggest/orderings.ts'

type Preview =
  | { readonly is: 'loading' }
  | { readonly is: 'ready'; readonly order: QueuedOrder }
  | { readonly is: 'refused'; readonly message: string; readonly hint: string | null }

export interface QueueOrderProps {
  readonly applied: Ordering
  readonly named: NamedOrbs
  readonly onClose: () => void
}

export function QueueOrder({ applied, named, onClose }: QueueOrderProps) {
  const [preview, setPreview] = useState<Preview>({ is: 'loading' })
  const [isSending, setSending] = useState(false)
  useEffect(() => {
    queueOrder(applied.strategy, false).then(
      (order) => setPreview({ is: 'ready', order }),
      (error: unknown) => setPreview({ is: 'refused', ...wordsOf(error) }),
    )
    // The preview is of the order as it was when the dialog was opened.
  }, [])
  const confirm = async (): Promise<void> => {
    setSending(true)
    try {
      tellQueued(await queueOrder(applied.strategy, true))
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
      <PreviewWords preview={preview} named={named} />
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
  named,
}: {
  readonly preview: Preview
  readonly named: QueueOrderProps['named']
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
        <>
          <p>{intoWords(preview.order)}</p>
          <ul className="queue-changes" aria-label="Changes">
            {changes.map((change) => (
              <li key={change.task}>
                <code>{change.task}</code>: {sayChange(change)}
              </li>
            ))}
          </ul>
        </>
      )}
      {skipped.length > 0 && (
        <details>
          <summary>{`${sayCount(skipped.length, 'workspace')} without a change`}</summary>
          <ul>
            {skipped.map(({ workspace_id, reason }) => (
              <li key={workspace_id}>
                <code>{nameIn(named, workspace_id)}</code>: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const intoWords = ({ into, run, file }: QueuedOrder): string =>
  into === 'run'
    ? `These tasks of run ${run} change:`
    : `No run is in progress, so these changes go into the draft of ${file}, for the next run:`

type Change = QueuedOrder['changes'][number]

const sayChange = ({ phase, priority, priority_before, after }: Change): string =>
  [
    `phase ${phase}`,
    priority === priority_before
      ? `priority stays ${priority}`
      : `priority ${priority_before} → ${priority}`,
    ...(after.length === 0 ? [] : [`also after ${after.join(', ')}`]),
  ].join(', ')

function tellQueued({ changes, into, undo }: QueuedOrder): void {
  tellUse({ event: 'queued' }).catch(() => {})
  const place = into === 'run' ? '' : ' in the draft of the plan'
  say(`The order is queued: ${sayCount(changes.length, 'task')} changed${place}.`, {
    undo: undo && (() => void takeBack(undo)),
  })
}

async function takeBack(undo: Ask): Promise<void> {
  const answer = await ask(undo)
  if (answer.ok) say('The order is taken back.')
  else say(answer.error.message, { kind: 'refused', hint: answer.error.hint })
}

const wordsOf = (error: unknown): { message: string; hint: string | null } =>
  error instanceof Refused
    ? { message: error.message, hint: error.hint }
    : { message: String(error), hint: null }
