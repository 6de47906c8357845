/** config, init and doctor: what is set up, setting up, and whether it is well. */
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, statfsSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { relative } from 'node:path'
import { describeConfig } from '../config/describe-config.ts'
import { formatSize } from '../core/size.ts'
import { sayCount } from '../core/say-count.ts'
import { canLimitCores } from '../processes/cpu-cores.ts'
import { processTable } from '../processes/process-table.ts'
import { findCoordinator } from '../store/coordinator-lock.ts'
import { isNewEnough } from './isolation.ts'
import { Complaint } from './complain.ts'
import type { Console } from './console.ts'
import { loadConfig } from './load-plan.ts'
import { openStoreToRead, openStoreToWrite } from './open-runs.ts'
import { paint } from './paint.ts'
import { EXAMPLE_PLAN } from './example-plan.ts'
import { findWorkspace, prepareWorkspace, type Workspace } from './workspace.ts'

export async function configCommand(console: Console): Promise<number> {
  const rows = describeConfig(await loadConfig(findWorkspace()))
  const width = Math.max(...rows.map((row) => row.key.length))
  const text = rows.map(
    ({ key, value, origin, note }) =>
      `${key.padEnd(width)}  ${show(value).padEnd(16)}  ${origin}${note ? `  (${note})` : ''}`,
  )
  console.answer(text.join('\n'), rows)
  return 0
}

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export function initCommand(file: string, console: Console): number {
  if (existsSync(file))
    throw new Complaint(
      `${file} exists already; it was not touched`,
      'name another file: conductor init other.yaml',
    )
  writeFileSync(file, EXAMPLE_PLAN)
  prepareWorkspace(findWorkspace())
  console.answer(
    `Wrote ${file}: four small tasks to change to your own.\nSee what would happen:  conductor simulate ${file}\nRun it:                 conductor run ${file}`,
    { file },
  )
  return 0
}

interface Finding {
  readonly what: string
  readonly is: 'ok' | 'note' | 'bad'
  readonly says: string
}

export async function doctorCommand(
  options: { readonly rebuild: boolean },
  console: Console,
): Promise<number> {
  const workspace = findWorkspace()
  const rebuilt = options.rebuild ? [rebuild(workspace)] : []
  const findings = [
    ...machine(),
    ...(await configuration(workspace)),
    ...files(workspace),
    ...store(workspace),
    ...rebuilt,
  ]
  const style = paint(console.colour)
  const marks = { ok: style.good('[+]'), note: style.warn('[!]'), bad: style.bad('[x]') }
  const text = findings.map(({ what, is, says }) => `${marks[is]} ${what.padEnd(14)} ${says}`)
  console.answer(text.join('\n'), { ok: findings.every(({ is }) => is !== 'bad'), findings })
  return findings.some(({ is }) => is === 'bad') ? 1 : 0
}

function machine(): readonly Finding[] {
  return [
    { what: 'runtime', is: 'ok', says: `Node ${process.versions.node}` },
    {
      what: 'machine',
      is: 'ok',
      says: `${sayCount(availableParallelism(), 'core')}, ${formatSize(totalmem())} of memory`,
    },
    limits(),
    gitFound(),
    tool('sh', ['-c', 'echo POSIX shell'], 'needed to run tasks'),
    {
      what: 'processes',
      is: processTable().has(process.pid) ? 'ok' : 'bad',
      says: `${processTable().size} seen`,
    },
  ]
}

function limits(): Finding {
  const says = canLimitCores()
    ? 'tasks that book processors are kept to so many cores'
    : 'processors are booked, but tasks are not kept to them (no taskset)'
  return { what: 'limits', is: canLimitCores() ? 'ok' : 'note', says }
}

function gitFound(): Finding {
  const found = tool('git', ['--version'], 'needed for worktrees and for counting what changed')
  if (found.is !== 'ok' || isNewEnough(found.says)) return found
  return { ...found, is: 'bad', says: `${found.says}: too old for worktrees, 2.38 is needed` }
}

function tool(name: string, args: readonly string[], why: string): Finding {
  try {
    return { what: name, is: 'ok', says: execFileSync(name, args, { encoding: 'utf8' }).trim() }
  } catch {
    return { what: name, is: 'bad', says: `not found: ${why}` }
  }
}

async function configuration(workspace: Workspace): Promise<readonly Finding[]> {
  try {
    const { config } = await loadConfig(workspace)
    const names = Object.keys(config.agents)
    const says =
      names.length > 0
        ? names.join(', ')
        : 'none: tasks with a command run, tasks with a prompt need one (see docs/agents.md)'
    return [{ what: 'agents', is: names.length > 0 ? 'ok' : 'note', says }]
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    return [
      { what: 'configuration', is: 'bad', says: `${error.message}; see \`conductor config\`` },
    ]
  }
}

function files({ root, home }: Workspace): readonly Finding[] {
  const { bavail, bsize } = statfsSync(root)
  const free = bavail * bsize
  return [
    {
      what: 'folder',
      is: canWrite(root) ? 'ok' : 'bad',
      says: canWrite(root) ? root : `${root} cannot be written to`,
    },
    { what: 'disk', is: free > 1e9 ? 'ok' : 'note', says: `${formatSize(free)} free` },
    {
      what: 'state',
      is: 'ok',
      says: existsSync(home) ? relative(process.cwd(), home) || home : 'none yet',
    },
  ]
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function store(workspace: Workspace): readonly Finding[] {
  const coordinator = findCoordinator(workspace.home)
  const who: Finding = {
    what: 'coordinator',
    is: 'ok',
    says:
      coordinator === null
        ? 'none is running'
        : `run ${coordinator.run}, process ${coordinator.process.pid}`,
  }
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
  return { what: 'rebuild', is: 'ok', says: `tables made again from ${sayCount(events, 'event')}` }
}
