/** conductor open <task> [file]: opens the worktree of a task, or a file in it, in an editor. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  editorLink,
  editorWords,
  isEditorName,
  pathOf,
  type EditorName,
  type PlaceInEditor,
} from '../../core/workspace/editors.ts'
import { openInBrowser } from '../conduct/browser.ts'
import { Complaint } from '../console/complain.ts'
import type { Console } from '../console/console.ts'
import { lookAtRun, mustKnow } from '../look/read-runs.ts'
import { findWorkspace } from '../place/workspace.ts'
import { editorHere } from './editor-here.ts'
import { placeOfTask } from './place-of-task.ts'

export interface OpenTask {
  readonly task: string
  /** As typed: a path below the worktree, with `:line` behind it if wanted. */
  readonly file: string | undefined
  readonly run: string | undefined
  /** The name of an editor that we know, or a command; undefined: the setting, else $VISUAL or $EDITOR. */
  readonly editor: string | undefined
  readonly onlyPrint: boolean
}

export async function openTaskCommand(wanted: OpenTask, console: Console): Promise<number> {
  const workspace = findWorkspace(console.folder)
  const run = lookAtRun(workspace, wanted.run)
  const place = placeOfTask(run, mustKnow(run, wanted.task), fileAndLine(wanted.file))
  const path = pathOf(place)
  const typed = wanted.editor ?? (await setEditor(console.folder))
  if (wanted.onlyPrint || console.json || typed === null) {
    const link = typed !== null && isEditorName(typed) ? editorLink(typed, place) : null
    console.answer(link ?? path, { path, folder: place.folder, line: place.line, link })
    if (typed === null && !wanted.onlyPrint) console.remark(NO_EDITOR)
    return 0
  }
  return isEditorName(typed) ? byLink(typed, place, console) : byCommand(typed, place)
}

const NO_EDITOR = 'To open it: --editor code, or set `editor` or $EDITOR.'

async function setEditor(folder: string): Promise<string | null> {
  const { name, command } = await editorHere(findWorkspace(folder))
  const { VISUAL, EDITOR } = process.env
  return name ?? command ?? (VISUAL || EDITOR || null)
}

function fileAndLine(typed: string | undefined): Pick<PlaceInEditor, 'file' | 'line'> {
  const [, file, line] = /^(.*?)(?::(\d{1,9}))?$/s.exec(typed ?? '')!
  return {
    file: file === '' || file === undefined ? null : file,
    line: line === undefined ? null : Number(line),
  }
}

function byLink(editor: EditorName, place: PlaceInEditor, console: Console): number {
  const link = editorLink(editor, place)
  console.answer(link, { link })
  if (!openInBrowser(link))
    console.say('This machine has no desktop: open that address where your editor is.')
  return 0
}

/** An editor that runs in the terminal uses the terminal until it ends. */
async function byCommand(command: string, place: PlaceInEditor): Promise<number> {
  const [program, ...args] = editorWords(command, place)
  const child = spawn(program!, args, { cwd: place.folder, stdio: 'inherit' })
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    return code ?? 1
  } catch (error) {
    throw new Complaint(
      `the editor could not be started: ${(error as Error).message}`,
      'name another one with --editor',
    )
  }
}
