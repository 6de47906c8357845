/**
 * Wraps any agent: each attempt with a prompt gets a session, which is the files it begins with and the files
 * it writes to.
 */
import type { Agent, Assignment, Hear } from '../../conduct/ports.ts'
import type { AttemptId } from '../../core/value/ids.ts'
import { followSessionFile } from './session-file-words.ts'
import { furnishSession, sessionPlace } from './session-place.ts'
import { followSessionState, type SessionState, type StateFollower } from './session-state.ts'

export interface AgentSessions {
  attend(agent: Agent): Agent
  /**
   * The last state that the agent of an attempt has written; null: it has written none, or an earlier
   * coordinator read it.
   */
  wordOf(attempt: AttemptId): SessionState | null
  /** Reads at once what the agent has written by now. */
  listen(attempt: AttemptId): void
  /**
   * Conductor has written this text into the session file, now or before the attempt began: it does not count
   * as the agent's word.
   */
  wrote(attempt: AttemptId, text: string): void
}

const LOOK_EVERY = 500

/** repository: owner/name for tasks that name no repository of their own. */
export function agentSessions(home: string, repository: string | null): AgentSessions {
  const followers = new Map<AttemptId, readonly StateFollower[]>()
  const lastTexts = new Map<AttemptId, string>()
  const states = new Map<AttemptId, SessionState>()

  function follow(assignment: Assignment, hear: Hear): Disposable {
    const { attempt, prompt } = assignment
    furnishSession(home, assignment, { now: Date.now(), repository })
    if (prompt === null) return { [Symbol.dispose]: () => void lastTexts.delete(attempt) }
    const { state, session } = sessionPlace(home, assignment)
    const lastWritten = (): string | null => lastTexts.get(attempt) ?? null
    followers.set(attempt, [
      followSessionState(state, hear),
      followSessionFile(session, lastWritten, hear),
    ])
    return {
      [Symbol.dispose]() {
        look(attempt)
        followers.delete(attempt)
        lastTexts.delete(attempt)
      },
    }
  }

  function look(attempt: AttemptId): void {
    for (const follower of followers.get(attempt) ?? []) {
      follower.look()
      const state = follower.last()
      if (state !== null) states.set(attempt, withEarlier(state, states.get(attempt)))
    }
  }

  return {
    wordOf: (attempt) => states.get(attempt) ?? null,
    listen: look,
    wrote: (attempt, text) => void lastTexts.set(attempt, text),
    attend(agent) {
      const timer = setInterval(() => [...followers.keys()].forEach(look), LOOK_EVERY).unref()
      return {
        ...agent,
        async attempt(assignment, signal, hear) {
          // Disposing the session reads its files once more, before the caller judges how the attempt ended.
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

/** Keeps the phase and the pull request that the agent has told in its other file. */
const withEarlier = (state: SessionState, before: SessionState | undefined): SessionState => ({
  ...state,
  phase: state.phase ?? before?.phase ?? null,
  pullRequestUrl: state.pullRequestUrl ?? before?.pullRequestUrl ?? null,
})
