/** The permission requests of an agent: allow each, or deny it with a reason. */
import { useState } from 'react'
import type { TaskId } from '../../../../../src/core/value/ids.ts'
import type { PermissionRequest } from '../../../../../src/core/agent/sign.ts'
import { doAsk } from '../../../act/do-ask.ts'
import { useShownRun } from '../../../data/live/shown-run.tsx'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/fields.tsx'
import { ToolInputView } from './tool-input-view.tsx'
import { useOneAtATime } from './use-one-at-a-time.ts'

export interface PermissionAnswerProps {
  readonly task: TaskId
  readonly requests: readonly PermissionRequest[]
  onDone(): void
}

/** As long as requests are left, the need stays and keeps the focus. */
export function PermissionAnswer({ task, requests, onDone }: PermissionAnswerProps) {
  const stay = (): void => undefined
  return (
    <ul className="need-requests">
      {requests.map((request, i) => (
        <Request
          key={request.id}
          task={task}
          request={request}
          isFirst={i === 0}
          onDone={requests.length === 1 ? onDone : stay}
        />
      ))}
    </ul>
  )
}

interface RequestProps {
  readonly task: TaskId
  readonly request: PermissionRequest
  /** The keys `a` and `d` are for the first request. */
  readonly isFirst: boolean
  onDone(): void
}

function Request({ task, request, isFirst, onDone }: RequestProps) {
  const { run } = useShownRun()
  const [why, setWhy] = useState('')
  const { isBusy, once } = useOneAtATime(onDone)
  const decide = (allow: boolean): void => {
    const reason = allow || why.trim() === '' ? null : why.trim()
    once(() => doAsk(run, { ask: 'decide', task, request: request.id, allow, why: reason }))
  }
  return (
    <li className="need-request" aria-busy={isBusy}>
      <p>
        Wants to use <strong>{request.tool}</strong>
        {request.input !== undefined && request.input.as !== 'command' && request.what !== '' && (
          <>
            {' '}
            on <code>{request.what}</code>
          </>
        )}
      </p>
      <ToolInputView request={request} />
      <TextField
        label="Why not, or what to do instead (optional)"
        value={why}
        onChange={(event) => setWhy(event.target.value)}
      />
      <div className="need-buttons">
        <Button
          kind="primary"
          aria-keyshortcuts={isFirst ? 'a' : undefined}
          onClick={() => decide(true)}
        >
          Allow {isFirst && <kbd aria-hidden="true">a</kbd>}
        </Button>
        <Button aria-keyshortcuts={isFirst ? 'd' : undefined} onClick={() => decide(false)}>
          Deny {isFirst && <kbd aria-hidden="true">d</kbd>}
        </Button>
      </div>
    </li>
  )
}
