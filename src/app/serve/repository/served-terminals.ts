/** Terminals in worktrees for the web server: off, unless the user of this machine has turned them on. */
import { existsSync } from 'node:fs'
import type { Run } from '../../../core/run/run.ts'
import type { TaskId } from '../../../core/value/ids.ts'
import { openPseudoTerminal } from '../../../processes/pseudo-terminal.ts'
import { ownEnvironment } from '../../../processes/own-environment.ts'
import { notNow } from '../../../server/http/api-error.ts'
import type { ServedTerminals } from '../../../server/served/served-files.ts'
import { openTerminals, type TerminalProgram } from '../../../server/terminal/terminals.ts'
import { isOwnSetting } from '../../open/own-setting.ts'
import { folderOfTask } from '../../open/place-of-task.ts'
import type { Workspace } from '../../place/workspace.ts'
import { loadConfig } from '../../plan/load-plan.ts'
import { answerComplaints } from './answer-complaints.ts'

export function serveTerminals(workspace: Workspace): ServedTerminals & AsyncDisposable {
  const terminals = openTerminals()
  return {
    async isOn() {
      const resolved = await answerComplaints(() => loadConfig(workspace))
      return resolved.config.terminal && isOwnSetting(resolved, 'terminal')
    },
    folder: (run, task) => answerComplaints(async () => folderOfTask(run, task)),
    join: (line, { id, run, task, columns, rows }) =>
      terminals.join(line, id, () => shellIn(workspace, run, task, { columns, rows })),
    count: terminals.count,
    [Symbol.asyncDispose]: () => terminals[Symbol.asyncDispose](),
  }
}

async function shellIn(
  { home }: Workspace,
  run: Run,
  task: TaskId,
  size: { readonly columns: number; readonly rows: number },
): Promise<TerminalProgram> {
  const directory = folderOfTask(run, task)
  const terminal = await openPseudoTerminal({
    command: [shell()],
    directory,
    environment: { ...plainEnvironment(), CONDUCTOR_HOME: home, CONDUCTOR_WORKTREE: directory },
    ...size,
  })
  if (terminal === null) throw NOT_INSTALLED
  return terminal
}

const shell = (): string => {
  const { SHELL } = process.env
  return SHELL !== undefined && existsSync(SHELL) ? SHELL : '/bin/sh'
}

/** The environment of the user, without our variables: it has no token, and no variable of an attempt. */
const plainEnvironment = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(ownEnvironment()).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !entry[0].startsWith('CONDUCTOR_'),
    ),
  )

const NOT_INSTALLED = notNow(
  'no_terminal',
  'the package @lydell/node-pty, which opens terminals, is not installed for this machine',
  'install Conductor again with its optional packages',
)
