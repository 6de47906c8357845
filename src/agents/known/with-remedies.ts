/** When an agent cannot be used, says what is wrong with it on this machine and what to do about it. */
import type { Agent, AgentEnd, Assignment } from '../../conduct/ports.ts'
import type { Failure } from '../../core/run/failure.ts'
import { cleanEnvironment } from '../clean-environment.ts'
import { checkAgent, wellKnownAgent } from './find-agent.ts'
import { sayAgentCheck } from './say-agent.ts'
import type { SpokenAgentOptions } from '../spoken-agent-options.ts'

type Known = Pick<SpokenAgentOptions, 'settingsOf' | 'environment'>

/** It is looked at only after a failure: whoever works has no time for that. */
export function withRemedies(agent: Agent, known: Known): Agent {
  return {
    ...agent,
    async attempt(assignment, signal, hear) {
      const end = await agent.attempt(assignment, signal, hear)
      return end.is === 'failed' ? explained(end, assignment, known) : end
    },
  }
}

async function explained(
  end: Extract<AgentEnd, { is: 'failed' }>,
  { task }: Assignment,
  { settingsOf, environment }: Known,
): Promise<AgentEnd> {
  const settings = settingsOf(task.agent)
  const [program] = settings?.command ?? []
  if (settings === null || program === undefined || !isAboutTheAgent(end.failure)) return end
  const given = { ...cleanEnvironment(environment, settings.pass), ...settings.environment }
  const check = await checkAgent(program, given)
  if (check.is === 'missing' || check.is === 'too-old') {
    const { text, remedy } = sayAgentCheck(check)
    const reason = remedy === null ? text : `${text}; ${remedy}`
    return { ...end, failure: { is: 'cannot-start', reason, passing: false } }
  }
  const logIn = wellKnownAgent(program)?.logIn
  if (end.failure.is !== 'not-logged-in' || logIn === undefined) return end
  return { ...end, failure: { ...end.failure, reason: `${end.failure.reason}; ${logIn}` } }
}

const isAboutTheAgent = ({ is }: Failure): boolean =>
  is === 'cannot-start' || is === 'gave-up' || is === 'not-logged-in'
