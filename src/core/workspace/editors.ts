/** Opens a file or a folder in an editor: by the address that the editor registers, or by a command of the user. */

/** An absolute path with "/", below a folder that is opened as a project. */
export interface PlaceInEditor {
  /** The worktree. */
  readonly folder: string
  /** Below the folder; null: the folder itself. */
  readonly file: string | null
  /** From 1 on. */
  readonly line: number | null
}

export const EDITORS = {
  vscode: 'VS Code',
  cursor: 'Cursor',
  zed: 'Zed',
  jetbrains: 'JetBrains',
} as const

export type EditorName = keyof typeof EDITORS

export const isEditorName = (text: string): text is EditorName => Object.hasOwn(EDITORS, text)

/** The address that opens it: every part of a path is encoded, so that no name can become another address. */
export function editorLink(editor: EditorName, place: PlaceInEditor): string {
  const { folder, file, line } = place
  switch (editor) {
    case 'vscode':
    case 'cursor':
      return `${editor}://file${encoded(pathOf(place))}${file === null ? '/' : at(line)}`
    case 'zed':
      return `zed://file${encoded(pathOf(place))}${file === null ? '' : at(line)}`
    case 'jetbrains': {
      // The project must be known to the program; its name is that of the folder.
      const project = encodeURIComponent(folder.split('/').findLast((part) => part !== '') ?? '')
      const path = file === null ? '' : `&path=${encodeURIComponent(`${file}${at(line)}`)}`
      return `jetbrains://idea/navigate/reference?project=${project}${path}`
    }
  }
}

const at = (line: number | null): string => (line === null ? '' : `:${line}`)

export const pathOf = ({ folder, file }: PlaceInEditor): string =>
  file === null ? folder : `${folder.replace(/\/$/, '')}/${file}`

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/**
 * The words of a command as the user has set it, such as `code --goto {file}:{line}`: split at blanks, never by a
 * shell. A path stays one word, whatever is in it; without {file} it is the last word.
 */
export function editorWords(command: string, place: PlaceInEditor): readonly string[] {
  const path = pathOf(place)
  const words = command.trim().split(/\s+/)
  const values: Readonly<Record<string, string>> = {
    folder: place.folder,
    file: path,
    line: String(place.line ?? 1),
  }
  const filled = words.map((word) =>
    word.replaceAll(/\{(folder|file|line)\}/g, (_, name: string) => values[name]!),
  )
  return command.includes('{file}') || command.includes('{folder}') ? filled : [...filled, path]
}
