/**
 * When an agent cannot be used, adds to its failure what is wrong with it on this machine and what to do about
 * it.
 */
import type { Agent, AgentEnd, Assignment } from '../../conduct/ports.ts'
import type { Failure } from '../../core/run/failure.ts'
import { cleanEnvironment } from '../clean-environment.ts'
import { checkAgent, wellKnownAgent } from './find-agent.ts'
import { sayAgentCheck } from './say-agent.ts'
import type { SpokenAgentOptions } from '../spoken-agent-options.ts'

type Known = Pick<SpokenAgentOptions, 'settingsOf' | 'environment'>

/** The agent is checked only after a failure, because the check takes time that a working agent should not lose. */
export function withRemedies(agent: Agent, options: Known): Agent {
  return {
    ...agent,
    async attempt(assignment, signal, hear) {
      const end = await agent.attempt(assignment, signal, hear)
      return end.is === 'failed' ? explained(end, assignment, options) : end
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
  const agentEnvironment = {
    ...cleanEnvironment(environment, settings.pass),
    ...settings.environment,
  }
  const check = await checkAgent(program, agentEnvironment)
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
