/** The planner of a repository: the backend that the user has chosen, or that this machine has. */
import { cleanEnvironment } from '../../agents/clean-environment.ts'
import { checkAgent, type AgentCheck } from '../../agents/known/find-agent.ts'
import { priceOf } from '../../agents/known/prices.ts'
import { KNOWN_AGENTS } from '../../config/known-agents.ts'
import type { Config } from '../../config/config.ts'
import type { AgentSettings } from '../../core/agent/agent-settings.ts'
import type { Tokens } from '../../core/agent/usage.ts'
import { HOME, inHome } from '../../core/value/home-paths.ts'
import type { PlanningBackend } from '../../core/planning/plan-draft.ts'
import { acpAgentModel } from '../../planning/acp-agent-model.ts'
import { anthropicApi } from '../../planning/anthropic-api.ts'
import { chooseBackend, type BackendsAtHand } from '../../planning/choose-backend.ts'
import { claudeCli } from '../../planning/claude-cli.ts'
import { apiModel } from '../../planning/default-model.ts'
import { drivenAgent } from '../../planning/driven-agent.ts'
import type { Planner } from '../../planning/make-plan.ts'
import type { PlanningModel } from '../../planning/planning-model.ts'
import type { SaidProblem } from '../console/problem-list.ts'

type Configured = Pick<Config, 'agent' | 'agents' | 'planning' | 'prices'>
type Environment = Readonly<Record<string, string | undefined>>

export interface PlannerWish {
  /** What the user typed (--backend, --offline); then a failure of it is an error. null: the setting counts. */
  readonly backend: PlanningBackend | null
  /** What the user typed (--model); null: the setting counts. */
  readonly model: string | null
}

export type PlannerFor =
  | { readonly ok: true; readonly planner: Planner }
  | { readonly ok: false; readonly problem: SaidProblem }

export async function plannerFor(
  config: Configured,
  wish: PlannerWish,
  environment: Environment = process.env,
): Promise<PlannerFor> {
  const backend = wish.backend ?? config.planning.backend
  const named = wish.model ?? config.planning.model
  const choice = await findModel(backend, { config, named, environment })
  if (!choice.ok) return choice
  const { model, because } = choice
  const insists = wish.backend !== null
  const timeoutSeconds = config.planning.timeoutSeconds
  return { ok: true, planner: { model, because, insists, timeoutSeconds } }
}

type FoundModel =
  /** because: why no model is there although any would do; null: one is there, or none is wanted. */
  | { readonly ok: true; readonly model: PlanningModel | null; readonly because: string | null }
  | { readonly ok: false; readonly problem: SaidProblem }

/** auto: what this machine has. */
export async function findModel(
  wanted: PlanningBackend | 'auto',
  wish: WantedModel,
): Promise<FoundModel> {
  const { backend, because } =
    wanted === 'auto'
      ? chooseBackend(await atHand(wish.config, wish.environment))
      : { backend: wanted, because: null }
  const made = modelOf(backend, wish)
  return made !== null && 'place' in made
    ? { ok: false, problem: made }
    : { ok: true, model: made, because }
}

/** `claude` is looked for only when there is no key, because starting it takes a moment. */
async function atHand(config: Configured, environment: Environment): Promise<BackendsAtHand> {
  if (environment['ANTHROPIC_API_KEY']?.trim()) return { hasKey: true, claude: 'missing' }
  const settings = claudeSettings(config)
  const [program = 'claude'] = settings.command
  const check = await checkAgent(program, environmentFor(settings, environment))
  return { hasKey: false, claude: standingOf(check) }
}

const environmentFor = (
  settings: AgentSettings,
  ours: Environment,
): Readonly<Record<string, string>> => ({
  ...cleanEnvironment(ours, settings.pass),
  ...settings.environment,
})

function standingOf(check: AgentCheck): BackendsAtHand['claude'] {
  switch (check.is) {
    case 'found':
      return check.login
    case 'missing':
      return 'missing'
    case 'too-old':
    case 'broken':
      return 'unusable'
  }
}

interface WantedModel {
  readonly config: Configured
  /** null: the usual one of the backend. */
  readonly named: string | null
  /** The usual model of the API; without it, the one that plans. */
  readonly usualOfApi?: string
  readonly environment: Environment
}

function modelOf(
  backend: PlanningBackend,
  { config, named, usualOfApi, environment }: WantedModel,
): PlanningModel | SaidProblem | null {
  switch (backend) {
    case 'offline':
      return null
    case 'api':
      return anthropicApi({
        environment,
        model: apiModel(named ?? usualOfApi ?? null),
        priceOf: pricesOf(config),
      })
    case 'cli':
      return cliOf(claudeSettings(config), { config, named, environment })
    case 'agent':
      return agentOf({ config, named, environment })
  }
}

/** A user who has replaced `claude` by a command of their own still means Claude Code by `cli`. */
const claudeSettings = ({ agents }: Configured): AgentSettings =>
  agents['claude']?.driver === 'claude' ? agents['claude'] : KNOWN_AGENTS['claude']!

const cliOf = (settings: AgentSettings, { named, environment }: WantedModel): PlanningModel =>
  claudeCli({ settings: { ...settings, model: named ?? settings.model }, environment })

function agentOf(wanted: WantedModel): PlanningModel | SaidProblem {
  const { agent, agents } = wanted.config
  if (agent === null)
    return without('no agent is configured', `\`agent: <name>\` in ${inHome(HOME, 'config')}`)
  const settings = agents[agent]
  if (settings === undefined || settings.command.length === 0)
    return without(`agent "${agent}" has no command`, `\`agents: {${agent}: {command: ...}}\``)
  switch (settings.driver) {
    case 'claude':
      return cliOf(settings, wanted)
    case 'command':
      return drivenAgent({
        agent,
        line: settings.command.join(' '),
        environment: environmentFor(settings, wanted.environment),
      })
    case 'acp':
      return acpAgentModel({
        agent,
        settings: { ...settings, model: wanted.named ?? settings.model },
        environment: wanted.environment,
        priceOf: pricesOf(wanted.config),
      })
  }
}

const pricesOf =
  ({ prices }: Configured) =>
  (model: string | null, tokens: Tokens): number | null =>
    priceOf(model, tokens, prices)

const without = (message: string, hint: string): SaidProblem => ({
  place: 'planning',
  message,
  hint,
})
