/** Makes agents of a scripted run need a person. */
import { attemptId, runId, taskId } from '../../src/core/value/ids.ts'
import type { Question } from '../../src/core/agent/sign.ts'
import { QUESTION } from './play.ts'
import type { ScriptedRun } from './scripted-live-run.ts'

/** The task and its first attempt, for a fact about them. */
export const about = (task: string) => ({
  task: taskId(task),
  attempt: attemptId(runId(7), taskId(task), 1),
})

/** The agent asks a question, and has not ended its turn yet. */
export function asks(live: ScriptedRun, task: string, question: Question = QUESTION): ScriptedRun {
  const { decision } = question
  const condition = { is: 'question', since: 0, decision } as const
  return live.record(
    { type: 'question-asked', ...about(task), question },
    { type: 'condition-changed', ...about(task), condition },
  )
}

export function waitsForLeave(
  live: ScriptedRun,
  task: string,
  tool: string,
  ...whats: readonly string[]
): ScriptedRun {
  const requests = whats.map((what, i) => ({ id: `p${i + 1}`, tool, what }))
  const condition = { is: 'permission', since: 0, requests } as const
  return live.record({ type: 'condition-changed', ...about(task), condition })
}
