/** Grants or denies the permission that the agent of a task waits for. */
import type { PermissionRequest } from '../../agent/sign.ts'
import { stateOf, type Run } from '../../run/run.ts'
import type { TaskId } from '../../value/ids.ts'
import { accept, refuse } from '../answer.ts'
import { askKind, PLAIN, type AskHelp } from '../ask-kind.ts'

/** People ask it under two names. */
export const DECISIONS = {
  allow: 'grant the permission that the agent of a task waits for',
  deny: 'refuse the permission; the agent gets your reason, and continues without it',
}

export const decide = askKind({
  ask: 'decide',
  /** request null: every request that the agent waits for. */
  fields: { task: 'task', request: 'text-or-null', allow: 'flag', why: 'text-or-null' },
  answer(run, { task, request, allow, why }) {
    const meant = requestsOf(run, task).filter(({ id }) => request === null || id === request)
    if (meant.length === 0) return refuse({ is: 'nothing-asked', task })
    return accept(
      meant.map(({ id }) => ({
        type: 'permission-decided',
        task,
        request: id,
        allowed: allow,
        why,
      })),
      [task],
    )
  },
  say: ({ task, allow }) => `${allow ? 'Allowed' : 'Denied'} what ${task} asked for.`,
  buttons: { allow: 'y', deny: 'n' },
  /** Decides only the request that the person sees: another one that arrives at this moment is not decided with it. */
  offer(run, task) {
    const request = requestsOf(run, task)[0]?.id
    if (request === undefined) return []
    const ask = { ask: 'decide', task, request, why: null } as const
    return [
      { ...PLAIN, name: 'allow', label: 'Allow it', ask: { ...ask, allow: true } },
      { ...PLAIN, name: 'deny', label: 'Deny it', ask: { ...ask, allow: false } },
    ]
  },
})

export const decideHelp: AskHelp = {
  by: 'people',
  does: 'grant or refuse the permission that the agent of a task waits for',
  commands: ['allow', 'deny'],
  tool: 'decide_permission',
  toolNote: 'Ask your user first unless they have told you how to decide.',
  noUndo: 'its agent continues at once',
}

function requestsOf(run: Run, task: TaskId): readonly PermissionRequest[] {
  const state = stateOf(run, task)
  const condition = state.is === 'working' ? run.attempts.get(state.attempt)!.condition : null
  return condition?.is === 'permission' ? condition.requests : []
}
