/** conductor doctor: whether everything needed is there and works. */
import { execFileSync } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { relative } from 'node:path'
import type { Config } from '../../config/config.ts'
import { KNOWN_AGENTS } from '../../config/known-agents.ts'
import { usualConfig } from '../../config/resolve-config.ts'
import { formatSize } from '../../core/value/size.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { sayStoppedCoordinator } from '../../core/say/say-failure.ts'
import { machineLimits } from '../../processes/limits.ts'
import { orphanKeeping, type OrphanKeeping } from '../../processes/orphans.ts'
import { isStopped, processTable } from '../../processes/process-table.ts'
import { findCoordinator, type CoordinatorCard } from '../../store/coordinator-lock.ts'
import { agentForPrompts, sayChoice, sayTaken } from '../plan/agent-for-prompts.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import type { Finding } from './finding.ts'
import { isNewEnough, lookAtPlace } from '../plan/isolation.ts'
import { loadConfig } from '../plan/load-plan.ts'
import { checkAgents, sayAgents, type CheckedAgent } from '../plan/check-agents.ts'
import { lookAtWeb } from './look-at-web.ts'
import { openStoreToRead, openStoreToWrite } from '../look/read-runs.ts'
import { paint } from '../../report-text/paint.ts'
import { sayLimits } from './say-limits.ts'
import { isWritable } from '../place/is-writable.ts'
import { usualPlanFile } from '../place/usual-plan-file.ts'
import { findWorkspace, isOpenToOthers, type Workspace } from '../place/workspace.ts'

export async function doctorCommand(
  options: { readonly rebuild: boolean },
  console: Console,
): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const rebuilt = options.rebuild ? [rebuild(workspace)] : []
  const { enforced } = await machineLimits()
  const { by } = await orphanKeeping()
  const { settings, agents, server, isolation } = await configuration(workspace)
  const findings = [
    ...machine(),
    sayLimits(enforced),
    sayOrphans(by),
    await lookAtPlace({ isolation }, workspace.folder),
    settings,
    ...sayAgents(agents),
    ...files(workspace),
    ...store(workspace),
    ...(await lookAtWeb(workspace, server)),
    ...rebuilt,
  ]
  const ok = findings.every(({ is }) => is !== 'bad')
  console.answer(show(findings, console), { ok, findings, limits: enforced, orphans: by, agents })
  return ok ? 0 : 1
}

function show(findings: readonly Finding[], { colour }: Console): string {
  const style = paint(colour)
  const marks = { ok: style.good('[+]'), note: style.warn('[!]'), bad: style.bad('[x]') }
  const lines = findings.flatMap(({ what, is, says, remedy }) => [
    `${marks[is]} ${what.padEnd(14)} ${says}`,
    ...(remedy === undefined ? [] : [`${' '.repeat(19)}${remedy}`]),
  ])
  return lines.join('\n')
}

function machine(): readonly Finding[] {
  return [
    { what: 'runtime', is: 'ok', says: `Node ${process.versions.node}` },
    {
      what: 'machine',
      is: 'ok',
      says: `${sayCount(availableParallelism(), 'core')}, ${formatSize(totalmem())} of memory`,
    },
    gitFound(),
    tool('sh', ['-c', 'echo POSIX shell'], 'needed to run tasks'),
    {
      what: 'processes',
      is: processTable().has(process.pid) ? 'ok' : 'bad',
      says: `${processTable().size} seen`,
    },
  ]
}

function sayOrphans(by: OrphanKeeping['by']): Finding {
  const what = 'leftovers'
  if (by !== 'nothing')
    return { what, is: 'ok', says: `no process can outlive its attempt (a subreaper, by ${by})` }
  const says =
    'processes are found by session and environment only: one that leaves both can outlive its attempt'
  const remedy = process.platform === 'linux' ? 'install perl or python3' : 'only Linux can do more'
  return { what, is: 'note', says, remedy }
}

function gitFound(): Finding {
  const finding = tool('git', ['--version'], 'needed for worktrees and for counting what changed')
  if (finding.is !== 'ok' || isNewEnough(finding.says)) return finding
  return { ...finding, is: 'bad', says: `${finding.says}: too old for worktrees, 2.38 is needed` }
}

function tool(name: string, args: readonly string[], why: string): Finding {
  try {
    return { what: name, is: 'ok', says: execFileSync(name, args, { encoding: 'utf8' }).trim() }
  } catch {
    return { what: name, is: 'bad', says: `not found: ${why}` }
  }
}

