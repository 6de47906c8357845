/** Adds tasks to a run: they are parsed like those of a file, then asked for. */
import type { Reply } from '../../conduct/conduct-run.ts'
import type { Config } from '../../config/config.ts'
import type { Ask } from '../../core/ask/ask.ts'
import { taskId } from '../../core/value/ids.ts'
import type { Task } from '../../core/plan/plan.ts'
import type { Run } from '../../core/run/run.ts'
import { parseAddedTasks } from '../../plan-file/parse-added-tasks.ts'
import type { AddReply } from '../../server/control/control-server.ts'
import { hearPrompts } from '../plan/agent-for-prompts.ts'
import { machineOf, withDefaults } from '../plan/load-plan.ts'
import { sayProblem } from '../console/problem-list.ts'

interface RunToAddTo {
  readonly run: Run
  readonly config: Config
}

export const taskAdder =
  (to: RunToAddTo, ask: (ask: Ask) => Reply | Promise<Reply>) =>
  async (tasks: unknown, by: string | null): Promise<AddReply> => {
    const read = await readAdded(tasks, to)
    if (!read.ok) return { accepted: false, problems: read.problems }
    return ask({ ask: 'add', tasks: read.tasks, by: by === null ? null : taskId(by) })
  }

type ReadTasks =
  | { readonly ok: true; readonly tasks: readonly Task[] }
  | { readonly ok: false; readonly problems: readonly string[] }

/** Tasks in the form of the task file, with everything that the settings say about them. */
export async function readAdded(tasks: unknown, { run, config }: RunToAddTo): Promise<ReadTasks> {
  const options = { machine: machineOf(config), agents: ['shell', ...Object.keys(config.agents)] }
  const read = parseAddedTasks(tasks, run.plan, options)
  if (!read.ok) return { ok: false, problems: read.problems.map(sayWrong) }
  const heard = await hearPrompts(read.added, config)
  if (!heard.ok) return { ok: false, problems: [sayProblem(heard.problem)] }
  return { ok: true, tasks: withDefaults(read.added, heard.config) }
}

type WrongTask = (ReturnType<typeof parseAddedTasks> & { ok: false })['problems'][number]

const sayWrong = ({ where, message, hint }: WrongTask): string =>
  `${where === '' ? '' : `${where}: `}${message}${hint === null ? '' : ` (${hint})`}`
