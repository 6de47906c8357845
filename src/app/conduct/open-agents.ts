/** The agents of a run: commands, Claude Code, and programs that speak ACP, each behind its driver. */
import { withAddedTasks, type AddedTasks } from '../../agents/with-added-tasks.ts'
import { acpAgent } from '../../agents/acp/acp-agent.ts'
import { anyAgent } from '../../agents/any-agent.ts'
import { claudeAgent } from '../../agents/claude/claude-agent.ts'
import { cleanEnvironment } from '../../agents/clean-environment.ts'
import { commandAgent, type CommandAgentOptions } from '../../agents/command/command-agent.ts'
import { priceOf } from '../../agents/known/prices.ts'
import type { SpokenAgentOptions } from '../../agents/spoken-agent-options.ts'
import { withRemedies } from '../../agents/known/with-remedies.ts'
import type { Agent, Assignment } from '../../conduct/ports.ts'
import type { Config } from '../../config/config.ts'
import type { Run } from '../../core/run/run.ts'
import { learnSecrets } from '../../processes/mask-output.ts'
import type { Workspace } from '../place/workspace.ts'

export interface AgentsOf {
  readonly workspace: Workspace
  readonly run: Run
  readonly config: Config
  readonly onAddedLines: AddedTasks['onAddedLines']
}

export function openAgents({ workspace, run, config, onAddedLines }: AgentsOf): Agent {
  for (const { environment } of Object.values(config.agents)) learnSecrets(environment)
  const settingsOf: SpokenAgentOptions['settingsOf'] = (name) => config.agents[name ?? ''] ?? null
  const common = {
    home: workspace.home,
    run: run.id,
    transcriptBytes: config.transcript.maxSizeBytes,
  }
  const spoken: SpokenAgentOptions = {
    ...common,
    settingsOf,
    environment: process.env,
    tools: { command: process.execPath, arguments: [process.argv[1]!, 'mcp'] },
    priceOf: (model, usage) => priceOf(model, usage, config.prices),
  }
  const drivers = {
    command: commandAgent({ ...common, commandOf }),
    claude: withRemedies(claudeAgent(spoken), spoken),
    acp: withRemedies(acpAgent(spoken), spoken),
  }
  const any = anyAgent(Object.values(drivers), ({ task }: Assignment) =>
    task.work.is === 'command'
      ? drivers.command
      : drivers[settingsOf(task.agent)?.driver ?? 'command'],
  )
  return withAddedTasks(any, { home: workspace.home, onAddedLines })

  function commandOf(name: string | null): ReturnType<CommandAgentOptions['commandOf']> {
    const settings = settingsOf(name)
    if (settings === null) return null
    const passed = cleanEnvironment(process.env, settings.pass)
    return {
      line: settings.command.join(' '),
      environment: settings.environment,
      without: Object.keys(process.env).filter((variable) => !Object.hasOwn(passed, variable)),
    }
  }
}
