/** Does the action that the user chose for a task, and tells which tasks wait for an answer. */
import { useCallback, useRef, useState } from 'react'
import type { TaskId } from '../../../../src/core/value/ids.ts'
import type { Run } from '../../../../src/core/run/run.ts'
import type { TaskAction } from '../../../../src/core/ask/task-actions.ts'
import { doAction } from '../../act/do-ask.ts'

export type Act = (task: TaskId, action: TaskAction) => void

export function useAct(run: Run): { readonly act: Act; readonly pending: ReadonlySet<TaskId> } {
  const [pending, setPending] = useState<ReadonlySet<TaskId>>(new Set())
  const newest = useRef(run)
  newest.current = run
  const act = useCallback<Act>((task, action) => {
    setPending((before) => new Set([...before, task]))
    void doAction(newest.current, task, action).finally(() =>
      setPending((before) => before.difference(new Set([task]))),
    )
  }, [])
  return { act, pending }
}
