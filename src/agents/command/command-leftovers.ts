/**
 * What the commands of a dead coordinator have left: running processes, and exit codes that no coordinator has
 * read.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentEnd, Leftovers } from '../../conduct/ports.ts'
import type { RunId } from '../../core/value/ids.ts'
import { isAlive } from '../../processes/process-table.ts'
import {
  anyOf,
  belowAndBeside,
  startedWith,
  stopProcesses,
} from '../../processes/stop-processes.ts'
import { runFolder } from '../../core/value/home-paths.ts'
import { failureOf } from './command-agent.ts'

export function commandLeftovers(home: string, run: RunId): Leftovers {
  let exits: ReadonlyMap<string, Exit> | null = null
  return {
    async stop(workers) {
      const hosts = new Set([...workers].filter(isAlive).map(({ pid }) => pid))
      const find = anyOf(belowAndBeside(hosts), () => hosts, startedWith(`CONDUCTOR_HOME=${home}`))
      return { stopped: await stopProcesses(find, 1000) }
    },
    endOf({ id, startedAt }) {
      exits ??= readExits(runFolder(home, run))
      const exit = exits.get(id)
      return exit ? endOf(exit, startedAt) : null
    },
  }
}

interface Exit {
  readonly code: number
  /** Whether the coordinator was still running when the command ended. */
  readonly witnessed: boolean
  /** The command ended at this time or earlier. */
  readonly endedAt: number
}

/**
 * A success always counts. A failure counts only when the coordinator was still there to read the output:
 * without a coordinator the command may have failed for that very reason, or because we stopped it.
 */
function endOf({ code, witnessed, endedAt }: Exit, startedAt: number): AgentEnd | null {
  const wallSeconds = Math.max(0, (endedAt - startedAt) / 1000)
  const profile = { wallSeconds, cpuSeconds: null, peakMemoryBytes: null }
  if (code === 0) return { is: 'succeeded', profile }
  const failure = failureOf({ is: 'exited', code, cpuSeconds: 0 })
  if (!witnessed || failure.is === 'signal') return null
  return { is: 'failed', failure, profile, lastLines: [] }
}

/** Each worker's shell has logged how its commands ended. */
function readExits(folder: string): ReadonlyMap<string, Exit> {
  if (!existsSync(folder)) return new Map()
  const logs = readdirSync(folder).filter((name) => name.endsWith('.exits'))
  return new Map(logs.flatMap((name) => exitsIn(join(folder, name))))
}

function exitsIn(log: string): readonly (readonly [string, Exit])[] {
  const endedAt = statSync(log).mtimeMs
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => {
    const [attempt, code, witness] = line.split(' ')
    return [attempt!, { code: Number(code), witnessed: witness === 'coordinator', endedAt }]
  })
}
