/** A menu that opens a worktree, or a file in it, in an editor, and copies its path. */
import {
  EDITORS,
  editorLink,
  pathOf,
  type EditorName,
  type PlaceInEditor,
} from '../../../../src/core/workspace/editors.ts'
import { Refused } from '../../data/api/client.ts'
import { openFile, type EditorDocument } from '../../data/api/files.ts'
import { useEditor } from './use-editor.ts'
import { Menu, type MenuItem } from '../menu.tsx'
import { say } from '../toasts.tsx'

export interface OpenInProps {
  readonly folder: string
  readonly file?: string
  readonly line?: number
  /** With it, the command that is set on the machine of the server can open it, too. */
  readonly task?: { readonly run: string; readonly task: string }
}

export function OpenIn({ folder, file, line, task }: OpenInProps) {
  const editor = useEditor()
  const place: PlaceInEditor = { folder, file: file ?? null, line: line ?? null }
  return (
    <Menu
      label="Open"
      name={`Open ${file ?? 'the worktree'}`}
      kind="quiet"
      items={() => [
        ...namesFor(editor).map((name) => ({
          label: EDITORS[name],
          run: () => follow(editorLink(name, place)),
        })),
        ...(task !== undefined && editor?.has_command === true
          ? [{ label: 'Your editor', run: () => void openHere(task, place) }]
          : []),
        { label: 'Copy path', run: () => void copy(pathOf(place)) } satisfies MenuItem,
      ]}
    />
  )
}

/** An editor that is set comes alone. */
const namesFor = (editor: EditorDocument | null): readonly EditorName[] =>
  editor?.name === null || editor?.name === undefined
    ? (Object.keys(EDITORS) as EditorName[])
    : [editor.name as EditorName]

/** The browser hands the address to the program that has registered it; the page stays. */
function follow(link: string): void {
  const anchor = document.createElement('a')
  anchor.href = link
  anchor.click()
}

async function openHere(
  task: NonNullable<OpenInProps['task']>,
  { file, line }: PlaceInEditor,
): Promise<void> {
  try {
    const { path } = await openFile({
      ...task,
      ...(file === null ? {} : { file }),
      ...(line === null ? {} : { line }),
    })
    say(`Opened ${path}.`)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    say(error.message, { kind: 'refused', hint: error.hint })
  }
}

async function copy(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(path)
    say('Copied the path.')
  } catch {
    say(path, { hint: 'The browser does not let this page copy; here it is.' })
  }
}
