/** config and init: what is set up, and setting up. */
import { existsSync, writeFileSync } from 'node:fs'
import { describeConfig } from '../config/describe-config.ts'
import { Complaint } from './complain.ts'
import type { Console } from './console.ts'
import { EXAMPLE_PLAN } from './example-plan.ts'
import { loadConfig } from './load-plan.ts'
import { findWorkspace, prepareWorkspace } from './workspace.ts'

export async function configCommand(console: Console): Promise<number> {
  const rows = describeConfig(await loadConfig(findWorkspace(console.folder)))
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
  prepareWorkspace(findWorkspace(console.folder))
  console.answer(
    `Wrote ${file}: four small tasks to change to your own.\nSee what would happen:  conductor simulate ${file}\nRun it:                 conductor run ${file}`,
    { file },
  )
  return 0
}
