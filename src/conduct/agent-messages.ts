/** What goes on between a run and its working attempts: their messages are heard, and what people say is passed on. */
import type { Fact } from '../core/run/event.ts'
import { guidanceOf } from '../core/agent/guidance.ts'
import type { AttemptId, TaskId } from '../core/value/ids.ts'
import { stateOf, type Run } from '../core/run/run.ts'
import type { ReportHindrance } from './retry-while-hindered.ts'
import { supervise, type Supervisor, type SupervisorPorts } from './supervise.ts'
import type { AttemptListener, FromAttempt, ToAttempt, AttemptRunner } from './attempt-runner.ts'
import { noticedFacts, openedFacts } from './worktree-facts.ts'

export interface AgentMessages extends Pick<Supervisor, 'hear' | 'lastBeatOf' | 'end' | 'close'> {
  /** The listener for messages from an attempt that has started. */
  listenerTo(attempt: AttemptId): AttemptListener
  /** Passes on what a person has said or decided to the agent it concerns. */
  carryOut(fact: Fact): void
}

export interface AgentMessagePorts extends SupervisorPorts {
  readonly reportHindrance: ReportHindrance
}

export function agentMessages(
  run: Run,
  runner: Pick<AttemptRunner, 'tell'>,
  ports: AgentMessagePorts,
): AgentMessages {
  const { tell } = ports
  const supervisor = supervise(run, ports)

  return {
    hear: supervisor.hear,
    lastBeatOf: supervisor.lastBeatOf,
    end: supervisor.end,
    close: supervisor.close,
    listenerTo(attempt) {
      const { task } = run.attempts.get(attempt)!
      return {
        hear: (message) => hearFrom(attempt, task, message),
        async agentEnded() {
          supervisor.rest(attempt)
          return supervisor.questionOf(attempt)
        },
      }
    },
    carryOut(fact) {
      switch (fact.type) {
        case 'guidance-given':
          return passOn(fact.task)
        case 'guidance-delivered':
          supervisor.answer(fact.attempt)
          return passOn(fact.task)
        case 'permission-decided': {
          const { task, request, allowed, why } = fact
          return tellAgentOf(task, { is: 'decision', request, decision: { allowed, why } })
        }
        default:
      }
    },
  }

  async function hearFrom(attempt: AttemptId, task: TaskId, message: FromAttempt): Promise<void> {
    switch (message.is) {
      case 'opened':
        return tell(() => openedFacts(message.worktree, task))
      case 'noticed':
        return tell(() => noticedFacts(message.what, task))
      case 'hindered':
        return ports.reportHindrance(attempt, message.by)
      case 'agent-begins':
        return supervisor.begin(attempt, message)
      case 'sign':
        return supervisor.hear(attempt, message.sign)
      case 'steered':
        supervisor.answer(attempt)
        return tell(() => steered(attempt, task, message.said))
    }
  }

  function steered(attempt: AttemptId, task: TaskId, said: number): readonly Fact[] {
    const isNews = guidanceOf(run, task).delivered < said
    return isNews ? [{ type: 'guidance-delivered', task, attempt, said, how: 'steered' }] : []
  }

  function passOn(task: TaskId): void {
    const { said, delivered } = guidanceOf(run, task)
    tellAgentOf(task, { is: 'guidance', guidance: { said, delivered } })
  }

  function tellAgentOf(task: TaskId, message: ToAttempt): void {
    const state = stateOf(run, task)
    if (state.is === 'working') runner.tell(state.attempt, message)
  }
}
