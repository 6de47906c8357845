/** conductor plan show, check and edit: a task file that is there already. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Flag } from '../../config/spoken-settings.ts'
import { sayCount } from '../../core/say/say-count.ts'
import { shellWord } from '../../core/text/command-line.ts'
import { sayFlag, sayOverview } from '../../report-text/say-overview.ts'
import { Complaint, SOME_DID_NOT_LAND } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import type { PlanSource } from '../plan/load-plan.ts'
import { findWorkspace } from '../place/workspace.ts'
import { lookAhead, type LookedAhead } from './look-ahead.ts'

export async function planShowCommand(
  source: PlanSource,
  flags: readonly Flag[],
  console: Console,
): Promise<number> {
  const { overview, warnings } = await lookAhead(source, findWorkspace(console.folder), flags)
  warnings.forEach((warning) => console.remark(`note: ${warning}`))
  const { num_tasks, complexity } = overview
  const title = `${source.file}: ${complexity}, ${sayCount(num_tasks, 'task')}`
  console.answer([title, '', sayOverview(overview)].join('\n'), {
    file: source.file,
    ...overview,
    warnings,
  })
  return 0
}

/** Exit code 1: the plan can be run, but a person should settle something first. Sensitive tasks are only listed. */
export async function planCheckCommand(
  source: PlanSource,
  flags: readonly Flag[],
  console: Console,
): Promise<number> {
  const looked = await lookAhead(source, findWorkspace(console.folder), flags)
  const { num_tasks, issues, flags: found } = looked.overview
  const doubts = doubtsAbout(looked)
  const isFine = doubts.length === 0
  const text = [
    isFine
      ? `${source.file} is fine: ${sayCount(num_tasks, 'task')}, nothing to settle before it is run.`
      : `${source.file}: settle ${sayCount(doubts.length, 'point')} before you run it:`,
    ...doubts.map((doubt) => `  - ${doubt}`),
    ...saySensitive(looked),
  ]
  const document = { ok: isFine, file: source.file, issues, flags: found }
  console.answer(text.join('\n'), { ...document, warnings: looked.warnings })
  return isFine ? 0 : SOME_DID_NOT_LAND
}

const doubtsAbout = ({ overview: { issues, flags }, warnings }: LookedAhead): readonly string[] => [
  ...issues.map(({ message }) => message),
  ...flags.filter(({ flag }) => flag !== 'sensitive').map(sayFlag),
  ...warnings,
]

/** Sensitive tasks need no decision before the run, but a person should review their result. */
function saySensitive({ overview: { flags } }: LookedAhead): readonly string[] {
  const sensitive = flags.filter(({ flag }) => flag === 'sensitive')
  if (sensitive.length === 0) return []
  const lines = sensitive.map(({ task, why }) => `  - ${task}: ${why}`)
  return ['Sensitive; review the result of these tasks with care:', ...lines]
}

export async function planEditCommand(
  source: PlanSource,
  flags: readonly Flag[],
  console: Console,
): Promise<number> {
  const file = resolve(console.folder, source.file)
  if (!existsSync(file))
    throw new Complaint(
      `there is no ${source.file} to edit`,
      `make one with: conductor plan "what you want" --out ${shellWord(source.file)}`,
    )
  await edit(file)
  return planCheckCommand(source, flags, console)
}

/** The editor is a command line of the user, as git takes it. */
async function edit(file: string): Promise<void> {
  const editor = process.env['VISUAL'] ?? process.env['EDITOR']
  if (editor === undefined || editor.trim() === '')
    throw new Complaint('no editor is set', 'name one: EDITOR=vi conductor plan edit')
  const { promise, resolve: ended, reject } = Promise.withResolvers<number | null>()
  const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' })
  child.once('error', reject)
  child.once('close', ended)
  const code = await promise
  if (code !== 0)
    throw new Complaint(`the editor ended with ${code}`, 'the file was left as the editor left it')
}
