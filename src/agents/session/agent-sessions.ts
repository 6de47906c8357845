/** Any agent, with a session around each attempt that has a prompt: files to begin with, and those that are listened to. */
import type { Agent, Assignment, Hear } from '../../conduct/ports.ts'
import type { AttemptId } from '../../core/value/ids.ts'
import { followSessionFile } from './session-file-words.ts'
import { furnishSession, sessionPlace } from './session-place.ts'
import { followSessionState, type SessionState, type StateFollower } from './session-state.ts'

export interface AgentSessions {
  attend(agent: Agent): Agent
  /** What the agent of an attempt has last said about itself; null: nothing, or it was before our time. */
  wordOf(attempt: AttemptId): SessionState | null
  /** What it has written by now. */
  listen(attempt: AttemptId): void
  /** We have written this into its session file while it was there, or before: it is not its word. */
  wrote(attempt: AttemptId, text: string): void
}

const LOOK_EVERY = 500

/** repository: owner/name of whatever says no other. */
export function agentSessions(home: string, repository: string | null): AgentSessions {
  const open = new Map<AttemptId, readonly StateFollower[]>()
  const written = new Map<AttemptId, string>()
  const words = new Map<AttemptId, SessionState>()

  function follow(assignment: Assignment, hear: Hear): Disposable {
    const { attempt, prompt } = assignment
    furnishSession(home, assignment, { now: Date.now(), repository })
    if (prompt === null) return { [Symbol.dispose]: () => void written.delete(attempt) }
    const { state, session } = sessionPlace(home, assignment)
    const lastWritten = (): string | null => written.get(attempt) ?? null
    open.set(attempt, [
      followSessionState(state, hear),
      followSessionFile(session, lastWritten, hear),
    ])
    return {
      [Symbol.dispose]() {
        look(attempt)
        open.delete(attempt)
        written.delete(attempt)
      },
    }
  }

  function look(attempt: AttemptId): void {
    for (const follower of open.get(attempt) ?? []) {
      follower.look()
      const state = follower.last()
      if (state !== null) words.set(attempt, withUrl(state, words.get(attempt)))
    }
  }

  return {
    wordOf: (attempt) => words.get(attempt) ?? null,
    listen: look,
    wrote: (attempt, text) => void written.set(attempt, text),
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

/** Whichever of its files it has told the address in. */
const withUrl = (state: SessionState, before: SessionState | undefined): SessionState => ({
  ...state,
  phase: state.phase ?? before?.phase ?? null,
  pullRequestUrl: state.pullRequestUrl ?? before?.pullRequestUrl ?? null,
})