/** When the configuration cannot be read, the agents we know by name are looked at all the same. */
async function configuration(workspace: Workspace): Promise<Configured> {
  try {
    const { config, origin } = await loadConfig(workspace, [], usualPlanFile(workspace))
    const { server, isolation } = config
    const agents = await checkAgents(config)
    const from = relative(workspace.folder, origin('agent'))
    return { settings: sayDefault(config, agents, from), agents, server, isolation }
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    const says = `${error.message}; see \`conductor config\``
    const agents = await checkAgents({ agent: null, agents: KNOWN_AGENTS })
    const { server, isolation } = usualConfig()
    return { settings: { what: 'configuration', is: 'bad', says }, agents, server, isolation }
  }
}

interface Configured {
  readonly settings: Finding
  readonly agents: readonly CheckedAgent[]
  readonly server: Pick<Config['server'], 'host' | 'port'>
  readonly isolation: Config['isolation']
}

/** from: where the agent was set. */
function sayDefault(
  { agent, agents }: Config,
  looked: readonly CheckedAgent[],
  from: string,
): Finding {
  const names = Object.keys(agents).join(', ')
  if (agent === null) return sayUnsaid(looked)
  if (agents[agent] === undefined)
    return { what: 'agent', is: 'bad', says: `there is no agent "${agent}"; there are ${names}` }
  return { what: 'agent', is: 'ok', says: `prompts go to ${agent} (${from})` }
}

/** No agent is configured for the prompts; a run then chooses one itself, if it can. */
function sayUnsaid(looked: readonly CheckedAgent[]): Finding {
  const choice = agentForPrompts(looked)
  if (choice.is === 'taken') return { what: 'agent', is: 'ok', says: sayTaken(choice) }
  return {
    what: 'agent',
    is: 'note',
    says: 'none: tasks with a command run, tasks with a prompt need one (see docs/agents.md)',
    remedy: sayChoice(choice, looked),
  }
}

function files(workspace: Workspace): readonly Finding[] {
  const { root } = workspace
  const { bavail, bsize } = statfsSync(root)
  const free = bavail * bsize
  return [
    {
      what: 'folder',
      is: isWritable(root) ? 'ok' : 'bad',
      says: isWritable(root) ? root : `${root} cannot be written to`,
    },
    { what: 'disk', is: free > 1e9 ? 'ok' : 'note', says: `${formatSize(free)} free` },
    state(workspace),
  ]
}

function state({ folder, home }: Workspace): Finding {
  if (!existsSync(home)) return { what: 'state', is: 'ok', says: 'none yet' }
  const says = relative(folder, home) || home
  if (!isOpenToOthers(home)) return { what: 'state', is: 'ok', says }
  return {
    what: 'state',
    is: 'note',
    says: `other users of this machine can read ${says}`,
    remedy: `\`chmod 700 ${says}\`; the next run does it, too, if it may`,
  }
}

function sayCoordinator(card: CoordinatorCard | null): Finding {
  const what = 'coordinator'
  if (card === null) return { what, is: 'ok', says: 'none is running' }
  const { pid } = card.process
  if (!isStopped(card.process)) return { what, is: 'ok', says: `run ${card.run}, process ${pid}` }
  const says = `run ${card.run}: ${sayStoppedCoordinator(pid)}`
  return { what, is: 'note', says, remedy: `continue it with \`kill -CONT ${pid}\`` }
}

function store(workspace: Workspace): readonly Finding[] {
  const who = sayCoordinator(findCoordinator(workspace.home))
  if (!existsSync(workspace.database)) return [who]
  try {
    const opened = openStoreToRead(workspace)
    const faults = opened.faults()
    const says =
      faults.length > 0
        ? faults.join('; ')
        : `${sayCount(opened.runs().length, 'run')}, ${sayCount(opened.lastSequence(), 'event')}`
    opened.close()
    return [who, { what: 'store', is: faults.length > 0 ? 'bad' : 'ok', says }]
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    return [who, { what: 'store', is: 'bad', says: `${error.message}; ${error.hint}` }]
  }
}

function rebuild(workspace: Workspace): Finding {
  if (findCoordinator(workspace.home) !== null)
    throw new Complaint('a run is being conducted here', 'rebuild when it is over or stopped')
  if (!existsSync(workspace.database)) throw new Complaint('there is nothing to rebuild here yet')
  const opened = openStoreToWrite(workspace)
  const events = opened.rebuildTables()
  opened.close()
  return { what: 'rebuild', is: 'ok', says: `tables rebuilt from ${sayCount(events, 'event')}` }
}
