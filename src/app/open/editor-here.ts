/** Which editor opens files here, and opening one by the command that the user has set. */
import { spawn } from 'node:child_process'
import {
  editorWords,
  isEditorName,
  type EditorName,
  type PlaceInEditor,
} from '../../core/workspace/editors.ts'
import { OWN_CONFIG } from '../../core/value/home-paths.ts'
import { ownEnvironment } from '../../processes/own-environment.ts'
import { Complaint } from '../console/complain.ts'
import type { Workspace } from '../place/workspace.ts'
import { loadConfig } from '../plan/load-plan.ts'
import { isOwnSetting } from './own-setting.ts'

export interface EditorHere {
  /** null: no editor is named, or a command is set. */
  readonly name: EditorName | null
  /** null: the user has set no command in their own configuration or environment. */
  readonly command: string | null
}

export async function editorHere(workspace: Workspace): Promise<EditorHere> {
  const resolved = await loadConfig(workspace)
  const { editor } = resolved.config
  if (editor === null) return { name: null, command: null }
  if (isEditorName(editor)) return { name: editor, command: null }
  return { name: null, command: isOwnSetting(resolved, 'editor') ? editor : null }
}

/** Resolves when the editor has started; Conductor does not wait for it to end. */
export async function openByCommand(command: string, place: PlaceInEditor): Promise<void> {
  const [program, ...args] = editorWords(command, place)
  const child = spawn(program!, args, {
    cwd: place.folder,
    env: ownEnvironment(),
    detached: true,
    stdio: 'ignore',
  })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) =>
      reject(
        new Complaint(
          `the editor could not be started: ${error.message}`,
          `correct \`editor\` in ${OWN_CONFIG}`,
        ),
      ),
    )
  })
  child.unref()
}
