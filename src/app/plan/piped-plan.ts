/** Reads the plan from standard input when the task file is called `-`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inHome } from '../../core/value/home-paths.ts'
import { readTextStream } from '../../yaml-file/read-text-file.ts'
import { sayProblemAt, type LoadedPlan, type PlanSource } from './load-plan.ts'
import { ProblemList } from '../console/problem-list.ts'
import type { Workspace } from '../place/workspace.ts'

const PIPED = '<stdin>'

export async function planSource(argument: string): Promise<PlanSource> {
  if (argument !== '-') return { file: argument }
  const read = await readTextStream(PIPED, process.stdin)
  if (!read.ok) throw new ProblemList([sayProblemAt(PIPED, read.problem)])
  return { file: PIPED, text: read.text }
}

/** The plan that was piped in is kept as a file, so that its run can be resumed. */
export function asKept(
  loaded: LoadedPlan,
  { text }: PlanSource,
  { home }: Workspace,
): LoadedPlan & { keep(): void } {
  if (text === undefined) return { ...loaded, keep() {} }
  const file = join(inHome(home, 'plans'), `${loaded.source.digest}.yaml`)
  return {
    ...loaded,
    source: { ...loaded.source, file },
    keep() {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      writeFileSync(file, text, { mode: 0o600 })
    },
  }
}
