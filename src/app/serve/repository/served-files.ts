/** Getting to the files of a task for the web server: the user's editor, and the servers that listen in worktrees. */
import { pathOf } from '../../../core/workspace/editors.ts'
import { OWN_CONFIG } from '../../../core/value/home-paths.ts'
import { listeningPorts } from '../../../git/worktree/listening-ports.ts'
import { notNow } from '../../../server/http/api-error.ts'
import type { ServedFiles } from '../../../server/served/served-files.ts'
import { editorHere, openByCommand } from '../../open/editor-here.ts'
import { placeOfTask } from '../../open/place-of-task.ts'
import type { Workspace } from '../../place/workspace.ts'
import { loadConfig } from '../../plan/load-plan.ts'
import { answerComplaints } from './answer-complaints.ts'

export const serveFiles = (
  workspace: Workspace,
  hasTerminal: () => Promise<boolean>,
): ServedFiles => ({
  editor: () =>
    answerComplaints(async () => {
      const { name, command } = await editorHere(workspace)
      return { name, has_command: command !== null, terminal: await hasTerminal() }
    }),
  open: (run, task, at) =>
    answerComplaints(async () => {
      const { command } = await editorHere(workspace)
      if (command === null) throw NO_COMMAND
      const place = placeOfTask(run, task, at)
      await openByCommand(command, place)
      return pathOf(place)
    }),
  ports: () =>
    answerComplaints(async () => {
      const { config } = await loadConfig(workspace)
      return listeningPorts(workspace.home, config.worktrees.portsEach)
    }),
})

const NO_COMMAND = notNow(
  'no_editor_command',
  'no command for an editor is set on the machine of this server',
  `set \`editor\` in ${OWN_CONFIG} there; a command in a file of the repository does not count`,
)
