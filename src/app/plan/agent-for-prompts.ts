/** Which agent gets the prompts: it must be known, and usable, before anything starts. */
import { sayAgentCheck } from '../../agents/known/say-agent.ts'
import type { Config } from '../../config/config.ts'
import { chooseAgent, type AgentChoice } from '../../core/agent/choose-agent.ts'
import type { Task } from '../../core/plan/plan.ts'
import { HOME, inHome } from '../../core/value/home-paths.ts'
import { sayAgents, unknownAgent } from '../../plan-file/check-tasks.ts'
import { checkAgents, type CheckedAgent } from './check-agents.ts'
import type { SaidProblem } from '../console/problem-list.ts'

export type HeardPrompts =
  | {
      readonly ok: true
      /** With the chosen agent, if none was configured. */
      readonly config: Config
      readonly note: string | null
    }
  | {
      readonly ok: false
      readonly problem: SaidProblem
      /** Nobody has named an agent, and this machine has none to choose: the plan itself is fine. */
      readonly isUnchosen: boolean
    }

/** Where no agent is configured for the prompts, one is looked for on this machine. */
export async function hearPrompts(tasks: readonly Task[], config: Config): Promise<HeardPrompts> {
  const prompts = tasks.filter((task) => task.work.is === 'prompt')
  const unnamed = prompts.filter((task) => (task.agent ?? config.agent) === null)
  if (unnamed.length === 0) return unlessLost(prompts, config, null)
  const looked = await checkAgents(config)
  const choice = agentForPrompts(looked)
  if (choice.is !== 'taken')
    return { ok: false, problem: withoutAgent(unnamed, choice, looked), isUnchosen: true }
  return unlessLost(prompts, { ...config, agent: choice.agent }, sayTaken(choice))
}

export const agentForPrompts = (looked: readonly CheckedAgent[]): AgentChoice =>
  chooseAgent(
    looked.flatMap(({ agent, check }) =>
      check.is === 'found' ? [{ agent, login: check.login }] : [],
    ),
  )

export function sayTaken({ agent, login }: Extract<AgentChoice, { is: 'taken' }>): string {
  const why = login === 'yes' ? 'which is installed and logged in' : 'the agent that is installed'
  return `prompts go to ${agent}, ${why} (for another: ${HOW_TO_SAY})`
}

const HERE = inHome(HOME, 'config')
const HOW_TO_SAY = `--agent <name>, or \`agent: <name>\` in ${HERE}`

function withoutAgent(
  tasks: readonly Task[],
  choice: Exclude<AgentChoice, { is: 'taken' }>,
  looked: readonly CheckedAgent[],
): SaidProblem {
  const some = tasks.slice(0, 3).map((task) => `"${task.id}"`)
  const more = tasks.length > 3 ? ` and ${tasks.length - 3} more` : ''
  return {
    place: 'agents',
    message: `there is no agent for the prompt of ${some.join(', ')}${more}`,
    hint: sayChoice(choice, looked),
  }
}

export function sayChoice(
  choice: Exclude<AgentChoice, { is: 'taken' }>,
  looked: readonly CheckedAgent[],
): string {
  if (choice.is === 'several') {
    const [first] = choice.agents
    return `choose one of ${choice.agents.join(', ')}: --agent ${first}, or \`agent: ${first}\` in ${HERE}`
  }
  const there = looked.filter(({ check }) => check.is !== 'missing')
  if (there.length === 0) return NOBODY
  return there.map(({ check }) => sayInOneLine(check)).join('; ')
}

const NOBODY =
  'none is installed here; install one, such as Claude Code (npm install -g @anthropic-ai/claude-code), or configure your own: docs/agents.md'

function sayInOneLine(check: CheckedAgent['check']): string {
  const { text, remedy } = sayAgentCheck(check)
  return remedy === null ? text : `${text}: ${remedy}`
}

function unlessLost(prompts: readonly Task[], config: Config, note: string | null): HeardPrompts {
  const problem = lostPrompt(prompts, config)
  return problem === null ? { ok: true, config, note } : { ok: false, problem, isUnchosen: false }
}

function lostPrompt(prompts: readonly Task[], { agent, agents }: Config): SaidProblem | null {
  const names = prompts.map((task) => task.agent ?? agent ?? '')
  const unknown = names.find((name) => agents[name] === undefined)
  if (unknown !== undefined) {
    const hint = sayAgents(unknown, Object.keys(agents))
    return { place: 'agents', message: unknownAgent(unknown), hint }
  }
  const empty = names.find((name) => agents[name]!.command.length === 0)
  return empty === undefined ? null : withoutCommand(empty)
}

const withoutCommand = (agent: string): SaidProblem => ({
  place: 'agents',
  message: `agent "${agent}" has no command`,
  hint: `name its program: \`agents: {${agent}: {command: ...}}\``,
})
