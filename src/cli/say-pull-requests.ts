/** The blocks of the status report for work whose agent has opened a pull request. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attemptsAt, type Run } from '../core/run.ts'
import type { TaskStatus } from '../core/task-state.ts'
import type { Paint } from './paint.ts'
import { label } from './say-sessions.ts'

export interface PullRequests {
  readonly count: number
  readonly lines: readonly string[]
}

/** Its agent is done; what comes next is up to people. */
const READY: ReadonlySet<TaskStatus> = new Set(['landing', 'review', 'landed'])

/** Agents tell the address in their session (docs/sessions.md); only attempts that lasted have one. */
export function pullRequestsIn(run: Run, home: string, style: Paint): PullRequests {
  const folder = join(home, 'sessions')
  const files = new Set(existsSync(folder) ? readdirSync(folder) : [])
  const blocks = run.plan.tasks.flatMap((task, i) => {
    const file = `${attemptsAt(run, task.id).at(-1)?.id}.json`
    const url = READY.has(run.states[i]!.is) && files.has(file) ? urlIn(join(folder, file)) : null
    if (url === null) return []
    return [['', `${style.good('[+]')} ${label(task)} - PR READY - ${task.name}`, `    PR: ${url}`]]
  })
  return { count: blocks.length, lines: blocks.flat() }
}

function urlIn(file: string): string | null {
  const { pullRequestUrl } = JSON.parse(readFileSync(file, 'utf8')) as { pullRequestUrl?: unknown }
  return typeof pullRequestUrl === 'string' ? pullRequestUrl : null
}
