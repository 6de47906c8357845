/** Any agent, with a session around each attempt that has a prompt: files to begin with, and a state file that is listened to. */
import type { Agent, Assignment, Hear } from '../conduct/ports.ts'
import type { AttemptId } from '../core/ids.ts'
import { furnishSession, sessionPlace } from './session-place.ts'
import { followSessionState, type SessionState, type StateFollower } from './session-state.ts'

export interface AgentSessions {
  attend(agent: Agent): Agent
  /** What the agent of an attempt has last said about itself; null: nothing, or it was before our time. */
  wordOf(attempt: AttemptId): SessionState | null
}

const LOOK_EVERY = 500

/** repository: owner/name of whatever says no other. */
export function agentSessions(home: string, repository: string | null): AgentSessions {
  const open = new Map<AttemptId, StateFollower>()
  const words = new Map<AttemptId, SessionState>()

  function follow(assignment: Assignment, hear: Hear): Disposable {
    const { attempt, prompt } = assignment
    furnishSession(home, assignment, { now: Date.now(), repository })
    if (prompt === null) return { [Symbol.dispose]: () => {} }
    open.set(attempt, followSessionState(sessionPlace(home, assignment).state, hear))
    return {
      [Symbol.dispose]() {
        look(attempt)
        open.delete(attempt)
      },
    }
  }

  function look(attempt: AttemptId): void {
    const follower = open.get(attempt)!
    follower.look()
    const state = follower.last()
    if (state !== null) words.set(attempt, state)
  }

  return {
    wordOf: (attempt) => words.get(attempt) ?? null,
    attend(agent) {
      const timer = setInterval(() => [...open.keys()].forEach(look), LOOK_EVERY).unref()
      return {
        ...agent,
        async attempt(assignment, signal, hear) {
          // The last look is taken before anybody judges how it ended.
          using _session = follow(assignment, hear)
          return await agent.attempt(assignment, signal, hear)
        },
        async close() {
          clearInterval(timer)
          await agent.close()
        },
      }
    },
  }
}
