/** For doctor: which agents are installed and ready, both those configured and those we know by name. */
import { checkAgent, programOf, type AgentCheck } from '../../agents/known/find-agent.ts'
import { sayAgentCheck } from '../../agents/known/say-agent.ts'
import { cleanEnvironment } from '../../agents/clean-environment.ts'
import type { Environment } from '../../agents/known/well-known-agents.ts'
import type { Config } from '../../config/config.ts'
import type { AgentSettings } from '../../core/agent/agent-settings.ts'
import { KNOWN_AGENTS } from '../../config/known-agents.ts'
import type { Finding } from '../setup/finding.ts'

export interface CheckedAgent {
  readonly agent: string
  readonly isDefault: boolean
  /** Whether the user has configured it; false: it is one that we know by name. */
  readonly isSetUp: boolean
  readonly check: AgentCheck
}

type SetUp = Pick<Config, 'agent' | 'agents'>

export const checkAgents = (config: SetUp): Promise<readonly CheckedAgent[]> =>
  Promise.all(Object.entries(config.agents).map(lookAt(config))).then((all) => all.flat())

/** Nothing can be told of a command that is more than a program and its arguments. */
const lookAt =
  (config: SetUp) =>
  async ([agent, settings]: readonly [string, AgentSettings]): Promise<readonly CheckedAgent[]> => {
    const program = programIn(settings)
    if (program === null) return []
    const isDefault = agent === config.agent
    const isSetUp = settings !== KNOWN_AGENTS[agent]
    const check = await checkAgent(program, environmentOf(settings))
    return [{ agent, isDefault, isSetUp, check }]
  }

const programIn = ({ driver, command }: AgentSettings): string | null =>
  driver === 'command' ? programOf(command.join(' ')) : (command[0] ?? null)

/** The environment that the agent would be started with. */
export const environmentOf = ({ driver, pass, environment }: AgentSettings): Environment => ({
  ...(driver === 'command' ? process.env : cleanEnvironment(process.env, pass)),
  ...environment,
})

export function sayAgents(all: readonly CheckedAgent[]): readonly Finding[] {
  const isAway = ({ isSetUp, isDefault, check }: CheckedAgent): boolean =>
    !isSetUp && !isDefault && check.is === 'missing'
  const away = all.filter(isAway).map(({ agent }) => agent)
  return [
    ...all.filter((looked) => !isAway(looked)).map(findingOf),
    ...(away.length === 0 ? [] : [sayAway(away)]),
  ]
}

function findingOf({ agent, isDefault, check }: CheckedAgent): Finding {
  const { text, remedy } = sayAgentCheck(check)
  return {
    what: agent,
    is: isReady(check) ? 'ok' : isDefault && !mayWork(check) ? 'bad' : 'note',
    says: text,
    ...(remedy === null ? {} : { remedy }),
  }
}

const isReady = (check: AgentCheck): boolean => check.is === 'found' && check.login !== 'no'

/** On a busy machine a working agent may be slow to answer. */
const mayWork = (check: AgentCheck): boolean =>
  check.is === 'found' || (check.is === 'broken' && check.isLate)

const sayAway = (names: readonly string[]): Finding => ({
  what: 'other agents',
  is: 'note',
  says: `not installed: ${names.join(', ')} (see docs/agents.md)`,
})
