/** What goes on between a run and its agents while they work: they are listened to, and told what people say. */
import type { Fact } from '../core/run/event.ts'
import type { Outcome } from '../core/run/failure.ts'
import { guidanceOf } from '../core/agent/guidance.ts'
import type { AttemptId, TaskId } from '../core/value/ids.ts'
import type { Task } from '../core/plan/plan.ts'
import { stateOf, type Run } from '../core/run/run.ts'
import type { Watch } from './attempt/attempt-task.ts'
import type { Agent } from './ports.ts'
import { supervise, type Supervisor, type SupervisorPorts } from './supervise.ts'

export interface AgentSide extends Pick<Supervisor, 'hear' | 'lastBeatOf' | 'close'> {
  /** Its agent begins, with what people have said up to now; task: as it gets it. Who listens to it. */
  watch(attempt: AttemptId, task: Task): Watch
  /** Whatever was held back of it is recorded; its end may be. */
  end(attempt: AttemptId, outcome: Outcome): Promise<void>
  /** A person has said or decided something: it is passed on to whom it concerns. */
  carryOut(fact: Fact): void
}

export type AgentSidePorts = Omit<SupervisorPorts, 'onFree'>

export function agentSide(run: Run, agent: Agent, ports: AgentSidePorts): AgentSide {
  const supervisor = supervise(run, { ...ports, onFree: (task) => void passOn(task) })
  /** So much of what people said was passed on to each attempt, or was in what it began with. */
  const told = new Map<AttemptId, number>()

  return {
    hear: supervisor.hear,
    lastBeatOf: supervisor.lastBeatOf,
    close: supervisor.close,
    watch(id, task) {
      told.set(id, guidanceOf(run, task.id).said.length)
      supervisor.begin(id, task)
      return {
        hear: (sign) => supervisor.hear(id, sign),
        openQuestion: () => supervisor.questionOf(id),
        agentEnded: () => supervisor.rest(id),
      }
    },
    async end(id, outcome) {
      told.delete(id)
      await supervisor.end(id, outcome)
    },
    carryOut(fact) {
      if (fact.type === 'guidance-given') void passOn(fact.task)
      if (fact.type === 'guidance-delivered') supervisor.answer(fact.attempt)
      if (fact.type === 'permission-decided') decide(fact)
    },
  }

  /** What its agent has not been told yet, unless it could be taken for something else. */
  async function passOn(task: TaskId): Promise<void> {
    const state = stateOf(run, task)
    if (state.is !== 'working' || supervisor.waitsForLeave(state.attempt)) return
    const { attempt } = state
    const { said, delivered } = guidanceOf(run, task)
    const text = said.slice(Math.max(delivered, told.get(attempt) ?? 0)).join('\n\n')
    told.set(attempt, said.length)
    // An agent that breaks instead of answering has not heard it.
    const guided = text === '' ? null : await agent.guide(attempt, text).catch(() => 'too-late')
    if (guided !== 'steered') return
    supervisor.answer(attempt)
    await ports.tell(() =>
      guidanceOf(run, task).delivered < said.length
        ? [{ type: 'guidance-delivered', task, attempt, said: said.length, how: 'steered' }]
        : [],
    )
  }

  function decide({ task, request, allowed, why }: Fact & { type: 'permission-decided' }): void {
    const state = stateOf(run, task)
    if (state.is === 'working')
      void agent.decide(state.attempt, request, { allowed, why }).catch(() => false)
  }
}
