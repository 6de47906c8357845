/** For doctor: which agents are there and ready, those set up and those that are well known. */
import { checkAgent, programOf, type AgentCheck } from '../agents/find-agent.ts'
import { sayAgentCheck } from '../agents/say-agent.ts'
import { WELL_KNOWN_AGENTS, type Environment } from '../agents/well-known-agents.ts'
import type { Config } from '../config/config.ts'
import type { Finding } from './finding.ts'

export interface LookedAt {
  /** As it is set up; null for one that is only well known. */
  readonly agent: string | null
  readonly isDefault: boolean
  readonly check: AgentCheck
}

type SetUp = Pick<Config, 'agent' | 'agents'>

export const lookAtAgents = (config: SetUp): Promise<readonly LookedAt[]> =>
  Promise.all(
    candidates(config).map(async ({ program, environment, ...candidate }) => ({
      ...candidate,
      check: await checkAgent(program, environment),
    })),
  )

interface Candidate {
  readonly agent: string | null
  readonly isDefault: boolean
  readonly program: string
  readonly environment: Environment
}

/** An agent whose command is more than a program and its arguments cannot be looked at. */
function candidates(config: SetUp): readonly Candidate[] {
  const setUp = Object.entries(config.agents).flatMap(([agent, { command, environment }]) => {
    const program = programOf(command)
    if (program === null) return []
    const isDefault = agent === config.agent
    return [{ agent, isDefault, program, environment: { ...process.env, ...environment } }]
  })
  const others = WELL_KNOWN_AGENTS.map(({ name }) => name)
    .filter((name) => !(name in config.agents) && setUp.every(({ program }) => program !== name))
    .map((program) => ({ agent: null, isDefault: program === config.agent, program }))
  return [...setUp, ...others.map((other) => ({ ...other, environment: process.env }))]
}

export function sayAgents(all: readonly LookedAt[]): readonly Finding[] {
  const isAway = ({ agent, isDefault, check }: LookedAt): boolean =>
    agent === null && !isDefault && check.is === 'missing'
  const away = all.filter(isAway).map(({ check }) => check.program)
  return [
    ...all.filter((looked) => !isAway(looked)).map(findingOf),
    ...(away.length === 0 ? [] : [sayAway(away)]),
  ]
}

function findingOf({ agent, isDefault, check }: LookedAt): Finding {
  const { text, remedy } = sayAgentCheck(check)
  return {
    what: agent ?? check.program,
    is: isReady(check) ? 'ok' : isDefault && !mayWork(check) ? 'bad' : 'note',
    says: text,
    ...(remedy === null ? {} : { remedy }),
  }
}

const isReady = (check: AgentCheck): boolean => check.is === 'found' && check.login !== 'no'

/** On a busy machine an agent may be slow to answer and be well. */
const mayWork = (check: AgentCheck): boolean =>
  check.is === 'found' || (check.is === 'broken' && check.isLate)

const sayAway = (names: readonly string[]): Finding => ({
  what: 'other agents',
  is: 'note',
  says: `not there: ${names.join(', ')} (see docs/agents.md)`,
})
