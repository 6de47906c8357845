/** Words for whether an agent is ready, and what to do when it is not. */
import { lastLinesOf } from '../../core/text/plain-text.ts'
import { maskOutput } from '../../processes/mask-output.ts'
import { PATIENCE, wellKnownAgent, type AgentCheck } from './find-agent.ts'
import type { WellKnownAgent } from './well-known-agents.ts'

export interface SaidAgent {
  readonly text: string
  readonly remedy: string | null
}

export function sayAgentCheck(check: AgentCheck): SaidAgent {
  const agent = wellKnownAgent(check.program)
  switch (check.is) {
    case 'found':
      return sayFound(check, agent)
    case 'missing':
      return {
        text: `${check.program} was not found`,
        remedy: agent === null ? 'correct its command, or PATH' : `install it: ${agent.install}`,
      }
    case 'too-old':
      return {
        text: `${check.program} ${check.version} is too old: ${check.oldest} or newer is needed (${check.path})`,
        remedy: `update it: ${agent?.install}@latest`,
      }
    case 'broken':
      return {
        text: `${check.program} does not tell its version${sayWhy(check)} (${check.path})`,
        remedy: `try \`${check.path} --version\`, or install it again: ${agent?.install}`,
      }
  }
}

function sayFound(
  { program, version, path, login, by }: Extract<AgentCheck, { is: 'found' }>,
  agent: WellKnownAgent | null,
): SaidAgent {
  if (agent === null) return { text: path, remedy: null }
  const there = `${program} ${version} (${path})`
  switch (login) {
    case 'yes':
      return { text: `${there}, logged in by ${by}`, remedy: null }
    case 'no':
      return { text: `${there}, not logged in`, remedy: agent.logIn }
    case 'unknown':
      return { text: `${there}; whether you are logged in is up to ${by}`, remedy: null }
  }
}

function sayWhy({ isLate, printed }: Extract<AgentCheck, { is: 'broken' }>): string {
  if (isLate) return ` within ${PATIENCE / 1000} seconds`
  const [line = ''] = lastLinesOf(maskOutput(printed), 1)
  return line === '' ? '' : `; it says: ${line.slice(0, 200)}`
}
