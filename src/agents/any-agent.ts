/** Several agents behind one port: each attempt goes to the one its task names. */
import type { Agent, Assignment } from '../conduct/ports.ts'
import type { AttemptId } from '../core/value/ids.ts'

export function anyAgent(all: readonly Agent[], chosen: (assignment: Assignment) => Agent): Agent {
  const working = new Map<AttemptId, Agent>()
  return {
    async attempt(assignment, signal, hear) {
      const agent = chosen(assignment)
      working.set(assignment.attempt, agent)
      try {
        return await agent.attempt(assignment, signal, hear)
      } finally {
        working.delete(assignment.attempt)
      }
    },
    guide: async (attempt, text) => working.get(attempt)?.guide(attempt, text) ?? 'too-late',
    decide: async (attempt, request, decision) =>
      working.get(attempt)?.decide(attempt, request, decision) ?? false,
    onWorkerProcess(listener) {
      for (const agent of all) agent.onWorkerProcess(listener)
    },
    kill() {
      for (const agent of all) agent.kill()
    },
    async close() {
      await Promise.all(all.map((agent) => agent.close()))
    },
  }
}
