/** Adds tasks to a run while it goes on: they are parsed like those of a file, then asked for. */
import type { Reply } from '../../conduct/conduct-run.ts'
import type { Config } from '../../config/config.ts'
import type { Ask } from '../../core/ask/ask.ts'
import { taskId } from '../../core/value/ids.ts'
import type { Run } from '../../core/run/run.ts'
import { parseAddedTasks } from '../../plan-file/parse-added-tasks.ts'
import type { AddReply } from '../../server/control/control-server.ts'
import { hearPrompts } from '../plan/agent-for-prompts.ts'
import { machineOf, withDefaults } from '../plan/load-plan.ts'
import { sayProblem } from '../console/problem-list.ts'

export const taskAdder =
  (
    { run, config }: { readonly run: Run; readonly config: Config },
    ask: (ask: Ask) => Reply | Promise<Reply>,
  ) =>
  async (tasks: unknown, by: string | null): Promise<AddReply> => {
    const options = { machine: machineOf(config), agents: ['shell', ...Object.keys(config.agents)] }
    const read = parseAddedTasks(tasks, run.plan, options)
    if (!read.ok) return { accepted: false, problems: read.problems.map(sayWrong) }
    const heard = await hearPrompts(read.added, config)
    if (!heard.ok) return { accepted: false, problems: [sayProblem(heard.problem)] }
    const adding = withDefaults(read.added, heard.config)
    return ask({ ask: 'add', tasks: adding, by: by === null ? null : taskId(by) })
  }

type WrongTask = (ReturnType<typeof parseAddedTasks> & { ok: false })['problems'][number]

const sayWrong = ({ where, message, hint }: WrongTask): string =>
  `${where === '' ? '' : `${where}: `}${message}${hint === null ? '' : ` (${hint})`}`
