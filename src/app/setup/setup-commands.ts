/** conductor config and conductor init. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../../config/config.ts'
import { describeConfig } from '../../config/describe-config.ts'
import { hindranceOf } from '../../core/run/hindrance.ts'
import { shellWord } from '../../core/text/command-line.ts'
import { agentForPrompts } from '../plan/agent-for-prompts.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { examplePlan } from './example-plan.ts'
import { lookAtPlace, mustNotBeBare, RUN_REFUSES } from '../plan/isolation.ts'
import { loadConfig } from '../plan/load-plan.ts'
import { checkAgents } from '../plan/check-agents.ts'
import { usualPlanFile } from '../place/usual-plan-file.ts'
import { findWorkspace, prepareWorkspace } from '../place/workspace.ts'
import { rememberProject } from '../projects/registry.ts'

export async function configCommand(console: Console): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const loaded = await loadConfig(workspace, [], usualPlanFile(workspace))
  loaded.warnings.forEach((warning) => console.remark(`note: ${warning}`))
  const rows = describeConfig(loaded)
  const width = Math.max(...rows.map((row) => row.key.length))
  const text = rows.map(
    ({ key, value, origin, note }) =>
      `${key.padEnd(width)}  ${show(value).padEnd(16)}  ${origin}${note ? `  (${note})` : ''}`,
  )
  console.answer(text.join('\n'), rows)
  return 0
}

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export async function initCommand(file: string, console: Console): Promise<number> {
  if (existsSync(file))
    throw new Complaint(
      `${file} exists already; it was not touched`,
      'name another file: conductor init other.yaml',
    )
  const workspace = findWorkspace(console.folder)
  await mustNotBeBare(workspace.folder)
  const { config } = await loadConfig(workspace)
  const agents = await agentsHere(config)
  writeNew(file, examplePlan(file, agents))
  prepareWorkspace(workspace)
  rememberProject(workspace)
  console.answer(
    `Wrote ${file}: four small tasks to replace by your own.\nSee what would happen:  conductor simulate ${file}\nRun it:                 conductor run ${file}`,
    { file, agents },
  )
  const { is, says, remedy } = await lookAtPlace(config, workspace.folder)
  const refuses = is === 'bad' ? RUN_REFUSES : ''
  if (is !== 'ok')
    console.remark(`note: ${refuses}${says}${remedy === undefined ? '' : ` (${remedy})`}`)
  return 0
}

function writeNew(file: string, text: string): void {
  const folder = dirname(file)
  if (!existsSync(folder))
    throw new Complaint(
      `${file} cannot be written: there is no folder ${folder}`,
      `make it first: mkdir -p ${shellWord(folder)}`,
    )
  try {
    writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    if (hindranceOf(error)?.is === 'disk-full') {
      // An empty file would keep the next try from writing it.
      rmSync(file, { force: true })
      throw error
    }
    throw new Complaint(
      `${file} cannot be written: ${(error as Error).message}`,
      'name a file in a folder that you may write to',
    )
  }
}

/** The agents that can be given prompts, beginning with the one that a run would choose. */
async function agentsHere(config: Config): Promise<readonly string[]> {
  const looked = await checkAgents(config)
  const choice = agentForPrompts(looked)
  const first = choice.is === 'taken' ? [choice.agent] : []
  const there = looked.filter(({ check }) => check.is === 'found').map(({ agent }) => agent)
  return [...new Set([...first, ...there])]
}
